//! An entry of `types` that cannot stand for what it names.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An entry of `types` that cannot stand for what it names.",
    check: Check::whole(check),
};

const CODE: &str = "unfit-type";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Type, CODE, |hole| {
        format!("{} cannot have this schema for `{}`{}", hole.inside, hole.name, because(hole))
    })
}
