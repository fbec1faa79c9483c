//! The slot of a gate that a constant, an argument or another gate fills too.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "The slot of a gate that a constant, an argument or another gate fills too.",
    check: Check::whole(check),
};

const CODE: &str = "gate-slot-taken";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let faults = super::of_holes(surface, HoleKind::GateSlotTaken, CODE, |hole| {
        format!("`{}` of {} is the slot of a gate, and {}", hole.name, hole.inside, hole.detail)
    });
    faults
        .into_iter()
        .map(|fault| fault.instead("either of the two: the gate decides about its slot"))
        .collect()
}
