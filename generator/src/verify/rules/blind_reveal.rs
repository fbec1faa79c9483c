//! A subject that is revealed by a bare status where something else is hidden.

use std::collections::BTreeMap;

use crate::diagnostics::Fault;
use crate::lower::curation::DenialShape;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A subject that is revealed by a bare status where something else is hidden.",
    check: Check::whole(check),
};

const CODE: &str = "blind-reveal";

/// The status alone may mean the hidden parent: saying that the child is missing would say that the parent is there.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let under = users_under_secrets(surface);
    for (name, subject) in &surface.curation.subjects {
        let Some(by) = &subject.value.told_by else { continue };
        let reveals = subject.value.denial.value == DenialShape::Reveal && by.value.code.is_empty();
        if let Some((user, secrets)) = under.get(subject.value.arg.value.as_str()).filter(|_| reveals) {
            let what = format!(
                "`{name}` is told by a bare {}, which in `{user}` may mean {secrets}, which is hidden",
                by.value.status
            );
            let instead = format!(
                "`told_by: {{ status: {}, code: <code> }}` with a code that the API has for nothing else, or `denial: hide`",
                by.value.status
            );
            faults.push(Fault::error(CODE, by.at.clone(), what).instead(instead));
        }
    }
    faults
}

/// For each argument the first variant that has it where something is hidden, and what that is.
pub(super) fn users_under_secrets<'s>(surface: &'s Surface<'_>) -> BTreeMap<&'s str, (String, String)> {
    let mut users: BTreeMap<&str, (String, String)> = BTreeMap::new();
    if surface.curation.subjects.is_empty() {
        return users;
    }
    for tool in surface.all_tools() {
        for variant in tool.requests().filter(|variant| !variant.denial.hidden.is_empty()) {
            let secrets: Vec<String> =
                variant.denial.secrets.iter().chain(&variant.denial.unclaimed).cloned().collect();
            let secrets = crate::verify::suggest::quoted(&secrets);
            for input in &variant.inputs {
                if let Some(argument) = tool.arguments.get(input.argument) {
                    let user = || (super::user(tool, variant), secrets.clone());
                    users.entry(argument.name.as_str()).or_insert_with(user);
                }
            }
        }
    }
    users
}
