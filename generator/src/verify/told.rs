//! A slot that nothing fills → whether a fault about the name that was meant for it tells that already.

use super::rules::{argument_clash, discriminator_clash, gate_argument_clash, unbound_argument};
use crate::diagnostics::nearest;
use crate::plan::{Hole, HoleKind, Slot, Surface, ToolPlan, VariantPlan};

/// Whether one more fault about this slot would say the same.
pub(super) fn is_told(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan, slot: &Slot) -> bool {
    surface.holes.iter().any(|hole| is_about(hole, tool, variant) && means(hole, slot))
        || gate_argument_clash::clashes(tool, variant, slot)
        || argument_clash::meant(tool, variant, slot).is_some()
        || discriminator_clash::clash(tool, variant).is_some_and(|clash| clash.name == slot.name)
        || is_misspelt(surface, tool, variant, slot)
}

fn is_about(hole: &Hole, tool: &ToolPlan, variant: &VariantPlan) -> bool {
    let (tool, variant) = (&tool.entry, super::rules::user(tool, variant));
    hole.inside == format!("`{tool}`") || hole.inside == format!("`{variant}`")
}

/// Whether a name that points at nothing was meant for a slot.
fn means(hole: &Hole, slot: &Slot) -> bool {
    let names = hole.candidates.iter().map(String::as_str);
    match hole.kind {
        HoleKind::AmbiguousArgument => hole.candidates.contains(&slot.name),
        HoleKind::Slot => {
            let near = nearest(&hole.name, names).or(hole.candidates.first().map(String::as_str));
            near.is_some_and(|near| near == slot.name || super::rules::leads_into(near, &slot.wire))
        }
        _ => false,
    }
}

/// Whether an argument that goes nowhere is spelt nearly like a slot.
fn is_misspelt(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan, slot: &Slot) -> bool {
    let unbound =
        (0..tool.arguments.len()).filter(|index| unbound_argument::is_unbound(surface, tool, *index));
    unbound.filter_map(|index| tool.arguments.get(index)).any(|argument| {
        let wires = variant.slots.list.iter().map(|slot| slot.wire.as_str());
        nearest(&argument.name, wires) == Some(slot.wire.as_str())
    })
}
