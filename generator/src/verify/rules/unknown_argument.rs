//! A name that no argument of the tool or variant has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A name that no argument of the tool or variant has.", check };

const CODE: &str = "unknown-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Argument);
    holes
        .map(|hole| {
            let what = format!("{} has no argument `{}`", hole.inside, hole.name);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
