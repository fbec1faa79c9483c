//! Steps that wait for each other.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "Steps that wait for each other.", check: Check::whole(check) };

const CODE: &str = "step-cycle";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::StepCycle, CODE, |hole| {
        format!("steps of {} wait for each other: {}", hole.inside, hole.detail)
    })
}
