//! What a tool says about its arguments → which argument of which variant goes to which slot.

use std::collections::BTreeMap;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};

use super::Planner;
use super::called::Called;
use super::flatten;
use super::hole::HoleKind;
use super::keep;
use super::slots::{Slot, SlotKind};
use super::variants::Member;
use super::{detail, gates, pages};
use crate::diagnostics::Place;
use crate::lower::Curation;
use crate::lower::curation::{ToolEntry, Word};

/// A tool's arguments and where each goes.
pub(super) struct Signature {
    /// The arguments in listing order, the discriminator included: name and place.
    pub arguments: Vec<(String, Place)>,
    /// For each variant: argument name → where it goes.
    pub bindings: Vec<IndexMap<String, Binding>>,
}

/// Where an argument of a variant goes.
pub(super) struct Binding {
    /// The slot.
    pub slot: Rc<Slot>,
    /// The argument that it is a property of, where that is flattened.
    pub of: Option<String>,
}

impl Binding {
    /// An argument that is written as it is.
    pub fn plain(slot: Rc<Slot>) -> Self {
        Self { slot, of: None }
    }
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
        None => derived(planner, tool, at, entry, members),
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
    let chooses = |name: &str| chooser.is_some_and(|chooser| chooser.value == name);
    let is_flat = |name: &str| entry.flatten.iter().any(|flat| flat.value == name);
    let mut names: IndexSet<String> = chooser.iter().map(|chooser| chooser.value.clone()).collect();
    names.extend(args.iter().map(|arg| arg.value.clone()).filter(|name| !is_flat(name)));
    names.extend(aside.iter().map(|(aside, _)| aside.clone()));
    let mut bindings = Vec::new();
    for member in members {
        let mut bound = IndexMap::new();
        let called = Called::of(&member.slots);
        let mut flat = Vec::new();
        for arg in args.iter().filter(|arg| !chooses(&arg.value) && !is_aside(&arg.value)) {
            let Some(slot) = find(planner, entry, member, &called, arg) else { continue };
            match is_flat(&arg.value) {
                true => flat.push((arg, slot)),
                false => drop(bound.insert(arg.value.clone(), Binding::plain(slot))),
            }
        }
        for (arg, slot) in flat {
            let properties = flatten::expanded(planner, member, arg, &slot, &bound, &names);
            bound.extend(properties);
        }
        bindings.push(bound);
    }
    let mut arguments: Vec<(String, Place)> = Vec::new();
    if let Some(chooser) = chooser.filter(|chooser| args.iter().all(|arg| arg.value != chooser.value)) {
        arguments.push((chooser.value.clone(), chooser.at.clone()));
    }
    for arg in args {
        match is_flat(&arg.value) {
            true => arguments.extend(properties(&bindings, &arg.value).map(|name| (name, arg.at.clone()))),
            false => arguments.push((arg.value.clone(), arg.at.clone())),
        }
    }
    append(planner, &mut arguments, aside);
    let known: IndexSet<String> = args.iter().map(|arg| arg.value.clone()).collect();
    flatten::check(planner, tool, entry, &known, &bindings);
    check_bind(planner, tool, entry, members, &arguments);
    Signature { arguments, bindings }
}

/// The arguments that stand for a flattened one, each once.
fn properties<'b>(
    bindings: &'b [IndexMap<String, Binding>],
    flat: &'b str,
) -> impl Iterator<Item = String> + use<'b> {
    let all = bindings.iter().flatten().filter(move |(_, binding)| binding.of.as_deref() == Some(flat));
    let names: IndexSet<String> = all.map(|(name, _)| name.clone()).collect();
    names.into_iter()
}

