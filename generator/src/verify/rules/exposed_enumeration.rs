//! A subject that enumerates what there is, where something is hidden or nothing lists it.

use super::blind_reveal::users_under_secrets;
use crate::diagnostics::Fault;
use crate::lower::curation::DenialShape;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A subject that enumerates what there is, where something is hidden or nothing lists it.",
    check: Check::whole(check),
};

const CODE: &str = "exposed-enumeration";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let under = users_under_secrets(surface);
    let subjects = surface.curation.subjects.iter();
    for (name, subject) in subjects.filter(|(_, entry)| entry.value.denial.value == DenialShape::Enumerate) {
        let at = subject.value.denial.at.clone();
        if subject.value.found_at.is_none() {
            let what = format!("`{name}` enumerates, and nothing says where the names are");
            let instead = "`found_at: <the address of a resource>`, or `denial: reveal`";
            faults.push(Fault::error(CODE, at.clone(), what).instead(instead));
        }
        if let Some((user, secrets)) = under.get(subject.value.arg.value.as_str()) {
            let what = format!("`{name}` enumerates in `{user}`, where {secrets} is hidden");
            let instead = "`denial: reveal` with a code under `told_by`, or `denial: hide`";
            faults.push(Fault::error(CODE, at, what).instead(instead));
        }
    }
    faults
}
