//! An output schema that is asked for and cannot be derived.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An output schema that is asked for and cannot be derived.",
    check: Check::whole(check),
};

const CODE: &str = "no-output-schema";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::OutputSchema, CODE, |hole| {
        format!("the answers of {} have no output schema: {}", hole.inside, hole.detail)
    })
}
