//! A type, default or constant that the schema in the document contradicts.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A type, default or constant that the schema in the document contradicts.",
    check: Check::whole(check),
};

const CODE: &str = "contradicted-document";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Contradiction, CODE, |hole| {
        format!("`{}` of {} contradicts the document: {}", hole.name, hole.inside, hole.detail)
    })
}
