//! A variant of the manifest → its operation, slots, constants and effect.

use std::collections::BTreeSet;
use std::rc::Rc;

use fewtools_contract::Effect;
use serde_json::Value;

use super::Planner;
use super::checks;
use super::gates::{self, GateEntries};
use super::hole::{Hole, HoleKind};
use super::media;
use super::merge;
use super::narrow;
use super::shape::Shape;
use super::slots::{Slot, SlotKind, Slots};
use super::surface::{CheckPlan, FixedPlan};
use crate::lower::Api;
use crate::lower::api::Operation;
use crate::lower::curation::{Spot, ToolEntry, VariantEntry, Word};

/// A variant whose operation is found, before its arguments are bound.
pub(super) struct Member<'e> {
    /// The entry.
    pub entry: &'e VariantEntry,
    /// The words faults use for it: `` `tool` `` or `` `tool.variant` ``.
    pub label: String,
    /// Its operation.
    pub operation: Option<usize>,
    /// The slots of its operation.
    pub slots: Rc<Slots>,
    /// Constants it sends.
    pub fixed: Vec<FixedPlan>,
    /// Slots it never offers.
    pub not_offered: Vec<String>,
    /// What it does.
    pub effect: Effect,
    /// What its entries say about gates.
    pub gates: GateEntries<'e>,
}

impl Member<'_> {
    /// Whether nothing but an argument can still fill a slot.
    pub fn is_open(&self) -> impl Fn(&Slot) -> bool {
        let fixed = self.fixed.iter().map(|fixed| fixed.slot.name.as_str());
        let closed: BTreeSet<&str> = fixed.chain(self.not_offered.iter().map(String::as_str)).collect();
        move |slot| {
            let in_body = matches!(slot.kind, SlotKind::Field(_) | SlotKind::More);
            let is_read = self.entry.merge_into.is_some()
                && slot.name.strip_prefix("header.").is_some_and(merge::is_precondition);
            let is_closed = closed.contains(slot.name.as_str()) || (in_body && closed.contains("body"));
            !is_read && !is_closed && !self.gates.has_slot(&slot.name)
        }
    }
}

/// Finds the operation, slots and constants of variants of a tool.
pub(super) fn members<'e>(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &'e ToolEntry,
    variants: &'e [VariantEntry],
) -> Vec<Member<'e>> {
    let mut members: Vec<Member<'e>> =
        variants.iter().map(|variant| member(planner, tool, entry, variant)).collect();
    change_by_reading(planner, entry, &mut members);
    let lists: [Vec<&Word>; 1] = [entry.not_offered.iter().collect()];
    for word in lists.into_iter().flatten() {
        expect_somewhere(planner, tool, &members, word);
    }
    for (slot, value) in &entry.fixed {
        expect_somewhere(planner, tool, &members, &Spot::new(slot.clone(), value.at.at_key()));
    }
    members
}

fn member<'e>(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &'e ToolEntry,
    variant: &'e VariantEntry,
) -> Member<'e> {
    let user = match variant.name.value.as_str() {
        "" => tool.to_owned(),
        name if entry.expand => narrow::expanded_name(tool, name),
        name => format!("{tool}.{name}"),
    };
    let label = format!("`{user}`");
    let operation = planner.operations.call(&mut planner.holes, &variant.call, &user);
    let (operation, slots) =
        match operation.map(|index| (index, planner.slots_of(index, &variant.call, &label))) {
            Some((index, Some(slots))) => (Some(index), slots),
            _ => (None, Rc::default()),
        };
    let mut slots = slots;
    if variant.merge_into.is_some() {
        planner.partial_slots(&variant.call, &label, &mut slots);
    }
    let effect = effect(planner, entry, variant, operation);
    let mut member = Member {
        entry: variant,
        label,
        operation,
        slots,
        fixed: Vec::new(),
        not_offered: Vec::new(),
        effect,
        gates: gates::of_member(entry, variant, effect),
    };
    if operation.is_some() {
        fix(planner, &mut member, &entry.fixed, Missing::Elsewhere);
        fix(planner, &mut member, &variant.fixed, Missing::Wrong);
        leave_out(planner, &mut member, entry);
    }
    member
}

/// What it means when the operation lacks a named slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// Another variant has it.
    Elsewhere,
    /// The name is wrong.
    Wrong,
}

