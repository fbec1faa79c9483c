//! A tool with `steps` → its plan: one variant that makes several requests.

mod composing;
mod denied;
mod given;
mod order;

use std::rc::Rc;

use fewtools_contract::Mode;
use indexmap::IndexMap;

use super::hole::HoleKind;
use super::signature::{self, Binding, Signature};
use super::surface::{InputPlan, ToolPlan};
use super::variants::{self, Member};
use super::{Planner, arguments, tools};
use crate::lower::curation::{Spot, StepEntry, StepsEntry, ToolEntry, VariantEntry, Word};
use composing::Composing;
use given::With;

/// Plans a tool with steps.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    name: &str,
    entry: &Spot<ToolEntry>,
    steps: &StepsEntry,
) -> ToolPlan {
    let tool = &entry.value;
    let entries: Vec<VariantEntry> = steps.steps.iter().map(as_variant).collect();
    let mut members = variants::members(planner, name, tool, &entries);
    let with: Vec<With<'_>> = members
        .iter_mut()
        .zip(steps.steps.values())
        .map(|(member, step)| given::with(planner, member, &step.value))
        .collect();
    let signature = signed(planner, name, entry, &members, &with);
    let bound: Vec<Vec<InputPlan>> = members
        .iter()
        .zip(signature.bindings.iter().zip(&with))
        .map(|(member, (own, with))| bound(planner, tool, member, &signature, own, with))
        .collect();
    let mut listed = arguments::merged(planner, tool, &members, &signature, &bound);
    let names: Vec<String> = listed.iter().map(|argument| argument.name.clone()).collect();
    tools::check_names(planner, name, tool, &names);
    let label = format!("`{name}`");
    let mut composing = Composing::new(label, steps, &names, bound);
    composing.compose(planner, members, &with);
    let variant = composing.variant(planner, tool);
    for (index, argument) in listed.iter_mut().enumerate() {
        argument.required = variant.inputs.iter().any(|input| input.argument == index && input.required);
    }
    ToolPlan {
        name: Word::new(name.to_owned(), entry.at.clone()),
        entry: name.to_owned(),
        about: tool.about.clone(),
        mode: tool.schema.mode.or(planner.curation.schema.mode).unwrap_or(Mode::Simple),
        arguments: listed,
        discriminator: None,
        annotations: tools::annotations(std::slice::from_ref(&variant)),
        variants: vec![variant],
        mixed_posture: false,
        output_schema: tool.asks_output_schema(),
    }
}

/// A step as a variant that is named after it.
fn as_variant((name, step): (&String, &Spot<StepEntry>)) -> VariantEntry {
    VariantEntry {
        name: Word::new(name.clone(), step.at.clone()),
        ..VariantEntry::calling(step.value.call.clone())
    }
}

/// The arguments of the tool; what `with` fills is not bound by name.
fn signed(
    planner: &mut Planner<'_>,
    name: &str,
    entry: &Spot<ToolEntry>,
    members: &[Member<'_>],
    with: &[With<'_>],
) -> Signature {
    let mut signature = signature::of(planner, name, &entry.at, &entry.value, members);
    for (bindings, with) in signature.bindings.iter_mut().zip(with) {
        bindings.retain(|_, binding| !with.fills(&binding.slot));
    }
    if entry.value.args.is_some() {
        return signature;
    }
    for bindings in &mut signature.bindings {
        bindings.retain(|_, binding| binding.slot.required);
    }
    let is_taken = |name: &str| {
        let named = with.iter().flat_map(|with| &with.arguments).any(|(word, _)| word.value == name);
        named || signature.bindings.iter().any(|bindings| bindings.contains_key(name))
    };
    let mut arguments: Vec<_> =
        signature.arguments.iter().filter(|(name, _)| is_taken(name)).cloned().collect();
    for (word, _) in with.iter().flat_map(|with| &with.arguments) {
        if arguments.iter().all(|(known, _)| *known != word.value) {
            arguments.push((word.value.clone(), entry.at.clone()));
        }
    }
    Signature { arguments, ..signature }
}

/// The arguments that go to the slots of a step: by name, and as `with` says.
fn bound(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    signature: &Signature,
    own: &IndexMap<String, Binding>,
    with: &With<'_>,
) -> Vec<InputPlan> {
    let mut inputs = arguments::inputs(planner, tool, member, signature, own);
    for (word, slot) in &with.arguments {
        if signature.arguments.iter().any(|(name, _)| *name == word.value) {
            planner.args_used.insert(word.value.clone());
            let one = IndexMap::from([(word.value.clone(), Binding::plain(Rc::clone(slot)))]);
            inputs.extend(arguments::inputs(planner, tool, member, signature, &one));
        } else {
            let known = signature.arguments.iter().map(|(name, _)| name.clone()).collect();
            planner.holes.mark(HoleKind::Argument, word, member.label.clone(), known);
        }
    }
    inputs
}
