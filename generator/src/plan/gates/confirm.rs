//! `confirm` of a variant → what a real run has to repeat, and the request that looks it up.

use std::rc::Rc;

use fewtools_contract::Types;

use super::Gated;
use super::pointed::Wanted;
use crate::lower::curation::{ConfirmEntry, DryRunEntry, ExpectedEntry, Spot, Word};
use crate::plan::hole::HoleKind;
use crate::plan::reads::{self, Read};
use crate::plan::slots::{Slot, SlotKind, Slots};
use crate::plan::surface::{ExpectedPlan, FixedPlan, InputPlan, VariantPlan};

/// What a caller can repeat.
const TEXT: Wanted = Wanted {
    types: Types::STRING.with(Types::INTEGER).with(Types::NUMBER),
    in_words: "neither text nor a number",
    instead: "a field that names one thing",
    gate: "confirm",
};

impl Gated<'_, '_, '_> {
    /// What `equals` means in this variant.
    pub(super) fn expected(&mut self, entry: &ConfirmEntry) -> Option<ExpectedPlan> {
        let operation = self.member.operation?;
        match &entry.equals.value {
            ExpectedEntry::Path(name) => self.repeated(name, &entry.equals),
            ExpectedEntry::Lookup(pointer) => {
                let lookup = entry.lookup.as_ref()?;
                let (found, request) = self.lookup(lookup)?;
                let at = self.field(
                    found,
                    &TEXT,
                    &Word::new(pointer.clone(), entry.equals.at.clone()),
                    &lookup.value,
                )?;
                Some(ExpectedPlan::Lookup { request: Box::new(request), at })
            }
            ExpectedEntry::Preview(pointer) => {
                let upstream = |gate: &&Spot<DryRunEntry>| matches!(gate.value, DryRunEntry::Upstream { .. });
                if self.member.gates.dry_run.filter(upstream).is_none() {
                    let word = Word::new("$preview".to_owned(), entry.equals.at.clone());
                    let why = "the upstream gives no preview to take it from";
                    self.unfit(&word, why, "`dry_run: { upstream: <slot> }`, or `$lookup`");
                    return None;
                }
                let call = self.member.entry.call.value.clone();
                let at = self.field(
                    operation,
                    &TEXT,
                    &Word::new(pointer.clone(), entry.equals.at.clone()),
                    &call,
                )?;
                Some(ExpectedPlan::Preview { at })
            }
        }
    }

    /// The input that is bound to a path parameter.
    fn repeated(&mut self, name: &str, equals: &Spot<ExpectedEntry>) -> Option<ExpectedPlan> {
        let slot = format!("path.{name}");
        let word = Word::new(slot.clone(), equals.at.clone());
        if self.member.fixed.iter().any(|fixed| fixed.slot.name == slot) {
            let why = format!("`{slot}` is fixed: whoever calls would repeat the manifest, not choose");
            self.unfit(&word, why, "a path parameter that is an argument, or `$lookup`");
            return None;
        }
        let Some(declared) = self.member.slots.list.iter().find(|known| known.name == slot) else {
            let paths = self.member.slots.names().into_iter().filter(|name| name.starts_with("path."));
            self.planner.holes.mark(HoleKind::Slot, &word, &self.member.label, paths.collect());
            return None;
        };
        let text = Types::STRING.with(Types::INTEGER).with(Types::NUMBER);
        if !declared.types(self.planner.api).meets(text) {
            self.unfit(
                &word,
                format!("`{slot}` is neither text nor a number"),
                "another path parameter, or `$lookup`",
            );
            return None;
        }
        let input = self.inputs.iter().position(|input| input.slot.name == slot)?;
        if self.inputs.get(input)?.default.is_some() {
            let why = format!("`{slot}` has a default: whoever calls would repeat the manifest, not choose");
            self.unfit(&word, why, "a path parameter without a default, or `$lookup`");
        }
        Some(ExpectedPlan::Input(input))
    }

    /// The operation that is asked, and its request, filled from what the gated variant has.
    fn lookup(&mut self, word: &Word) -> Option<(usize, VariantPlan)> {
        let user = format!("{} (lookup)", self.member.label.trim_matches('`'));
        let index = self.planner.operations.call(&mut self.planner.holes, word, &user)?;
        let api = self.planner.api;
        let operation = api.operations.get(index)?;
        if operation.method != "GET" {
            let why = format!("`{}` is a {}, and a lookup only reads", word.value, operation.method);
            self.unfit(word, why, "an operation that is a GET");
            return None;
        }
        let slots = self.planner.slots_of(index, word, &self.member.label)?;
        let request = self.request(word, index, &slots)?;
        Some((index, request))
    }

    fn request(&mut self, word: &Word, index: usize, slots: &Rc<Slots>) -> Option<VariantPlan> {
        let required = |slot: &Slot| slot.required;
        let Read { request, unfilled } =
            reads::bind(self.planner, self.member, self.inputs, word, (index, slots), required)?;
        for slot in unfilled {
            let why = format!("`{slot}` of `{}` is required, and no argument fills it", word.value);
            self.unfit(word, why, "an operation that these arguments identify");
        }
        if !self.identifies(&request.inputs, &request.fixed) {
            let why = format!("no argument fills `{}`, whose answer is the same for every call", word.value);
            self.unfit(word, why, "an operation that these arguments identify");
        }
        Some(request)
    }
}

impl Gated<'_, '_, '_> {
    /// Whether the request of a lookup asks for what this call is about: an argument fills it. Constants do where no
    /// argument is in the path, and nothing has to where there is no argument at all.
    fn identifies(&self, inputs: &[InputPlan], fixed: &[FixedPlan]) -> bool {
        let own = self.inputs.iter().take(self.ordinary);
        let chooses = own.clone().any(|input| input.slot.name.starts_with("path."));
        let is_filled = |input: &InputPlan| input.slot.kind != SlotKind::Nowhere;
        inputs.iter().take(self.ordinary).any(is_filled)
            || (!chooses && !fixed.is_empty())
            || own.count() == 0
    }
}
