//! A subject whose argument no tool or resource has.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::check::Check;
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A subject whose argument no tool or resource has.",
    check: Check::whole(check),
};

const CODE: &str = "unused-subject";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    if surface.curation.subjects.is_empty() {
        return Vec::new();
    }
    let mut names: Vec<String> =
        surface.all_tools().flat_map(|tool| &tool.arguments).map(|argument| argument.name.clone()).collect();
    names.sort();
    names.dedup();
    let unused =
        surface.curation.subjects.iter().filter(|(_, subject)| !names.contains(&subject.value.arg.value));
    unused
        .map(|(name, subject)| {
            let arg = &subject.value.arg;
            let what = format!("nothing has the argument `{}` of the subject `{name}`", arg.value);
            Fault::error(CODE, arg.at.clone(), what).instead(suggest::name(&arg.value, &names))
        })
        .collect()
}
