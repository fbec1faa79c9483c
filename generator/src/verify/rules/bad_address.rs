//! An address of a resource that no client could ask for.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An address of a resource that no client could ask for.",
    check: Check::whole(check),
};

const CODE: &str = "bad-address";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Address, CODE, |hole| format!("`{}` {}", hole.name, hole.detail))
}
