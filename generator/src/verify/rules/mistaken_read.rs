//! An operation that is said to read, and whose method changes or removes something.

use crate::diagnostics::{Fault, Place};
use crate::plan::{Surface, client_user};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An operation that is said to read, and whose method changes or removes something.",
    check: Check::tools(check).after(client),
};

const CODE: &str = "mistaken-read";

/// An operation of `client`, which a tool that only reads could call.
fn client(surface: &Surface<'_>) -> Vec<Fault> {
    let said = surface.curation.client.iter().filter_map(|entry| Some((entry, entry.effect.as_ref()?)));
    let reads = said.filter(|(_, effect)| !effect.value.is_mutation());
    reads
        .filter_map(|(entry, effect)| {
            let user = client_user(&entry.call);
            let decision = surface.decisions.iter().find(|decision| decision.used.contains(&user))?;
            let (method, _) = decision.route.split_once(' ')?;
            super::WRITES.contains(&method).then(|| fault(&effect.at, &user, &decision.id, method))
        })
        .collect()
}

fn fault(at: &Place, user: &str, id: &str, method: &str) -> Fault {
    let what = format!("`{user}` is said to read, and `{id}` is a {method}");
    Fault::error(CODE, at.clone(), what).instead("`effect: destructive`, `idempotent` or `additive`")
}

/// Such a tool would stand behind no gate, be listed as read-only, and be in every profile that only reads.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let Some((_, entry)) = made.entry(surface.curation) else { return Vec::new() };
    let mut faults = Vec::new();
    for (said, (tool, variant)) in entry.variants.iter().zip(made.members()) {
        let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
        let Some(operation) =
            operation.filter(|operation| super::WRITES.contains(&operation.method.as_str()))
        else {
            continue;
        };
        if variant.effect.is_mutation() {
            continue;
        }
        let at = said.effect.as_ref().or(entry.effect.as_ref()).map_or(&variant.call_at, |effect| &effect.at);
        let user = super::user(tool, variant);
        faults.push(fault(at, &user, &operation.id, &operation.method));
    }
    faults
}
