//! A condition that names what is not there, or compares what cannot be compared.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A condition that names what is not there, or compares what cannot be compared.",
    check: Check::whole(check),
};

const CODE: &str = "bad-condition";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Condition, CODE, |hole| match hole.detail.as_str() {
        "" => format!("a condition of {} names `{}`, which is no field there", hole.inside, hole.name),
        why => format!("in a condition of {}, `{}` {why}", hole.inside, hole.name),
    })
}
