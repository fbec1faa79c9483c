//! A renamed tool whose new name is no tool, or whose old name still is one.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A renamed tool whose new name is no tool, or whose old name still is one.",
    check,
};

const CODE: &str = "unknown-tool";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Tool);
    holes
        .map(|hole| {
            let why = if hole.detail.is_empty() { String::new() } else { format!(": {}", hole.detail) };
            let what = format!("`{}` is no tool that can be named in {}{why}", hole.name, hole.inside);
            Fault::error(CODE, hole.at.clone(), what).instead(suggest::name(&hole.name, &hole.candidates))
        })
        .collect()
}
