//! A `merge_into` that its operations cannot have.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A `merge_into` that its operations cannot have.", check: Check::whole(check) };

const CODE: &str = "unfit-merge";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Merge, CODE, |hole| {
        format!("{} cannot merge into what `{}` answers{}", hole.inside, hole.name, because(hole))
    })
}
