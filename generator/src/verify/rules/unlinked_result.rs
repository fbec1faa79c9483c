//! A `result: link` without a resource that gives the same answer.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A `result: link` without a resource that gives the same answer.", check };

const CODE: &str = "unlinked-result";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Link, CODE, |hole| {
        format!("the result of {} cannot be a link: {}", hole.inside, hole.detail)
    })
}