fn fix(
    planner: &mut Planner<'_>,
    member: &mut Member<'_>,
    entries: &indexmap::IndexMap<String, Spot<Value>>,
    missing: Missing,
) {
    let mut known: BTreeSet<String> = member.fixed.iter().map(|fixed| fixed.slot.name.clone()).collect();
    for (name, value) in entries {
        let word = Spot::new(name.clone(), value.at.at_key());
        let Some(slot) = planner.find_slot(&member.slots, &word, &member.label) else {
            if missing == Missing::Wrong {
                planner.no_slot(&member.slots, &word, &member.label);
            }
            continue;
        };
        planner.fits(&slot, &value.value, &word, &member.label);
        if !known.insert(slot.name.clone()) {
            member.fixed.retain(|fixed| fixed.slot.name != slot.name);
        }
        member.fixed.push(FixedPlan { slot, value: value.value.clone() });
    }
}

fn leave_out(planner: &mut Planner<'_>, member: &mut Member<'_>, entry: &ToolEntry) {
    for word in &member.entry.not_offered {
        match planner.find_slot(&member.slots, word, &member.label) {
            Some(slot) => member.not_offered.push(slot.name.clone()),
            None => planner.no_slot(&member.slots, word, &member.label),
        }
    }
    let wider = entry.not_offered.iter().chain(&planner.curation.coverage.not_offered);
    member.not_offered.extend(wider.map(|word| word.value.clone()));
}

fn expect_somewhere(planner: &mut Planner<'_>, tool: &str, members: &[Member<'_>], word: &Word) {
    let usable: Vec<&Member<'_>> = members.iter().filter(|member| member.operation.is_some()).collect();
    let found = usable.iter().any(|member| planner.find_slot(&member.slots, word, &member.label).is_some());
    if !found && usable.len() == members.len() {
        planner.no_slot_of(&usable, word, tool);
    }
}

/// Every slot of `coverage.not_offered` is one of some operation, used or not.
pub(super) fn check_not_offered(planner: &mut Planner<'_>) {
    if planner.curation.coverage.not_offered.is_empty() {
        return;
    }
    let used = planner.slots.iter().flatten();
    let used: BTreeSet<String> = used.flat_map(|slots| slots.names()).collect();
    let words = planner.curation.coverage.not_offered.iter();
    let unmet: Vec<&Word> = words.filter(|word| !used.contains(&word.value)).collect();
    if unmet.is_empty() {
        return;
    }
    let others = planner.api.operations.iter().filter_map(|other| Slots::of(planner.api, other).ok());
    let known: BTreeSet<String> = others.flat_map(|slots| slots.names()).chain(used).collect();
    for word in unmet.into_iter().filter(|word| !known.contains(&word.value)) {
        planner.holes.mark(HoleKind::Slot, word, "no operation", known.iter().cloned().collect());
    }
}

/// `effect` of the variant, else `read` for GET, HEAD and QUERY, else that of the tool, else `destructive`; see
/// [`change_by_reading`].
fn effect(
    planner: &Planner<'_>,
    tool: &ToolEntry,
    variant: &VariantEntry,
    operation: Option<usize>,
) -> Effect {
    let said = variant.effect.as_ref().map(|effect| effect.value);
    let of_tool = tool.effect.as_ref().map(|effect| effect.value);
    match (said, operation) {
        (Some(effect), _) => effect,
        (None, Some(index)) if !is_read(planner, index) => of_tool.unwrap_or(Effect::Destructive),
        (None, _) => Effect::Read,
    }
}

/// Whether the method of an operation promises to change nothing.
fn is_read(planner: &Planner<'_>, operation: usize) -> bool {
    let operation = planner.api.operations.get(operation);
    operation.is_none_or(|operation| matches!(operation.method.as_str(), "GET" | "HEAD" | "QUERY"))
}

/// `effect` of a tool that has no variant of another method is said of its reads: an API may break what they promise.
fn change_by_reading<'e>(planner: &Planner<'_>, tool: &'e ToolEntry, members: &mut [Member<'e>]) {
    let Some(said) = &tool.effect else { return };
    if !members.iter().all(|member| member.operation.is_some_and(|index| is_read(planner, index))) {
        return;
    }
    for member in members.iter_mut().filter(|member| member.entry.effect.is_none()) {
        member.effect = said.value;
        member.gates = gates::of_member(tool, member.entry, said.value);
    }
}

