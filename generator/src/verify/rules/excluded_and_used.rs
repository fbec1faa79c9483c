//! An operation that is used and excluded, or excluded twice.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An operation that is used and excluded, or excluded twice.",
    check: Check::whole(check),
};

const CODE: &str = "excluded-and-used";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for decision in &surface.decisions {
        let Some((first, others)) = decision.excluded.split_first() else { continue };
        if let Some(user) = decision.used.first() {
            let what = format!("`{}` is excluded, and used by `{user}`", decision.id);
            faults.push(Fault::error(CODE, first.clone(), what).instead("a tool or an exclusion, not both"));
        }
        for other in others {
            let what = format!("`{}` is excluded twice", decision.id);
            let fault = Fault::error(CODE, other.clone(), what).instead("one `exclude` entry");
            faults.push(fault.also(first.clone(), "excluded here first"));
        }
    }
    faults
}
