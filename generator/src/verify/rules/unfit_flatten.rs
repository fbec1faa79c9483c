//! An argument of `flatten` that has no properties to list.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument of `flatten` that has no properties to list.",
    check: Check::whole(check),
};

const CODE: &str = "unfit-flatten";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Flatten, CODE, |hole| {
        format!("`{}` of {} cannot be flattened{}", hole.name, hole.inside, because(hole))
    })
}
