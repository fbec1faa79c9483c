//! A member of a profile that does not exist or cannot be in it.

use crate::diagnostics::Fault;
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A member of a profile that does not exist or cannot be in it.",
    check: Check::whole(check),
};

const CODE: &str = "unknown-profile-member";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    super::of_holes(surface, HoleKind::ProfileMember, CODE, |hole| {
        format!("`{}` in {} {}", hole.name, hole.inside, hole.detail)
    })
}
