//! A server, a variable or an address that does not exist.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A server, a variable or an address that does not exist.", check };

const CODE: &str = "unknown-server";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Server);
    holes
        .map(|hole| {
            let why = if hole.detail.is_empty() { String::new() } else { format!(": {}", hole.detail) };
            let what = format!("`{}` does not exist in {}{why}", hole.name, hole.inside);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
