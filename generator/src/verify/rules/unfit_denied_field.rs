//! A field of `if_denied` that the result does not have, or that is of another kind there.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A field of `if_denied` that the result does not have, or that is of another kind there.",
    check: Check::whole(check),
};

const CODE: &str = "unfit-denied-field";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::StepDenial, CODE, |hole| match hole.detail.as_str() {
        "" => format!("`{}` of {} is no field of its result", hole.name, hole.inside),
        why => format!("`{}` of {} {why}", hole.name, hole.inside),
    })
}
