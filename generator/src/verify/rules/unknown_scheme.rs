//! A name that no security scheme of the document has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name that no security scheme of the document has.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-scheme";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Scheme, CODE, |hole| {
        format!("`{}` is no security scheme of {}", hole.name, hole.inside)
    })
}
