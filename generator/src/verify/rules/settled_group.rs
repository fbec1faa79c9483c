//! A group of arguments that always is met, or never can be.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A group of arguments that always is met, or never can be.",
    check: Check::whole(check),
};

const CODE: &str = "settled-group";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Group, CODE, |hole| format!("{}: {}", hole.inside, hole.detail))
}
