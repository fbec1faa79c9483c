//! A renamed tool whose new name is no tool, or whose old name still is one.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A renamed tool whose new name is no tool, or whose old name still is one.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-tool";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Tool, CODE, |hole| match hole.detail.as_str() {
        "" => format!("`{}` of {} is no tool", hole.name, hole.inside),
        why => format!("the old name `{}` of {} {why}", hole.name, hole.inside),
    })
}
