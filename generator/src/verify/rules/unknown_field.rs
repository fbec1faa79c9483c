//! A name in a finding that no field of the projection has, or whose field a sentence cannot hold.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A name in a finding that no field of the projection has, or whose field a sentence cannot hold.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-field";

/// One fault a name and place: a projection that several tools share is written once.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut told = std::collections::BTreeSet::new();
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::ResultField);
    let first = holes.filter(|hole| told.insert((hole.at.clone(), hole.name.clone())));
    first
        .map(|hole| {
            let what = match hole.detail.as_str() {
                "" => format!("a finding {} names `{}`, which is no field of it", hole.inside, hole.name),
                why => format!("a finding {} says `{{{}}}`: {why}", hole.inside, hole.name),
            };
            super::of_hole(hole, CODE, what)
        })
        .collect()
}
