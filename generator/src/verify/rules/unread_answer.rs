//! A used operation with an answer that is declared by a reference that leads nowhere.

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Fault, Level, Place};
use crate::lower::api::Operation;
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A used operation with an answer that is declared by a reference that leads nowhere.",
    check,
};

const CODE: &str = "unread-answer";

/// Nothing has to be known of an answer that is not picked from; where fields are picked this is an error elsewhere.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut read = BTreeSet::new();
    for tool in surface.all_tools() {
        for variant in tool.requests() {
            let user = format!("`{}`", super::user(tool, variant));
            let failed = surface.holes.iter().any(|hole| hole.inside.contains(&user));
            let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
            for fault in
                operation.filter(|_| !failed).into_iter().flat_map(|it| unread(surface, it, &mut read))
            {
                faults.push(fault.also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}

/// Many operations share their answers; the schemas that are known to be read are kept.
fn unread<'s>(
    surface: &'s Surface<'_>,
    operation: &'s Operation,
    read: &mut BTreeSet<&'s Place>,
) -> Vec<Fault> {
    let media = operation.responses.iter().flat_map(|response| &response.media);
    let places = media.filter_map(|media| media.schema.as_ref());
    let places = places.filter(|place| !read.contains(*place)).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for place in places {
        match surface.api.schemas.leads(place) {
            Ok(()) => drop(read.insert(place)),
            Err(fault) => wrong.push(fault),
        }
    }
    wrong
        .into_iter()
        .map(|fault| {
            let what = format!("an answer of `{}` is not known: {}", operation.id, fault.what);
            Fault { code: Code(CODE), level: Level::Warning, what, ..fault }
        })
        .collect()
}
