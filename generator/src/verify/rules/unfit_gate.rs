//! A gate that its operation cannot have.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule { code: CODE, about: "A gate that its operation cannot have.", check };

const CODE: &str = "unfit-gate";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Gate, CODE, |hole| {
        format!("a gate of {} cannot have `{}`{}", hole.inside, hole.name, because(hole))
    })
}
