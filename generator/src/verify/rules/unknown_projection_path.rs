//! A path of a projection that the declared answer does not have.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A path of a projection that the declared answer does not have.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-projection-path";

/// One fault a path, with the first answer that lacks it: a projection that several tools share is written once.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for hole in surface.holes.iter().filter(|hole| hole.kind == HoleKind::ProjectionPath) {
        if faults.iter().any(|fault| fault.place.as_ref() == Some(&hole.at)) {
            continue;
        }
        let what = if hole.detail.is_empty() {
            format!("`{}` is not in {}", hole.name, hole.inside)
        } else {
            format!("`{}` of {} cannot be picked: {}", hole.name, hole.inside, hole.detail)
        };
        faults.push(super::of_hole(hole, CODE, what));
    }
    faults
}
