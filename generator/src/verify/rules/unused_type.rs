//! An entry of `types` that nothing of the used operations has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An entry of `types` that nothing of the used operations has.",
    check: Check::whole(check),
};

const CODE: &str = "unused-type";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::UnusedType, CODE, |hole| {
        format!(
            "no argument has the type `{0}`, and no used operation a component or a format `{0}`",
            hole.name
        )
    })
}
