//! A name that no argument of the tool or variant has, or of one that cannot have what is said of it.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name that no argument of the tool or variant has.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Argument, CODE, |hole| match hole.detail.as_str() {
        "" => format!("{} has no argument `{}`", hole.inside, hole.name),
        why => format!("`{}` of {} {why}", hole.name, hole.inside),
    })
}
