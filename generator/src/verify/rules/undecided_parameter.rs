//! A parameter or body field of a used operation that nothing is decided about.

use std::collections::BTreeSet;

use super::level;
use super::unfilled_requirement::{filled, needed};
use crate::diagnostics::Fault;
use crate::plan::{Slot, SlotKind, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::Check;
use crate::verify::told::Told;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A parameter or body field of a used operation that nothing is decided about.",
    check: Check::whole(check),
};

const CODE: &str = "undecided-parameter";

/// Required ones are left to `unfilled-requirement`.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.undecided) else { return Vec::new() };
    let mut faults = Vec::new();
    for tool in surface.all_tools() {
        for variant in &tool.variants {
            let decided = decided(variant);
            let entered: BTreeSet<String> = decided.iter().filter_map(|name| super::entered(name)).collect();
            let (is_needed, told) = (needed(variant), Told::of(surface, tool, variant));
            let open = variant.slots.list.iter().filter(|slot| {
                !decided.contains(slot.name.as_str())
                    && !is_needed(slot)
                    && !is_covered(&decided, &entered, slot)
                    && !told.is_about(slot)
            });
            for slot in open {
                let user = super::user(tool, variant);
                let what = format!("`{}` of `{user}` is not decided about", slot.name);
                let filler = super::filler(surface, tool);
                let instead = format!("{filler}, a `fixed` value, or its name in `not_offered`");
                let fault = Fault::new(CODE, level, Some(slot.at.clone()), what).instead(instead);
                faults.push(fault.also(variant.call_at.clone(), "used here"));
            }
        }
    }
    faults
}

/// The slots that are offered, constant or not offered.
fn decided(variant: &VariantPlan) -> BTreeSet<&str> {
    let not_offered = variant.not_offered.iter().map(String::as_str);
    filled(variant).into_iter().chain(not_offered).collect()
}

/// A field of the body is decided with the whole body too, and with a part of its own.
fn is_covered(decided: &BTreeSet<&str>, entered: &BTreeSet<String>, slot: &Slot) -> bool {
    match slot.kind {
        SlotKind::More => true,
        SlotKind::Field(_) => decided.contains("body") || entered.contains(&slot.wire),
        _ => false,
    }
}
