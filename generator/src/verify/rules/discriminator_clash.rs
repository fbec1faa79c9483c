//! A discriminator named like a parameter of one of its operations.

use std::rc::Rc;

use crate::diagnostics::Fault;
use crate::plan::{Slot, Surface, ToolPlan, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A discriminator named like a parameter of one of its operations.",
    check: Check::tools(check),
};

const CODE: &str = "discriminator-clash";

fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        let Some(chooser) = &tool.discriminator else { continue };
        for variant in &tool.variants {
            let Some(slot) = clash(tool, variant) else { continue };
            let what = format!(
                "the discriminator of `{}` is named like `{}` of `{}`",
                tool.name.value,
                slot.name,
                super::user(tool, variant)
            );
            let instead = format!("another name for the discriminator, or `bind` for `{}`", slot.name);
            let fault = Fault::error(CODE, chooser.at.clone(), what).instead(instead);
            faults.push(fault.also(slot.at.clone(), "declared here"));
        }
    }
    faults
}

/// The slot of a variant that the discriminator's name could mean too: a call could not say which of the two it means,
/// and the parameter would be lost.
pub(crate) fn clash<'v>(tool: &ToolPlan, variant: &'v VariantPlan) -> Option<&'v Rc<Slot>> {
    let chooser = tool.discriminator.as_ref()?.argument;
    let argument = tool.arguments.get(chooser)?;
    if let Some(swallowed) = variant.inputs.iter().find(|input| input.argument == chooser) {
        return variant.slots.list.iter().find(|slot| slot.name == swallowed.slot.name);
    }
    variant.slots.list.iter().find(|slot| {
        let offered = variant.inputs.iter().any(|input| input.slot.name == slot.name);
        let decided = variant.not_offered.contains(&slot.name)
            || variant.fixed.iter().any(|fixed| fixed.slot.name == slot.name);
        !offered && !decided && (slot.wire == argument.name || slot.argument == argument.name)
    })
}
