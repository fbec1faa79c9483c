//! A value that the slot of a step never takes, or an expression that means nothing there.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A value that the slot of a step never takes, or an expression that means nothing there.",
    check: Check::whole(check),
};

const CODE: &str = "unfit-step-value";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::StepValue, CODE, |hole| {
        format!("`{}` of {} {}", hole.name, hole.inside, hole.detail)
    })
}
