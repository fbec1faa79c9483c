//! An argument whose name stands in several places of the request.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::check::Check;
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument whose name stands in several places of the request.",
    check: Check::whole(check),
};

const CODE: &str = "ambiguous-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::AmbiguousArgument);
    holes
        .map(|hole| {
            let what = format!(
                "`{}` of {} could go to {}",
                hole.name,
                hole.inside,
                suggest::quoted(&hole.candidates)
            );
            Fault::error(CODE, hole.at.clone(), what).instead(format!(
                "`bind: {{ {}: {} }}`",
                hole.name,
                hole.candidates.first().map_or("…", String::as_str)
            ))
        })
        .collect()
}
