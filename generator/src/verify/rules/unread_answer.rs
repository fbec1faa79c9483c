//! A used operation with an answer that is declared by a reference that leads nowhere.

use crate::diagnostics::{Code, Fault, Level};
use crate::lower::api::Operation;
use crate::plan::Surface;
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A used operation with an answer that is declared by a reference that leads nowhere.",
    check: Check::all_tools(check),
};

const CODE: &str = "unread-answer";

/// Nothing has to be known of an answer that is not picked from; where fields are picked this is an error elsewhere.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (tool, variant) in made.requests() {
        let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
        let unread: Vec<Fault> = operation.into_iter().flat_map(unread).collect();
        let user = || format!("`{}`", super::user(tool, variant));
        if !unread.is_empty() && !surface.holes.iter().any(|hole| hole.inside.contains(&user())) {
            faults.extend(unread.into_iter().map(|fault| fault.also(variant.call_at.clone(), "used here")));
        }
    }
    faults
}

fn unread(operation: &Operation) -> impl Iterator<Item = Fault> {
    let media = operation.responses.iter().flat_map(|response| &response.media);
    media.filter_map(|media| media.astray.as_deref().cloned()).map(|fault| {
        let what = format!("an answer of `{}` is not known: {}", operation.id, fault.what);
        Fault { code: Code(CODE), level: Level::Warning, what, ..fault }
    })
}
