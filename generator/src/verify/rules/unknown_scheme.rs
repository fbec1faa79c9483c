//! A name that no security scheme of the document has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no security scheme of the document has.", check };

const CODE: &str = "unknown-scheme";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Scheme);
    holes
        .map(|hole| {
            let what = format!("`{}` is no security scheme of {}", hole.name, hole.inside);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
