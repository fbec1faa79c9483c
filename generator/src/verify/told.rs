//! A slot that nothing fills → whether a fault about the name that was meant for it tells that already.

use std::collections::BTreeSet;

use super::rules::{argument_clash, discriminator_clash, gate_argument_clash, unbound_argument};
use crate::diagnostics::nearest;
use crate::plan::{Hole, HoleKind, Slot, Surface, ToolPlan, VariantPlan};

/// What faults about a variant say already.
pub(super) struct Told<'s> {
    tool: &'s ToolPlan,
    variant: &'s VariantPlan,
    holes: Vec<&'s Hole>,
    /// The slot that has the name of the discriminator.
    chooses: Option<&'s str>,
    /// The wire names that are nearest to arguments that go nowhere.
    misspelt: BTreeSet<&'s str>,
}

impl<'s> Told<'s> {
    pub(super) fn of(surface: &'s Surface<'_>, tool: &'s ToolPlan, variant: &'s VariantPlan) -> Self {
        let wires = || variant.slots.list.iter().map(|slot| slot.wire.as_str());
        let lost = unbound_argument::unbound(surface, tool);
        Self {
            tool,
            variant,
            holes: surface.holes.iter().filter(|hole| is_about(hole, tool, variant)).collect(),
            chooses: discriminator_clash::clash(tool, variant).map(|clash| clash.name.as_str()),
            misspelt: lost.filter_map(|argument| nearest(&argument.name, wires())).collect(),
        }
    }

    /// Whether one more fault about this slot would say the same.
    pub(super) fn is_about(&self, slot: &Slot) -> bool {
        self.holes.iter().any(|hole| means(hole, slot))
            || gate_argument_clash::clashes(self.tool, self.variant, slot)
            || argument_clash::meant(self.tool, self.variant, slot).is_some()
            || self.chooses == Some(slot.name.as_str())
            || self.misspelt.contains(slot.wire.as_str())
    }
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
