//! A template whose addresses cannot come from where it says.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A template whose addresses cannot come from where it says.",
    check: Check::whole(check),
};

const CODE: &str = "bad-list-from";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::ListFrom, CODE, |hole| match hole.detail.as_str() {
        "" => format!("`{}` is no field of the rows that {} is listed from", hole.name, hole.inside),
        why => format!("{} {why}", hole.inside),
    })
}
