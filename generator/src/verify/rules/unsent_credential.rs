//! An entry of `auth` for a scheme that no operation that is called asks for.

use crate::diagnostics::{Fault, Place};
use crate::plan::{HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An entry of `auth` for a scheme that no operation that is called asks for.",
    check: Check::whole(check),
};

const CODE: &str = "unsent-credential";

/// A warning: an API that asks for nothing may be all that is wanted. Where a call is a hole, a fault about that says enough.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let is_lost =
        |kind| matches!(kind, HoleKind::Operation | HoleKind::UnusableOperation | HoleKind::Security);
    if surface.holes.iter().any(|hole| is_lost(hole.kind)) {
        return Vec::new();
    }
    let is_known =
        |name: &str| surface.api.schemes.iter().any(|scheme| scheme.name == name && scheme.kind.is_ok());
    let is_sent = |name: &str| surface.catalogue.schemes.iter().any(|scheme| scheme.name == name);
    let unsent = surface.curation.auth.iter().filter(|(name, _)| is_known(name) && !is_sent(name));
    unsent.map(|(name, entry)| fault(surface, name, entry.at.at_key())).collect()
}

fn fault(surface: &Surface<'_>, name: &str, at: Place) -> Fault {
    let mut alternatives = surface.api.operations.iter().flat_map(|operation| &operation.security);
    let is_asked = alternatives.any(|all| all.iter().any(|(scheme, _)| scheme == name));
    let (whose, instead) = match is_asked {
        true => ("no operation that is called", "a call of an operation that does, or no entry".to_owned()),
        false => (
            "no operation of the document",
            format!(
                "an overlay with `{{ target: $, update: {{ security: [{{ {name}: [] }}] }} }}`, or no entry"
            ),
        ),
    };
    let what = format!("{whose} asks for `{name}` in its `security`, so this credential is never sent");
    Fault::warning(CODE, at, what).instead(instead)
}
