//! A name that no argument of the tool or variant has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no argument of the tool or variant has.", check };

const CODE: &str = "unknown-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Argument, CODE, |hole| {
        format!("{} has no argument `{}`", hole.inside, hole.name)
    })
}