/// The slot an argument of a variant goes to: by `bind`, by the shared argument's `to`, else by its name.
fn find(
    planner: &mut Planner<'_>,
    entry: &ToolEntry,
    member: &Member<'_>,
    called: &Called<'_>,
    arg: &Word,
) -> Option<Rc<Slot>> {
    let shared = planner.curation.args.get(&arg.value);
    if shared.is_some() {
        planner.args_used.insert(arg.value.clone());
    }
    member.operation?;
    if member.entry.keep_where.as_ref().is_some_and(|keep| keep.arg.value == arg.value) {
        return keep::slot(planner, entry, member);
    }
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
        [slot] => Some(Rc::clone(slot)),
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
    let mut names: IndexSet<String> = arguments.iter().map(|(name, _)| name.clone()).collect();
    names.extend(entry.flatten.iter().map(|flat| flat.value.clone()));
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
    let shared = names.iter().filter_map(|name| {
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
fn derived(
    planner: &mut Planner<'_>,
    tool: &str,
    at: &Place,
    entry: &ToolEntry,
    members: &[Member<'_>],
) -> Signature {
    let aside = aside(planner.curation, entry, members);
    let flat = |name: &str| entry.flatten.iter().find(|flat| flat.value == name);
    let chooser = entry.discriminator.iter().map(|discriminator| discriminator.arg.value.clone());
    let open: Vec<Vec<(String, Rc<Slot>)>> =
        members.iter().map(|member| self::open(planner, entry, member)).collect();
    let opened = open.iter().flatten().map(|(name, _)| name.clone());
    let known: IndexSet<String> = match entry.flatten.is_empty() {
        true => IndexSet::new(),
        false => chooser.clone().chain(opened).collect(),
    };
    let taken: IndexSet<String> = known.iter().filter(|name| flat(name).is_none()).cloned().collect();
    let mut bindings = Vec::new();
    let mut order: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for (member, open) in members.iter().zip(open) {
        let mut bound = IndexMap::with_capacity(open.len());
        for (name, slot) in open {
            if aside.iter().any(|(aside, _)| *aside == name) {
                continue;
            }
            if planner.curation.args.contains_key(&name) {
                planner.args_used.insert(name.clone());
            }
            let [path, others] = &mut order;
            let names = if is_path(&slot) { path } else { others };
            match flat(&name) {
                Some(word) => {
                    let several = flatten::expanded(planner, member, word, &slot, &bound, &taken);
                    names.extend(several.iter().map(|(name, _)| name.clone()));
                    bound.extend(several);
                }
                None => {
                    names.push(name.clone());
                    bound.insert(name, Binding::plain(slot));
                }
            }
        }
        bindings.push(bound);
    }
    flatten::check(planner, tool, entry, &known, &bindings);
    let names: IndexSet<String> = chooser.chain(order.into_iter().flatten()).collect();
    let mut arguments = names.into_iter().map(|name| (name, at.clone())).collect();
    append(planner, &mut arguments, aside);
    Signature { arguments, bindings }
}

/// The slots of a variant that nothing else fills, each with its argument, and last the one that rows are compared with.
fn open(planner: &mut Planner<'_>, entry: &ToolEntry, member: &Member<'_>) -> Vec<(String, Rc<Slot>)> {
    let is_open = member.is_open();
    let slots = member.slots.list.iter().filter(|slot| is_open(slot));
    let name = bound_name(entry, member);
    let mut open: Vec<(String, Rc<Slot>)> = slots.map(|slot| (name(slot), Rc::clone(slot))).collect();
    if member.operation.is_some() {
        open.extend(keep::slot(planner, entry, member).map(|slot| (slot.argument.clone(), slot)));
    }
    open
}

/// The arguments that are bound by no name: those of the gates, and the one that goes on where an answer ended.
fn aside(curation: &Curation, entry: &ToolEntry, members: &[Member<'_>]) -> Vec<(String, Place)> {
    let mut aside = gates::names(curation, members);
    aside.extend(detail::name(entry, members));
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

/// The argument that `bind` names for a slot, else the slot's own.
fn bound_name<'e>(entry: &'e ToolEntry, member: &Member<'e>) -> impl Fn(&Slot) -> String + use<'e> {
    let by_slot = |bind: &'e IndexMap<String, Word>| -> BTreeMap<&'e str, &'e str> {
        bind.iter().rev().map(|(argument, to)| (to.value.as_str(), argument.as_str())).collect()
    };
    let binds = [by_slot(&member.entry.bind), by_slot(&entry.bind)];
    move |slot| {
        let bound = binds.iter().find_map(|bind| bind.get(slot.name.as_str()));
        bound.map_or_else(|| slot.argument.clone(), |argument| (*argument).to_owned())
    }
}

fn is_path(slot: &Slot) -> bool {
    matches!(slot.kind, SlotKind::Parameter(_)) && slot.name.starts_with("path.")
}
