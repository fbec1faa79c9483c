//! A type, default or constant that the schema in the document contradicts.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A type, default or constant that the schema in the document contradicts.",
    check,
};

const CODE: &str = "contradicted-document";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Contradiction);
    holes
        .map(|hole| {
            let what =
                format!("`{}` of {} contradicts the document: {}", hole.name, hole.inside, hole.detail);
            Fault::error(CODE, hole.at.clone(), what).instead("what the document accepts")
        })
        .collect()
}
