//! A server, a variable or an address that does not exist.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A server, a variable or an address that does not exist.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-server";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::Server, CODE, |hole| {
        format!("`{}` is none of {}{}", hole.name, hole.inside, super::because(hole))
    })
}
