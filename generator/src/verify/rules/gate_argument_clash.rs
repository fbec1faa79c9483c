//! An argument of a gate whose name means something else too.

use super::gate_arguments;
use crate::diagnostics::Fault;
use crate::plan::{Slot, Surface, ToolPlan, VariantPlan, argument_name};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument of a gate whose name means something else too.",
    check: Check::tools(check),
};

const CODE: &str = "gate-argument-clash";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        let chooser = tool.discriminator.as_ref();
        for gate in gate_arguments(tool) {
            let Some(argument) = tool.arguments.get(gate) else { continue };
            if let Some(chooser) = chooser.filter(|chooser| chooser.argument == gate) {
                let what =
                    format!("`{}` of `{}` is a gate and the discriminator", argument.name, tool.name.value);
                let fault = Fault::error(CODE, chooser.at.clone(), what);
                faults.push(fault.instead("another name for one of the two"));
            }
        }
        for variant in &tool.variants {
            faults.extend(slots(tool, variant));
            faults.extend(ordinary(surface, tool, variant));
        }
    }
    faults
}

/// A slot of the name of a gate of the tool, which nothing is decided about: a call could not say which it means.
fn slots(tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let slot = variant.slots.list.iter().find(|slot| clashes(tool, variant, slot))?;
    let user = super::user(tool, variant);
    let what =
        format!("`{}` of `{user}` has the name of a gate of the tool, and is not that gate's", slot.name);
    let instead = format!("the gate with `upstream: {0}`, or `{0}` in `not_offered`", slot.name);
    let fault = Fault::error(CODE, variant.call_at.clone(), what).instead(instead);
    Some(fault.also(slot.at.clone(), "declared here"))
}

/// Whether a slot could be meant by the argument of a gate that it does not belong to.
pub(crate) fn clashes(tool: &ToolPlan, variant: &VariantPlan, slot: &Slot) -> bool {
    let named = |gate: usize| {
        tool.arguments.get(gate).is_some_and(|argument| {
            let name = &argument.name;
            slot.wire == *name || slot.argument == *name || argument_name(&slot.wire) == *name
        })
    };
    let decided = || {
        variant.not_offered.contains(&slot.name)
            || variant.inputs.iter().any(|input| input.slot.name == slot.name)
            || variant.fixed.iter().any(|fixed| fixed.slot.name == slot.name)
    };
    gate_arguments(tool).into_iter().any(named) && !decided()
}

/// An argument of a mutation that only sounds like a gate: nothing would hold a call back that leaves it out.
fn ordinary(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let names = &surface.curation.gates;
    let cap = names.cap.as_ref().map(|cap| &cap.arg.value);
    let gates: Vec<usize> = variant.gates.inputs().collect();
    let inputs = variant.inputs.iter().enumerate().filter(|(index, _)| !gates.contains(index));
    let found = inputs.filter_map(|(_, input)| Some((input, tool.arguments.get(input.argument)?))).find(
        |(_, argument)| {
            let name = Some(&argument.name);
            name == Some(&names.dry_run.value) || name == Some(&names.confirm.value) || name == cap
        },
    );
    let (input, argument) = found.filter(|_| variant.effect.is_mutation())?;
    let user = super::user(tool, variant);
    let what = format!("`{}` of `{user}` has the name of a gate and is none", argument.name);
    let instead = format!("a gate with `upstream: {}`, or another name with `bind`", input.slot.name);
    Some(Fault::error(CODE, argument.at.clone(), what).instead(instead))
}
