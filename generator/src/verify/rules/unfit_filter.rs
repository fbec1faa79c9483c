//! A `keep_where` that its rows cannot have.

use super::because;
use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A `keep_where` that its rows cannot have.", check: Check::whole(check) };

const CODE: &str = "unfit-filter";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Keep, CODE, |hole| {
        format!("`keep_where` of {} cannot have `{}`{}", hole.inside, hole.name, because(hole))
    })
}
