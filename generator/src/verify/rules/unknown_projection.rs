//! A name that no projection of the manifest has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no projection of the manifest has.", check: Check::whole(check) };

const CODE: &str = "unknown-projection";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Projection, CODE, |hole| {
        format!("`{}` of {} is no projection", hole.name, hole.inside)
    })
}
