//! A name that no operation of the document has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no operation of the document has.", check: Check::whole(check) };

const CODE: &str = "unknown-operation";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Operation, CODE, |hole| {
        format!("`{}` of {} is no operation of the document{}", hole.name, hole.inside, super::because(hole))
    })
}
