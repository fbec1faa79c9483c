//! An address that no resource of the manifest has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An address that no resource of the manifest has.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-resource";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Resource, CODE, |hole| {
        format!("`{}` in {} is no resource", hole.name, hole.inside)
    })
}
