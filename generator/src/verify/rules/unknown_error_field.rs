//! A placeholder of an error sentence that no declared error has.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A placeholder of an error sentence that no declared error has.", check };

const CODE: &str = "unknown-error-field";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::ErrorField);
    holes
        .map(|hole| {
            let why = if hole.detail.is_empty() { String::new() } else { format!(": {}", hole.detail) };
            let what = format!("`{}` is no field of {}{why}", hole.name, hole.inside);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
