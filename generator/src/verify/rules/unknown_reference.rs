//! A text for the model that names what does not exist.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A text for the model that names what does not exist.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-reference";

/// A model believes what it is told to call.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Reference, CODE, |hole| {
        format!("`{}` in {} is {}", hole.name, hole.inside, hole.detail)
    })
}
