//! `gates` of a tool and its variants → the gates of each variant, their arguments among its inputs.

mod confirm;
mod entries;
mod pointed;

use std::rc::Rc;

use fewtools_contract::{Conversion, Types};
use serde_json::Value;

use super::checks;
use super::hole::{Hole, HoleKind};
use super::listed;
use super::shape::Shape;
use super::signature::Signature;
use super::slots::{Slot, SlotKind};
use super::surface::{CapPlan, ConfirmPlan, DryRunPlan, GatesPlan, InputPlan, PreviewPlan, SegmentPlan};
use super::variants::Member;
use super::{Planner, arguments};
use crate::lower::curation::{CapEntry, ConfirmEntry, DryRunEntry, Spot, ToolEntry, Word};

use pointed::Wanted;

pub(super) use entries::{GateEntries, names, of_member};

/// What says that a call is over the cap.
const OVER: Wanted = Wanted {
    types: Types::BOOLEAN,
    in_words: "no boolean",
    instead: "a boolean field that is true when the call is over the cap",
    gate: "cap",
};

/// The gates of a variant. Their arguments are added to its inputs.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    signature: &Signature,
    inputs: &mut Vec<InputPlan>,
) -> GatesPlan {
    let ordinary = inputs.len();
    let mut gates = Gated { planner, tool, member, signature, inputs, ordinary };
    let entries = &member.gates;
    let dry_run = entries.dry_run.and_then(|entry| gates.dry_run(entry));
    let confirm = entries.confirm.and_then(|entry| gates.confirm(entry));
    let cap = entries.cap.and_then(|entry| gates.cap(entry));
    GatesPlan { dry_run, confirm, cap, ungated: entries.ungated.cloned() }
}

/// A variant whose gates are planned.
struct Gated<'g, 'a, 'e> {
    planner: &'g mut Planner<'a>,
    tool: &'g ToolEntry,
    member: &'g Member<'e>,
    signature: &'g Signature,
    inputs: &'g mut Vec<InputPlan>,
    /// How many of the inputs are no gate's.
    ordinary: usize,
}

