//! An operation whose security no credential can meet.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An operation whose security no credential can meet.",
    check: Check::whole(check),
};

const CODE: &str = "unmet-security";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::Security);
    holes
        .map(|hole| {
            let what = format!("{} cannot be called: {}", hole.inside, hole.detail);
            Fault::error(CODE, hole.at.clone(), what)
                .instead("an operation with another security alternative, or an `exclude` entry")
        })
        .collect()
}
