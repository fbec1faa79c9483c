//! A name that no projection of the manifest has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no projection of the manifest has.", check };

const CODE: &str = "unknown-projection";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Projection);
    holes
        .map(|hole| {
            let what = format!("`{}` of {} is no projection", hole.name, hole.inside);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
