//! A used operation that cannot be read from the document or sent.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A used operation that cannot be read from the document or sent.",
    check: Check::whole(check),
};

const CODE: &str = "unusable-operation";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let faults = super::of_holes(surface, HoleKind::UnusableOperation, CODE, |hole| {
        format!("{} cannot use `{}`: {}", hole.inside, hole.name, hole.detail)
    });
    faults.into_iter().map(with_way_out).collect()
}

/// A document that cannot be repaired does not stop the rest: the operation is left out.
fn with_way_out(fault: Fault) -> Fault {
    let repair = match fault.instead.as_str() {
        "leave it out" => "repair the document".to_owned(),
        repair => repair.to_owned(),
    };
    fault.instead(format!("{repair}; or `exclude` the operation"))
}
