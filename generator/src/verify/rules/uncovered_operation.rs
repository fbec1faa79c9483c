//! An operation that is neither used nor excluded.

use super::level;
use crate::diagnostics::{Fault, nearest};
use crate::plan::{Decision, Hole, HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "An operation that is neither used nor excluded.", check: Check::whole(check) };

const CODE: &str = "uncovered-operation";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.uncovered) else { return Vec::new() };
    let meant: Vec<&str> = surface.holes.iter().filter_map(meant).collect();
    let shares_id = |index: usize| {
        let id = surface.api.operations.get(index).and_then(|operation| operation.operation_id.as_ref());
        surface.holes.iter().any(|hole| hole.kind == HoleKind::Operation && Some(&hole.name) == id)
    };
    let undecided = surface.decisions.iter().enumerate().filter(|(index, decision)| {
        let decided = !decision.used.is_empty() || !decision.excluded.is_empty();
        !decided && !meant.contains(&decision.id.as_str()) && !shares_id(*index)
    });
    let open = undecided.map(|(_, decision)| decision);
    open.map(|decision| {
        let Decision { id, route, .. } = decision;
        let named = if id == route { format!("`{id}`") } else { format!("`{id}` ({route})") };
        let what = format!("{named} is neither used nor excluded");
        // A path has braces, which YAML would read as a mapping.
        let written = if id.contains(' ') { format!("'{id}'") } else { id.clone() };
        let instead = format!("a tool that calls it, or `exclude: [{{ ops: [{written}], why: … }}]`");
        Fault::new(CODE, level, Some(decision.at.clone()), what).instead(instead)
    })
    .collect()
}

/// The operation that a misspelt name was meant for, which `unknown-operation` tells already.
fn meant(hole: &Hole) -> Option<&str> {
    let wrong = hole.kind == HoleKind::Operation;
    nearest(&hole.name, hole.candidates.iter().map(String::as_str).filter(|_| wrong))
}
