//! A required parameter or body field that no call could fill.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use std::rc::Rc;

use crate::diagnostics::Fault;
use crate::plan::{Slot, SlotKind, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};
use crate::verify::told::Told;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A required parameter or body field that no call could fill.",
    check: Check::all_tools(check),
};

const CODE: &str = "unfilled-requirement";

/// An error whatever `coverage` says: without the value every request is refused upstream.
fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (tool, variant) in made.requests().filter(|(_, request)| request.operation.is_some()) {
        let filled = filled(variant);
        let entered: BTreeSet<String> = filled.iter().filter_map(|name| super::entered(name)).collect();
        let (is_needed, told) = (needed(variant), Told::of(surface, tool, variant));
        let open =
            variant.slots.list.iter().filter(|slot| {
                !is_filled(&filled, &entered, slot) && is_needed(slot) && !told.is_about(slot)
            });
        let inside = inside(surface, variant);
        for slot in open.chain(&inside) {
            let user = super::user(tool, variant);
            let what = format!("`{}` is required by `{user}` and nothing fills it", slot.name);
            let instead = format!("{}, or a {} value", super::filler(surface, tool), super::constant(tool));
            let fault = Fault::error(CODE, slot.at.clone(), what).instead(instead);
            faults.push(fault.also(variant.call_at.clone(), "used here"));
        }
    }
    faults
}

/// Required in every request, or in a body that some argument or constant makes be sent.
pub(super) fn needed(variant: &VariantPlan) -> impl Fn(&Slot) -> bool {
    let body = |name: &str| name.starts_with("body");
    let is_sent = variant.inputs.iter().any(|input| body(&input.slot.name))
        || variant.fixed.iter().any(|fixed| body(&fixed.slot.name));
    move |slot| {
        slot.required || (slot.needed_in == Some(0) && matches!(slot.kind, SlotKind::Field(_)) && is_sent)
    }
}

/// The slots that an argument, a constant or a read before fills.
pub(super) fn filled(variant: &VariantPlan) -> BTreeSet<&str> {
    let inputs = variant.filling().map(|slot| slot.name.as_str());
    let read = variant.merge.iter().filter_map(|merge| merge.if_match.as_deref());
    inputs.chain(variant.fixed.iter().map(|fixed| fixed.slot.name.as_str())).chain(read).collect()
}

fn is_filled(filled: &BTreeSet<&str>, entered: &BTreeSet<String>, slot: &Slot) -> bool {
    let field = matches!(slot.kind, SlotKind::Field(_));
    filled.contains(slot.name.as_str())
        || (field && (filled.contains("body") || entered.contains(&slot.wire)))
}

/// What the objects around a filled part of the body need beside it.
fn inside(surface: &Surface<'_>, variant: &VariantPlan) -> Vec<Rc<Slot>> {
    let inputs = variant.inputs.iter().map(|input| &input.slot.kind);
    let kinds = inputs.chain(variant.fixed.iter().map(|fixed| &fixed.slot.kind));
    let filled: Vec<&[String]> = kinds
        .filter_map(|kind| match kind {
            SlotKind::Field(keys) => Some(keys.as_slice()),
            _ => None,
        })
        .collect();
    let around: IndexSet<&[String]> =
        filled.iter().flat_map(|keys| (1..keys.len()).filter_map(|length| keys.get(..length))).collect();
    let ways: BTreeSet<&[String]> = filled.iter().copied().collect();
    let needs = around.iter().flat_map(|object| variant.slots.needed_inside(surface.api, object));
    needs
        .filter(|slot| match &slot.kind {
            // Neither it nor anything around it is filled, nor anything inside of it.
            SlotKind::Field(keys) => {
                !(0..=keys.len()).any(|length| keys.get(..length).is_some_and(|way| ways.contains(way)))
                    && !around.contains(keys.as_slice())
            }
            _ => false,
        })
        .collect()
}
