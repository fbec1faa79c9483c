//! An entry of `pages` that no list of the manifest has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An entry of `pages` that no list of the manifest has.",
    check: Check::whole(check),
};

const CODE: &str = "dead-page-rule";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Pages, CODE, |hole| {
        format!("`{}` of {} {}", hole.name, hole.inside, hole.detail)
    })
}
