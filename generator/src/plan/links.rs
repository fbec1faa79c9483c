//! `result: link` → the resource that calls the same operation, and what fills its address.

use super::Planner;
use super::hole::{Hole, HoleKind};
use super::resources::ResourcePlan;
use super::surface::{AnswerPlan, InputPlan, ToolPlan, VariantPlan};
use super::uri::AddressPart;
use crate::lower::curation::Word;

/// A resource, and for each argument of its tool the input that fills it.
type Link = (usize, Vec<usize>);

/// Finds the resource of every link.
pub(super) fn resolve(planner: &mut Planner<'_>, tools: &mut [ToolPlan], resources: &[ResourcePlan]) {
    for variant in tools.iter_mut().flat_map(|tool| &mut tool.variants) {
        let AnswerPlan::Link { at, .. } = &variant.answer else { continue };
        let at = at.clone();
        match link(variant, resources) {
            Ok(found) => variant.answer = AnswerPlan::Link { at, to: Some(found) },
            Err(_) if variant.operation.is_none() => {}
            Err((why, instead)) => {
                let hole = Hole::new(HoleKind::Link, &Word::new("link".to_owned(), at), &variant.label);
                planner.holes.add(hole.because(why).instead(instead));
            }
        }
    }
}

/// The link of a variant, or why it has none and what to write instead.
fn link(variant: &VariantPlan, resources: &[ResourcePlan]) -> Result<Link, (String, String)> {
    if variant.effect.is_mutation() {
        return Err(("it changes something, and a read of an address never does".to_owned(), projection()));
    }
    let same = |resource: &&ResourcePlan| {
        resource.tool.variants.first().is_some_and(|read| read.operation == variant.operation)
    };
    let Some(resource) = resources.iter().find(same) else {
        let instead = "`resources: { <scheme>://<path>: { about: …, call: … } }` with the same `call`";
        return Err(("no resource calls its operation".to_owned(), instead.to_owned()));
    };
    let address = &resource.address.value;
    let read = resource.tool.variants.first();
    let mut inputs = Vec::new();
    for part in &resource.parts {
        let AddressPart::Variable(name) = part else { continue };
        let argument = resource.tool.arguments.iter().position(|argument| argument.name == *name);
        let slot = read.and_then(|read| read.inputs.iter().find(|input| Some(input.argument) == argument));
        let fills = |input: &InputPlan| slot.is_some_and(|slot| slot.slot.kind == input.slot.kind);
        let input = variant.inputs.iter().position(fills);
        let always = |index: &usize| {
            variant.inputs.get(*index).is_some_and(|input| input.required || input.default.is_some())
        };
        let Some((argument, input)) = argument.zip(input.filter(always)) else {
            let why = format!("no argument that is always there fills `{{{name}}}` of `{address}`");
            return Err((why, format!("`{name}` in `args` and in `needs`, or {}", projection())));
        };
        inputs.push((argument, input));
    }
    let lost = (0..variant.inputs.len()).find(|index| !inputs.iter().any(|(_, input)| input == index));
    if let Some(input) = lost.and_then(|index| variant.inputs.get(index)) {
        let why = format!("`{address}` says nothing of `{}`", input.slot.name);
        return Err((why, format!("an address with a variable for it, or {}", projection())));
    }
    inputs.sort_unstable();
    let index = resources.iter().position(|other| std::ptr::eq(other, resource)).unwrap_or_default();
    Ok((index, inputs.into_iter().map(|(_, input)| input).collect()))
}

fn projection() -> String {
    "`result: <projection>`".to_owned()
}
