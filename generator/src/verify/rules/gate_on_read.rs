//! Gates on something that only reads.

use super::Members;
use crate::diagnostics::{Fault, Place};
use crate::lower::curation::GatesEntry;
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule { code: CODE, about: "Gates on something that only reads.", check };

const CODE: &str = "gate-on-read";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let all = Members::of(surface);
    let mut faults = Vec::new();
    for (name, entry) in &surface.curation.tools {
        let members = all.of_entry(name);
        let reads = |index: usize| {
            members
                .get(index)
                .is_some_and(|(_, variant)| variant.operation.is_some() && !variant.effect.is_mutation())
        };
        let all = !members.is_empty() && (0..members.len()).all(reads);
        if let Some(at) = place(&entry.value.gates).filter(|_| all) {
            faults.push(needless(at, name));
        }
        for (index, variant) in entry.value.variants.iter().enumerate() {
            if let Some(at) = place(&variant.gates).filter(|_| reads(index))
                && let Some((tool, variant)) = members.get(index)
            {
                faults.push(needless(at, &super::user(tool, variant)));
            }
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
