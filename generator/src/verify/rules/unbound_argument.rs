//! An argument that goes to no slot of any variant.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::diagnostics::{Fault, nearest};
use crate::lower::curation::Word;
use crate::plan::{ArgumentPlan, Slot, Surface, ToolPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument that goes to no slot of any variant.",
    check: Check::all_tools(check),
};

const CODE: &str = "unbound-argument";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        for argument in unbound(surface, tool) {
            let name = &argument.name;
            let slots: Vec<&Rc<Slot>> = tool.requests().flat_map(|request| &request.slots.list).collect();
            let what = format!("`{name}` of `{}` is no parameter or body field", tool.name.value);
            let bind = |slot: &str| format!("`bind: {{ {name}: {slot} }}`");
            let instead = match nearest(name, slots.iter().map(|slot| slot.wire.as_str())) {
                Some(near) => format!("`{near}`, or {}", bind("<slot>")),
                None => match free(tool).as_slice() {
                    [] => format!("leave it out: every slot of `{}` is taken", tool.name.value),
                    [first, ..] => format!("{}, or leave it out", bind(first)),
                },
            };
            faults.push(Fault::error(CODE, argument.at.clone(), what).instead(instead));
        }
    }
    faults
}

/// The slots of a tool that nothing fills yet.
fn free(tool: &ToolPlan) -> Vec<&str> {
    let free = tool.requests().flat_map(|variant| {
        let is_taken = |slot: &&Rc<Slot>| {
            let inputs = variant.inputs.iter().map(|input| &input.slot.name);
            let fixed = variant.fixed.iter().map(|fixed| &fixed.slot.name);
            inputs.chain(fixed).chain(&variant.not_offered).any(|name| *name == slot.name)
        };
        variant.slots.list.iter().filter(move |slot| !is_taken(slot)).map(|slot| slot.name.as_str())
    });
    free.collect()
}

/// The arguments that go nowhere, where no other fault says why.
pub(crate) fn unbound<'s>(
    surface: &'s Surface<'_>,
    tool: &'s ToolPlan,
) -> impl Iterator<Item = &'s ArgumentPlan> {
    let inputs = tool.variants.iter().flat_map(|variant| &variant.inputs);
    let bound: BTreeSet<usize> = inputs.map(|input| input.argument).collect();
    let chooser = tool.discriminator.as_ref().map(|chooser| chooser.argument);
    let is_whole = tool.requests().all(|request| request.operation.is_some());
    let is_told = |argument: &ArgumentPlan| {
        surface.holes.iter().any(|hole| {
            hole.at == argument.at
                || tool.requests().any(|request| request.call_at == hole.at)
                || leads(surface, tool, argument).any(|slot| slot.at == hole.at)
        })
    };
    let arguments = tool.arguments.iter().enumerate().filter(move |_| is_whole);
    let unbound = arguments.filter(move |(index, _)| !bound.contains(index) && chooser != Some(*index));
    unbound.map(|(_, argument)| argument).filter(move |argument| !is_told(argument))
}

/// The slots that the manifest names for an argument.
fn leads<'s>(
    surface: &Surface<'s>,
    tool: &ToolPlan,
    argument: &'s ArgumentPlan,
) -> impl Iterator<Item = &'s Word> {
    let name = &argument.name;
    let entry = surface.curation.tools.get(&tool.entry).map(|entry| &entry.value);
    let of_tool = entry.and_then(|entry| entry.bind.get(name));
    let variants = entry.into_iter().flat_map(|entry| &entry.variants);
    let of_variants = variants.filter_map(move |variant| variant.bind.get(name));
    let shared = surface.curation.args.get(name).and_then(|shared| shared.value.to.as_ref());
    let resource = surface.curation.resources.get(&tool.name.value);
    let of_resource = resource.and_then(|entry| entry.value.bind.get(name));
    of_tool.into_iter().chain(of_variants).chain(of_resource).chain(shared)
}
