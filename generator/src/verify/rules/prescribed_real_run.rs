//! A prompt that has the model destroy something without a look at it first.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A prompt that has the model destroy something without a look at it first.",
    check: Check::whole(check),
};

const CODE: &str = "prescribed-real-run";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::RealRun, CODE, |hole| {
        format!("`{}` in {} {}", hole.name, hole.inside, hole.detail)
    })
}
