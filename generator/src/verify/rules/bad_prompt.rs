//! A prompt that cannot be filled in.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A prompt that cannot be filled in.", check: Check::whole(check) };

const CODE: &str = "bad-prompt";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Prompt, CODE, |hole| format!("{}: {}", hole.inside, hole.detail))
}
