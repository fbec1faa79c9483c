//! `flatten` → the properties of an argument that is an object, each as an argument of its own.

use std::rc::Rc;

use std::collections::BTreeSet;

use fewtools_contract::GroupKind;
use indexmap::{IndexMap, IndexSet};

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::signature::{Binding, Signature};
use super::slots::{Slot, SlotKind};
use super::surface::InputPlan;
use super::variants::Member;
use crate::lower::curation::{ToolEntry, Word};

/// What the properties of one argument become in one variant, in document order.
///
/// `taken` are the names of the tool's other arguments; a property of such a name becomes `<name>_body`.
pub(super) fn expanded(
    planner: &mut Planner<'_>,
    member: &Member<'_>,
    word: &Word,
    slot: &Rc<Slot>,
    bound: &IndexMap<String, Binding>,
    taken: &IndexSet<String>,
) -> Vec<(String, Binding)> {
    let fields = match fields(planner, member, slot) {
        Ok(fields) => fields,
        Err(fault) => {
            planner.holes.unusable(&member.entry.call, &member.label, &fault);
            return Vec::new();
        }
    };
    if fields.is_empty() {
        let hole = Hole::new(HoleKind::Flatten, word, &member.label);
        let hole = hole.because(format!("`{}` is no object with fixed properties", slot.name));
        planner.holes.add(hole.instead("an argument that is one, or no `flatten`"));
        return vec![(word.value.clone(), Binding { slot: Rc::clone(slot), of: Some(word.value.clone()) })];
    }
    let bound: BTreeSet<&str> = bound.values().map(|other| other.slot.name.as_str()).collect();
    let fields = fields.into_iter().filter(|field| !bound.contains(field.name.as_str()));
    let named = fields.map(|slot| {
        let name = match taken.contains(&slot.argument) {
            true => format!("{}_body", slot.argument),
            false => slot.argument.clone(),
        };
        (name, Binding { slot, of: Some(word.value.clone()) })
    });
    named.collect()
}

/// The slots of the properties that an argument can fill.
fn fields(
    planner: &Planner<'_>,
    member: &Member<'_>,
    slot: &Slot,
) -> Result<Vec<Rc<Slot>>, crate::diagnostics::Fault> {
    let in_body = |slot: &&Rc<Slot>| matches!(slot.kind, SlotKind::Field(_) | SlotKind::More);
    let all = match slot.kind {
        SlotKind::Body => member.slots.list.iter().filter(in_body).cloned().collect(),
        _ => member.slots.inside(planner.api, slot)?,
    };
    let is_open = member.is_open();
    Ok(all.into_iter().filter(|slot| is_open(slot)).collect())
}

/// Marks the names of `flatten` that are no argument, or that no variant binds.
pub(super) fn check(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &ToolEntry,
    names: &IndexSet<String>,
    bindings: &[IndexMap<String, Binding>],
) {
    let is_bound = |name: &str| {
        bindings.iter().flat_map(IndexMap::values).any(|binding| binding.of.as_deref() == Some(name))
    };
    for word in &entry.flatten {
        let is_told =
            planner.holes.list.iter().any(|hole| hole.kind == HoleKind::Flatten && hole.at == word.at);
        if !names.contains(&word.value) {
            let known = names.iter().cloned().collect();
            planner.holes.mark(HoleKind::Argument, word, format!("`{tool}`"), known);
        } else if !is_told && !is_bound(&word.value) {
            let hole = Hole::new(HoleKind::Flatten, word, format!("`{tool}`"));
            let hole = hole.because("it goes to no slot");
            planner.holes.add(hole.instead("an argument that goes to `body` or to an object in it"));
        }
    }
}

/// Requires the only property of an argument that a variant needs and whose object requires none; several are groups, see
/// [`groups`].
pub(super) fn require_one(
    member: &Member<'_>,
    signature: &Signature,
    bindings: &IndexMap<String, Binding>,
    inputs: &mut [InputPlan],
) {
    for needed in flat_needs(member, bindings) {
        if let [only] = needed_of(signature, bindings, inputs, &needed.value).as_slice() {
            let only = *only;
            inputs.iter_mut().filter(|input| input.argument == only).for_each(|input| input.required = true);
        }
    }
}

/// The properties of each argument that a variant needs and whose object requires none: a call gives one of them.
pub(super) fn groups(
    member: &Member<'_>,
    signature: &Signature,
    bindings: &IndexMap<String, Binding>,
    inputs: &[InputPlan],
) -> Vec<(GroupKind, Vec<usize>)> {
    let needs = flat_needs(member, bindings).filter(|_| member.entry.merge_into.is_none());
    let groups = needs.map(|needed| needed_of(signature, bindings, inputs, &needed.value));
    groups.filter(|group| group.len() > 1).map(|group| (GroupKind::AnyOf, group)).collect()
}

/// The names of `needs` that are flattened.
fn flat_needs<'e>(
    member: &Member<'e>,
    bindings: &IndexMap<String, Binding>,
) -> impl Iterator<Item = &'e Word> {
    let flat: BTreeSet<&str> = bindings.values().filter_map(|binding| binding.of.as_deref()).collect();
    member.entry.needs.iter().filter(move |needed| flat.contains(needed.value.as_str()))
}

/// The arguments that stand for a flattened one, unless one of them is required.
fn needed_of(
    signature: &Signature,
    bindings: &IndexMap<String, Binding>,
    inputs: &[InputPlan],
    flat: &str,
) -> Vec<usize> {
    let name = |input: &InputPlan| signature.arguments.get(input.argument).map(|(name, _)| name.as_str());
    let of = |input: &InputPlan| bindings.get(name(input)?).and_then(|binding| binding.of.as_deref());
    let mine = || inputs.iter().filter(|input| of(input) == Some(flat));
    match mine().any(|input| input.required) {
        true => Vec::new(),
        false => mine().map(|input| input.argument).collect(),
    }
}
