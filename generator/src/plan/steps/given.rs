//! `with` of a step → the constants it sends, and which slot each argument and each answer of another step goes to.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fewtools_contract::Types;

use crate::lower::curation::{Expression, OperandEntry, StepEntry, WayEntry, Word};
use crate::plan::Planner;
use crate::plan::answers::Node;
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::slots::{Slot, SlotKind};
use crate::plan::surface::{FixedPlan, OriginPlan, WayPlan};
use crate::plan::variants::Member;

/// What `with` says of a step, every slot found.
#[derive(Default)]
pub(super) struct With<'e> {
    /// Arguments of the tool by name, and the slots they go to.
    pub arguments: Vec<(Word, Rc<Slot>)>,
    /// Other ways.
    pub ways: Vec<(&'e WayEntry, Rc<Slot>)>,
    /// The slots of constants.
    constants: Vec<Rc<Slot>>,
}

impl With<'_> {
    /// Whether this slot is filled.
    pub fn fills(&self, slot: &Slot) -> bool {
        let arguments = self.arguments.iter().map(|(_, slot)| slot);
        let ways = self.ways.iter().map(|(_, slot)| slot);
        arguments.chain(ways).chain(&self.constants).any(|filled| filled.name == slot.name)
    }
}

/// Finds the slots of `with`. Constants go to the member.
pub(super) fn with<'e>(planner: &mut Planner<'_>, member: &mut Member<'_>, step: &'e StepEntry) -> With<'e> {
    let mut with = With::default();
    let mut filled = BTreeSet::new();
    let known: BTreeSet<String> = member.fixed.iter().map(|fixed| fixed.slot.name.clone()).collect();
    let called = by_wire(member);
    if member.operation.is_none() {
        return with;
    }
    for (name, value) in &step.with {
        let word = Word::new(name.clone(), value.at.at_key());
        let Some(slot) = named(planner, member, &called, &word) else { continue };
        if !filled.insert(slot.name.clone()) {
            planner.holes.explain(HoleKind::SlotTwice, &word, member.label.clone(), slot.name.clone());
            continue;
        }
        match &value.value {
            OperandEntry::Way(way) => match &way.value {
                Expression::Input(name) => {
                    with.arguments.push((Word::new(name.clone(), way.at.clone()), slot));
                }
                _ => with.ways.push((way, slot)),
            },
            OperandEntry::Constant(constant) => {
                let at = Word::new(name.clone(), value.at.clone());
                planner.fits(&slot, &constant.value, &at, &member.label);
                if known.contains(&slot.name) {
                    member.fixed.retain(|fixed| fixed.slot.name != slot.name);
                }
                with.constants.push(Rc::clone(&slot));
                member.fixed.push(FixedPlan { slot, value: constant.value.clone() });
            }
            OperandEntry::Field(_) => {}
        }
    }
    let ways: BTreeSet<&str> = with.ways.iter().map(|(_, slot)| slot.name.as_str()).collect();
    member.fixed.retain(|fixed| !ways.contains(fixed.slot.name.as_str()));
    with
}

/// The slots of a step by wire name.
fn by_wire(member: &Member<'_>) -> BTreeMap<String, Vec<Rc<Slot>>> {
    let mut called: BTreeMap<String, Vec<Rc<Slot>>> = BTreeMap::new();
    for slot in &member.slots.list {
        called.entry(slot.wire.clone()).or_default().push(Rc::clone(slot));
    }
    called
}

/// The slot of this name, or the one whose wire name this is.
fn named(
    planner: &mut Planner<'_>,
    member: &Member<'_>,
    called: &BTreeMap<String, Vec<Rc<Slot>>>,
    word: &Word,
) -> Option<Rc<Slot>> {
    let slots = &member.slots;
    if let Some(slot) = planner.find_slot(slots, word, &member.label) {
        return Some(slot);
    }
    match called.get(&word.value).map(Vec::as_slice).unwrap_or_default() {
        [only] => Some(Rc::clone(only)),
        [] => {
            let wires = slots.list.iter().map(|slot| slot.wire.clone());
            let known = match word.value.contains(['.', '#']) {
                true => slots.near(planner.api, &word.value),
                false => wires.collect(),
            };
            planner.holes.mark(HoleKind::Slot, word, member.label.clone(), known);
            None
        }
        several => {
            let names: Vec<String> = several.iter().map(|slot| format!("`{}`", slot.name)).collect();
            let hole = Hole::new(HoleKind::Slot, word, member.label.clone());
            planner.holes.add(hole.instead(names.join(" or ")));
            None
        }
    }
}

/// Marks a value that a slot never takes. In a parameter a number and `true` are text as well, and so is a header's
/// text whatever it stands for.
pub(super) fn check(
    planner: &mut Planner<'_>,
    label: &str,
    way: &WayEntry,
    slot: &Slot,
    to: (&WayPlan, &Node),
) {
    let (plan, node) = to;
    let (given, wanted) = (node.types().without(Types::NULL), slot.types(planner.api));
    let number = Types::NUMBER.with(Types::INTEGER);
    let scalar = number.with(Types::STRING).with(Types::BOOLEAN);
    let is_parameter = matches!(slot.kind, SlotKind::Parameter(_));
    let is_header = matches!(plan.from, OriginPlan::Header(..));
    let fits = given.meets(wanted)
        || (given.meets(number) && wanted.meets(number))
        || (is_parameter && given.meets(scalar) && wanted.meets(Types::STRING))
        || (is_parameter && is_header && wanted.meets(scalar));
    if fits {
        return;
    }
    let words = |types: Types| types.without(Types::NULL).names().collect::<Vec<_>>().join(" or ");
    let word = Word::new(way.value.to_string(), way.at.clone());
    let why = format!("is {}, and `{}` takes {}", words(given), slot.name, words(wanted));
    let hole = Hole::new(HoleKind::StepValue, &word, label).because(why);
    planner.holes.add(hole.instead(format!("a value of type {}", words(wanted))));
}
