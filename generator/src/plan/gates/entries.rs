//! What a tool and a variant say about gates → what applies to the variant.

use fewtools_contract::Effect;

use crate::diagnostics::Place;
use crate::lower::Curation;
use crate::lower::curation::{CapEntry, ConfirmEntry, DryRunEntry, Spot, ToolEntry, VariantEntry, Word};
use crate::plan::variants::Member;

/// The entries that apply to a variant.
#[derive(Debug, Default)]
pub(in crate::plan) struct GateEntries<'e> {
    /// `dry_run`
    pub dry_run: Option<&'e Spot<DryRunEntry>>,
    /// `confirm`
    pub confirm: Option<&'e Spot<ConfirmEntry>>,
    /// `cap`
    pub cap: Option<&'e Spot<CapEntry>>,
    /// Why there is none.
    pub ungated: Option<&'e Word>,
}

impl GateEntries<'_> {
    /// Whether a slot is that of a gate.
    pub fn has_slot(&self, name: &str) -> bool {
        let dry_run = self.dry_run.and_then(|gate| match &gate.value {
            DryRunEntry::Upstream { slot, .. } => Some(slot.as_ref()),
            DryRunEntry::Local => None,
        });
        let cap = self.cap.map(|gate| &gate.value.slot);
        dry_run.into_iter().chain(cap).any(|slot| slot.value == name && !name.starts_with("path."))
    }
}

/// The gates of a variant that changes something, each the variant's own, else the tool's. A variant that is `ungated`
/// takes none of the tool's; a tool that is `ungated` speaks for the variants that have no gate of their own.
pub(in crate::plan) fn of_member<'e>(
    tool: &'e ToolEntry,
    variant: &'e VariantEntry,
    effect: Effect,
) -> GateEntries<'e> {
    if !effect.is_mutation() {
        return GateEntries::default();
    }
    let own = &variant.gates;
    let wider = variant.ungated.is_none().then_some(&tool.gates);
    let has_own = own.dry_run.is_some() || own.confirm.is_some() || own.cap.is_some();
    GateEntries {
        dry_run: own.dry_run.as_ref().or(wider.and_then(|gates| gates.dry_run.as_ref())),
        confirm: own.confirm.as_ref().or(wider.and_then(|gates| gates.confirm.as_ref())),
        cap: own.cap.as_ref().or(wider.and_then(|gates| gates.cap.as_ref())),
        ungated: variant.ungated.as_ref().or(tool.ungated.as_ref().filter(|_| !has_own)),
    }
}

/// The arguments that the gates of a tool have, in their order, each with the place of the first gate that has it.
pub(in crate::plan) fn names(curation: &Curation, members: &[Member<'_>]) -> Vec<(String, Place)> {
    let gates = &curation.gates;
    let dry_run = members.iter().find_map(|member| member.gates.dry_run.map(|gate| gate.at.clone()));
    let confirm = members.iter().find_map(|member| member.gates.confirm.map(|gate| gate.at.clone()));
    let cap = members.iter().find_map(|member| member.gates.cap.map(|gate| gate.at.clone()));
    let cap_name = gates.cap.as_ref().map(|cap| cap.arg.value.clone());
    [
        dry_run.map(|at| (gates.dry_run.value.clone(), at)),
        confirm.map(|at| (gates.confirm.value.clone(), at)),
        cap_name.zip(cap),
    ]
    .into_iter()
    .flatten()
    .collect()
}
