//! An expression that names a step the tool does not have.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An expression that names a step the tool does not have.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-step";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Step, CODE, |hole| {
        format!("{} has no step `{}`{}", hole.inside, hole.name, super::because(hole))
    })
}
