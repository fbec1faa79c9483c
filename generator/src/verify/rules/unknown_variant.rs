//! A name that no variant of the tool has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule { code: CODE, about: "A name that no variant of the tool has.", check };

const CODE: &str = "unknown-variant";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Variant, CODE, |hole| {
        format!("{} has no variant `{}`", hole.inside, hole.name)
    })
}