impl Planner<'_> {
    /// What a value must satisfy that goes to a slot and is no argument. Nothing is known of bytes, nor of a schema that
    /// cannot be read.
    pub(super) fn sent_check(&mut self, slot: &Slot) -> Rc<CheckPlan> {
        let shape = Shape::of(&self.api.schemas, &slot.schema).ok().filter(|_| slot.bytes.typed().is_none());
        let check = shape.and_then(|shape| self.typings.definitions.said(&slot.schema, &shape).ok());
        Rc::new(check.unwrap_or_else(checks::anything))
    }

    /// The slots of an operation, read once; marks a hole where they cannot be read or sent.
    pub(super) fn slots_of(&mut self, index: usize, call: &Word, label: &str) -> Option<Rc<Slots>> {
        if let Some(slots) = self.slots.get(index).cloned().flatten() {
            return Some(slots);
        }
        let operation = self.api.operations.get(index)?;
        if let Some(found) = unsendable(self.api, operation) {
            let hole = Hole::new(HoleKind::UnusableOperation, call, label).because(found.why);
            let hole = hole.instead(found.instead);
            self.holes.add(Hole { also: operation.body.as_ref().map(|body| body.at.clone()), ..hole });
            return None;
        }
        match Slots::of(self.api, operation) {
            Ok(slots) => {
                let slots = Rc::new(slots);
                if let Some(place) = self.slots.get_mut(index) {
                    *place = Some(Rc::clone(&slots));
                }
                Some(slots)
            }
            Err(fault) => {
                self.holes.unusable(call, label, &fault);
                None
            }
        }
    }

    /// The slot of this name; a schema on the way that cannot be read marks a hole.
    pub(super) fn find_slot(&mut self, slots: &Slots, word: &Word, label: &str) -> Option<Rc<Slot>> {
        match slots.find(self.api, &word.value) {
            Ok(slot) => slot,
            Err(fault) => {
                self.holes.explain(HoleKind::Contradiction, word, label, fault.what);
                None
            }
        }
    }

    /// Marks a slot that an operation does not have.
    pub(super) fn no_slot(&mut self, slots: &Slots, word: &Word, label: &str) {
        self.holes.mark(HoleKind::Slot, word, label, slots.near(self.api, &word.value));
    }

    /// Marks a slot that no operation of a tool has.
    pub(super) fn no_slot_of(&mut self, members: &[&Member<'_>], word: &Word, tool: &str) {
        let mut names: Vec<String> = Vec::new();
        for name in members.iter().flat_map(|member| member.slots.near(self.api, &word.value)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        self.holes.mark(HoleKind::Slot, word, format!("`{tool}`"), names);
    }

    /// Marks a hole where a constant or a default is refused by the slot's schema.
    pub(super) fn fits(&mut self, slot: &Slot, value: &Value, word: &Word, label: &str) {
        if !slot.bytes.is_told(value) {
            let hole = Hole::new(HoleKind::Contradiction, word, label)
                .because(format!("`{}` is bytes of a media type that has to be said", slot.name));
            self.holes.add(hole.instead("`data:image/png;base64,…`, with the media type that it is"));
            return;
        }
        let Ok(shape) = super::shape::Shape::of(&self.api.schemas, &slot.schema) else { return };
        let fits = super::fit::fits(&shape, value);
        if fits && !super::judge::refuses(&self.api.schemas, &slot.schema, value) {
            return;
        }
        let hole = Hole::new(HoleKind::Contradiction, word, label)
            .because(format!("`{}` never is `{value}`", slot.name));
        self.holes.add(match &shape.values {
            _ if fits => hole.instead(format!("a value that the schema of `{}` accepts", slot.name)),
            Some(values) => hole.among(values.iter().map(written).collect()),
            None => hole.instead(super::fit::wanted(&shape, value)),
        });
    }
}

/// A value as a manifest writes it.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Why a request of this operation cannot be sent.
fn unsendable(api: &Api, operation: &Operation) -> Option<media::Unsendable> {
    let media = operation.body.as_ref().and_then(|body| media::preferred(&api.schemas, &body.media))?;
    media::unsendable(&api.schemas, media)
}
