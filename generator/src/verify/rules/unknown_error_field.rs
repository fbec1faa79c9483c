//! A placeholder of an error sentence that no declared error has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A placeholder of an error sentence that no declared error has.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-error-field";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::ErrorField, CODE, |hole| {
        format!("`{}` is no field of {}{}", hole.name, hole.inside, super::because(hole))
    })
}
