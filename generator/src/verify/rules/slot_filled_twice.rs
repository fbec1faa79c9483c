//! A slot that two arguments, or an argument and a constant, would fill.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A slot that two arguments, or an argument and a constant, would fill.",
    check,
};

const CODE: &str = "slot-filled-twice";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::SlotTwice);
    holes
        .map(|hole| {
            let what = format!(
                "`{}` of {} goes to `{}`, which is filled already",
                hole.name, hole.inside, hole.detail
            );
            Fault::error(CODE, hole.at.clone(), what)
                .instead("one argument or one `fixed` value for each slot")
        })
        .collect()
}
