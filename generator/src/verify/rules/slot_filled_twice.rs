//! A slot that two arguments, or an argument and a constant, would fill.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A slot that two arguments, or an argument and a constant, would fill.",
    check,
};

const CODE: &str = "slot-filled-twice";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::SlotTwice, CODE, |hole| {
        format!("`{}` of {} goes to `{}`, which is filled already", hole.name, hole.inside, hole.detail)
    })
}
