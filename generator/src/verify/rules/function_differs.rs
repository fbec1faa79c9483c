//! A function of the host program that is named with other types elsewhere.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A function of the host program that is named with other types elsewhere.",
    check: Check::whole(check),
};

const CODE: &str = "function-differs";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Function, CODE, |hole| {
        format!(
            "the function `{}` {} has {} than where it was named first",
            hole.name, hole.inside, hole.detail
        )
    })
}
