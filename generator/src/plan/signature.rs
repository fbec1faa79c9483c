//! What a tool says about its arguments → which argument of which variant goes to which slot.

use indexmap::{IndexMap, IndexSet};

use super::Planner;
use super::called::Called;
use super::hole::HoleKind;
use super::slots::{Slot, SlotKind};
use super::variants::Member;
use super::{gates, pages};
use crate::diagnostics::Place;
use crate::lower::Curation;
use crate::lower::curation::{ToolEntry, Word};

/// A tool's arguments and where each goes.
pub(super) struct Signature {
    /// The arguments in listing order, the discriminator included: name and place.
    pub arguments: Vec<(String, Place)>,
    /// For each variant: argument name → slot.
    pub bindings: Vec<IndexMap<String, Slot>>,
}

/// Binds the arguments of a tool.
pub(super) fn of(
    planner: &mut Planner<'_>,
    tool: &str,
    at: &Place,
    entry: &ToolEntry,
    members: &[Member<'_>],
) -> Signature {
    match &entry.args {
        Some(args) => written(planner, tool, entry, members, args),
        None => derived(planner, at, entry, members),
    }
}

fn written(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &ToolEntry,
    members: &[Member<'_>],
    args: &[Word],
) -> Signature {
    let chooser = entry.discriminator.as_ref().map(|discriminator| &discriminator.arg);
    let aside = aside(planner.curation, entry, members);
    let is_aside = |name: &str| aside.iter().any(|(aside, _)| aside == name);
    let mut arguments: Vec<(String, Place)> = Vec::new();
    if let Some(chooser) = chooser.filter(|chooser| args.iter().all(|arg| arg.value != chooser.value)) {
        arguments.push((chooser.value.clone(), chooser.at.clone()));
    }
    arguments.extend(args.iter().map(|arg| (arg.value.clone(), arg.at.clone())));
    let mut bindings = Vec::new();
    for member in members {
        let mut bound = IndexMap::new();
        let called = Called::of(&member.slots);
        let chooses = |name: &str| chooser.is_some_and(|chooser| chooser.value == name);
        for arg in args.iter().filter(|arg| !chooses(&arg.value) && !is_aside(&arg.value)) {
            if let Some(slot) = find(planner, entry, member, &called, arg) {
                bound.insert(arg.value.clone(), slot);
            }
        }
        bindings.push(bound);
    }
    append(planner, &mut arguments, aside);
    check_bind(planner, tool, entry, members, &arguments);
    Signature { arguments, bindings }
}

/// The slot an argument of a variant goes to: by `bind`, by the shared argument's `to`, else by its name.
fn find(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    called: &Called<'_>,
    arg: &Word,
) -> Option<Slot> {
    let shared = planner.curation.args.get(&arg.value);
    if shared.is_some() {
        planner.args_used.insert(arg.value.clone());
    }
    member.operation?;
    if let Some(slot) = member.entry.bind.get(&arg.value) {
        let found = planner.find_slot(&member.slots, slot, &member.label);
        if found.is_none() {
            planner.no_slot(&member.slots, slot, &member.label);
        }
        return found;
    }
    let wider = entry.bind.get(&arg.value).or_else(|| shared.and_then(|shared| shared.value.to.as_ref()));
    if let Some(slot) = wider {
        return planner.find_slot(&member.slots, slot, &member.label);
    }
    match called.get(&arg.value).as_slice() {
        [] if arg.value == "body" => member.slots.body.clone(),
        [] => None,
        [slot] => Some((*slot).clone()),
        several => {
            let names = several.iter().map(|slot| slot.name.clone()).collect();
            planner.holes.mark(HoleKind::AmbiguousArgument, arg, member.label.clone(), names);
            None
        }
    }
}

/// Every key of `bind` is an argument, and every slot of the tool's `bind` is one of some variant.
fn check_bind(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &ToolEntry,
    members: &[Member<'_>],
    arguments: &[(String, Place)],
) {
    let names: IndexSet<String> = arguments.iter().map(|(name, _)| name.clone()).collect();
    let of_variants = members.iter().flat_map(|member| &member.entry.bind);
    for (argument, slot) in entry.bind.iter().chain(of_variants) {
        if !names.contains(argument) {
            let word = Word::new(argument.clone(), slot.at.at_key());
            planner.holes.mark(
                HoleKind::Argument,
                &word,
                format!("`{tool}`"),
                names.iter().cloned().collect(),
            );
        }
    }
    let shared = arguments.iter().filter_map(|(name, _)| {
        let to = planner.curation.args.get(name)?.value.to.as_ref()?;
        (!entry.bind.contains_key(name) && members.iter().any(|member| !member.entry.bind.contains_key(name)))
            .then_some(to)
    });
    let words: Vec<&Word> = entry.bind.values().chain(shared).collect();
    for word in words {
        let usable: Vec<&Member<'_>> = members.iter().filter(|member| member.operation.is_some()).collect();
        let found =
            usable.iter().any(|member| planner.find_slot(&member.slots, word, &member.label).is_some());
        if !found && usable.len() == members.len() {
            planner.no_slot_of(&usable, word, tool);
        }
    }
}

/// Every slot of the operations that nothing else fills: the discriminator first, then path slots, then the others
/// in document order.
fn derived(planner: &mut Planner<'_>, at: &Place, entry: &ToolEntry, members: &[Member<'_>]) -> Signature {
    let aside = aside(planner.curation, entry, members);
    let mut bindings = Vec::new();
    let mut order: [IndexSet<String>; 2] = [IndexSet::new(), IndexSet::new()];
    for member in members {
        let mut bound = IndexMap::new();
        for slot in member.slots.list.iter().filter(|slot| member.is_open(slot)) {
            let name = bound_name(entry, member, slot);
            if aside.iter().any(|(aside, _)| *aside == name) {
                continue;
            }
            if planner.curation.args.contains_key(&name) {
                planner.args_used.insert(name.clone());
            }
            let rank = usize::from(!is_path(slot));
            if let Some(names) = order.get_mut(rank) {
                names.insert(name.clone());
            }
            bound.insert(name, slot.clone());
        }
        bindings.push(bound);
    }
    let chooser = entry.discriminator.iter().map(|discriminator| discriminator.arg.value.clone());
    let names: IndexSet<String> = chooser.chain(order.into_iter().flatten()).collect();
    let mut arguments = names.into_iter().map(|name| (name, at.clone())).collect();
    append(planner, &mut arguments, aside);
    Signature { arguments, bindings }
}

/// The arguments that are bound by no name: those of the gates, and the one that goes on where an answer ended.
fn aside(curation: &Curation, entry: &ToolEntry, members: &[Member<'_>]) -> Vec<(String, Place)> {
    let mut aside = gates::names(curation, members);
    aside.extend(pages::name(curation, entry, members));
    aside
}

/// Puts arguments behind all others, but for those that `args` has a place for.
fn append(planner: &mut Planner<'_>, arguments: &mut Vec<(String, Place)>, aside: Vec<(String, Place)>) {
    for (name, at) in aside {
        planner.args_used.insert(name.clone());
        if arguments.iter().all(|(known, _)| *known != name) {
            arguments.push((name, at));
        }
    }
}

/// The argument that `bind` or a shared argument names for a slot, else the slot's own.
fn bound_name(entry: &ToolEntry, member: &Member<'_>, slot: &Slot) -> String {
    let named = |bind: &IndexMap<String, Word>| {
        bind.iter().find(|(_, to)| to.value == slot.name).map(|(argument, _)| argument.clone())
    };
    named(&member.entry.bind).or_else(|| named(&entry.bind)).unwrap_or_else(|| slot.argument.clone())
}

fn is_path(slot: &Slot) -> bool {
    matches!(slot.kind, SlotKind::Parameter(_)) && slot.name.starts_with("path.")
}
