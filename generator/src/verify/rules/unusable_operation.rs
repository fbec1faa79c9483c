//! A used operation that cannot be read from the document or sent.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A used operation that cannot be read from the document or sent.", check };

const CODE: &str = "unusable-operation";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::UnusableOperation);
    holes
        .map(|hole| {
            let what = format!("`{}` of {} cannot be used: {}", hole.name, hole.inside, hole.detail);
            Fault::error(CODE, hole.at.clone(), what)
                .instead("repair the document, or `exclude` the operation with a `why`")
        })
        .collect()
}
