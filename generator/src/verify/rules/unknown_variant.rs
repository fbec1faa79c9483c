//! A name that no variant of the tool has, or an alias that is the name of one.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name that no variant of the tool has, or an alias that is the name of one.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-variant";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Variant, CODE, |hole| match hole.detail.as_str() {
        "" => format!("{} has no variant `{}`", hole.inside, hole.name),
        why => format!("the alias `{}` of {} {why}", hole.name, hole.inside),
    })
}
