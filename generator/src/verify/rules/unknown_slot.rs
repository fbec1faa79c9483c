//! A slot that the operation does not have.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A slot that the operation does not have.", check: Check::whole(check) };

const CODE: &str = "unknown-slot";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Slot, CODE, |hole| {
        format!(
            "{} has {} slot `{}`",
            hole.inside,
            if hole.inside == "no operation" { "a" } else { "no" },
            hole.name
        )
    })
}