impl Gated<'_, '_, '_> {
    fn dry_run(&mut self, entry: &Spot<DryRunEntry>) -> Option<DryRunPlan> {
        let names = &self.planner.curation.gates;
        let argument = self.argument(&names.dry_run.value)?;
        let found = match &entry.value {
            DryRunEntry::Local => None,
            DryRunEntry::Upstream { slot: word, on } => {
                self.slot(word, "a dry run").map(|slot| (self.on(&slot, word, on.as_deref()), slot))
            }
        };
        let (slot, preview) = match found {
            Some((on, slot)) => (slot, PreviewPlan::Upstream { on }),
            None => (Slot::nowhere(), PreviewPlan::Local),
        };
        let default = Some(Value::Bool(true));
        let input = self.add(argument, slot, Types::BOOLEAN, default);
        Some(DryRunPlan { input, at: entry.at.clone(), preview })
    }

    /// What the slot holds on a dry run; `None` for a boolean slot, which holds `true`.
    fn on(&mut self, slot: &Slot, word: &Word, on: Option<&Spot<Value>>) -> Option<Value> {
        let shape = Shape::of(&self.planner.api.schemas, &slot.schema).ok()?;
        let is_boolean = shape.solid() == Types::BOOLEAN;
        match on {
            Some(on) if is_boolean => {
                let word = Word::new("on".to_owned(), on.at.clone());
                self.unfit(
                    &word,
                    format!("`{}` is a boolean, which holds `true` on a dry run", slot.name),
                    "no `on`",
                );
                None
            }
            None if is_boolean => None,
            None => {
                let types = shape.solid().names().collect::<Vec<_>>().join(" or ");
                let why = format!("`{}` takes {types}, not a boolean", slot.name);
                self.unfit(word, why, "`on: <what it holds on a dry run>`");
                None
            }
            Some(on) => {
                let at = Word::new("on".to_owned(), on.at.clone());
                let label = self.member.label.clone();
                self.planner.fits(slot, &on.value, &at, &label);
                if says_nothing(&on.value) {
                    let why =
                        format!("on a dry run `{}` would hold `{}`, which says nothing", slot.name, on.value);
                    self.unfit(&at, why, "a value that the upstream takes for a dry run, or `local: true`");
                }
                if slot.required {
                    let why = format!("`{}` is required, and a real run leaves it out", slot.name);
                    self.unfit(word, why, "`local: true`");
                }
                Some(on.value.clone())
            }
        }
    }

    fn confirm(&mut self, entry: &Spot<ConfirmEntry>) -> Option<ConfirmPlan> {
        let argument = self.argument(&self.planner.curation.gates.confirm.value)?;
        let equals = self.expected(&entry.value);
        let input = self.add(argument, Slot::nowhere(), Types::STRING, None);
        Some(ConfirmPlan { input, at: entry.at.clone(), equals, receipt: entry.value.receipt })
    }

    fn cap(&mut self, entry: &Spot<CapEntry>) -> Option<CapPlan> {
        let word = &entry.value.slot;
        let Some(names) = &self.planner.curation.gates.cap else {
            let why = "the manifest does not say how the upstream refuses what is too much";
            self.unfit(
                word,
                why,
                "`gates: { cap: { arg: override, tripped_by: { status: 409, code: … } } }`",
            );
            return None;
        };
        let argument = self.argument(&names.arg.value)?;
        let slot = self.slot(word, "what lifts the cap")?;
        if slot.required {
            self.unfit(word, format!("`{}` is required in every call", slot.name), "an optional slot");
        }
        let context = arguments::context(self.planner, self.tool);
        let typed = self.planner.typings.typed(context, &slot.schema, None).ok()?;
        self.inputs.push(InputPlan {
            argument,
            about: arguments::about(self.planner, &slot),
            slot,
            required: false,
            default: None,
            check: typed.check,
            conversion: typed.conversion,
            digits: typed.digits,
            rule: typed.rule,
            listed: typed.listed,
            hint: String::new(),
        });
        let input = self.inputs.len() - 1;
        let foreseen = entry.value.foreseen.as_ref().and_then(|pointer| self.foreseen(pointer));
        Some(CapPlan { input, at: entry.at.clone(), foreseen: foreseen.unwrap_or_default() })
    }

    /// Where the upstream's preview says that a call is over the cap.
    fn foreseen(&mut self, pointer: &Word) -> Option<Vec<SegmentPlan>> {
        let upstream = |gate: &&Spot<DryRunEntry>| matches!(gate.value, DryRunEntry::Upstream { .. });
        if self.member.gates.dry_run.filter(upstream).is_none() {
            let word = Word::new("$preview".to_owned(), pointer.at.clone());
            let why = "the upstream gives no preview to take it from";
            self.unfit(&word, why, "`dry_run: { upstream: <slot> }`, or no `foreseen`");
            return None;
        }
        let call = self.member.entry.call.value.clone();
        self.field(self.member.operation?, &OVER, pointer, &call)
    }

    /// The slot of a gate: one of the operation's own that nothing else fills.
    fn slot(&mut self, word: &Word, what: &str) -> Option<Rc<Slot>> {
        self.member.operation?;
        let slots = &self.member.slots;
        let Some(slot) = self.planner.find_slot(slots, word, &self.member.label) else {
            self.planner.no_slot(slots, word, &self.member.label);
            return None;
        };
        if slot.name.starts_with("path.") || matches!(slot.kind, SlotKind::Body | SlotKind::More) {
            self.unfit(
                word,
                format!("`{}` cannot say {what}", slot.name),
                "a query parameter, a header or a body field",
            );
            return None;
        }
        if let Some(taken) = self.taken(&slot) {
            let word = Word::new(slot.name.clone(), word.at.clone());
            let hole = Hole::new(HoleKind::GateSlotTaken, &word, &self.member.label);
            self.planner.holes.add(hole.because(taken));
        }
        Some(slot)
    }

    /// What else fills the slot of a gate, in words.
    fn taken(&self, slot: &Slot) -> Option<String> {
        if self.member.fixed.iter().any(|fixed| fixed.slot.kind == slot.kind) {
            return Some("fixed too".to_owned());
        }
        let input = self.inputs.iter().position(|input| input.slot.kind == slot.kind)?;
        let argument = self.inputs.get(input)?.argument;
        let (name, _) = self.signature.arguments.get(argument)?;
        let of = if input < self.ordinary { "an argument" } else { "that of another gate" };
        Some(format!("`{name}`, {of}, goes to it too"))
    }

    /// Adds the argument of a gate to the inputs.
    fn add(&mut self, argument: usize, slot: Rc<Slot>, types: Types, default: Option<Value>) -> usize {
        self.inputs.push(InputPlan {
            argument,
            slot,
            required: false,
            default,
            check: checks::of_types(types).into(),
            conversion: Conversion::None,
            digits: Vec::new(),
            rule: "gates".to_owned(),
            listed: listed::only(types.names().next().unwrap_or("string")).into(),
            about: String::new(),
            hint: String::new(),
        });
        self.inputs.len() - 1
    }

    fn argument(&self, name: &str) -> Option<usize> {
        self.signature.arguments.iter().position(|(known, _)| known == name)
    }

    /// Marks a gate that its operation cannot have.
    fn unfit(&mut self, word: &Word, why: impl Into<String>, instead: impl Into<String>) {
        let hole = Hole::new(HoleKind::Gate, word, &self.member.label);
        self.planner.holes.add(hole.because(why).instead(instead));
    }
}

/// Whether nothing, or next to nothing, of a value is sent: no text, no items, no members.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.iter().all(says_nothing),
        Value::Object(members) => members.values().all(says_nothing),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
