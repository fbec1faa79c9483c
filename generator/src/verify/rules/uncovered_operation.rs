//! An operation that is neither used nor excluded.

use super::level;
use crate::diagnostics::Fault;
use crate::plan::{Decision, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "An operation that is neither used nor excluded.", check };

const CODE: &str = "uncovered-operation";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.uncovered) else { return Vec::new() };
    let open =
        surface.decisions.iter().filter(|decision| decision.used.is_empty() && decision.excluded.is_empty());
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
