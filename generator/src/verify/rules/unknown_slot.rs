//! A slot that the operation does not have.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule = Rule { code: CODE, about: "A slot that the operation does not have.", check };

const CODE: &str = "unknown-slot";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Slot);
    holes
        .map(|hole| {
            let what = format!("{} has no slot `{}`", hole.inside, hole.name);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
