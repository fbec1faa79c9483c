//! Gates on something that only reads.

use crate::diagnostics::{Fault, Place};
use crate::lower::curation::GatesEntry;
use crate::plan::{Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "Gates on something that only reads.", check: Check::tools(check) };

const CODE: &str = "gate-on-read";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let Some((name, entry)) = made.entry(surface.curation) else { return Vec::new() };
    let reads = |variant: &VariantPlan| variant.operation.is_some() && !variant.effect.is_mutation();
    let mut faults = Vec::new();
    if let Some(at) = place(&entry.gates).filter(|_| made.members().all(|(_, variant)| reads(variant))) {
        faults.push(needless(at, name));
    }
    for (said, (tool, variant)) in entry.variants.iter().zip(made.members()) {
        if let Some(at) = place(&said.gates).filter(|_| reads(variant)) {
            faults.push(needless(at, &super::user(tool, variant)));
        }
    }
    faults
}

fn needless(at: Place, user: &str) -> Fault {
    let what = format!("`{user}` only reads, and has gates");
    Fault::error(CODE, at, what).instead("no `gates`, or the `effect` that it has")
}

/// Where the first gate stands.
fn place(gates: &GatesEntry) -> Option<Place> {
    let dry_run = gates.dry_run.as_ref().map(|gate| &gate.at);
    let confirm = gates.confirm.as_ref().map(|gate| &gate.at);
    let place = dry_run.or(confirm).or(gates.cap.as_ref().map(|gate| &gate.at));
    place.map(Place::at_key)
}
