//! A discriminator named like a parameter of one of its operations.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A discriminator named like a parameter of one of its operations.", check };

const CODE: &str = "discriminator-clash";

/// A call could not say which of the two it means, and the parameter would be lost.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in &surface.tools {
        let Some(chooser) = &tool.discriminator else { continue };
        let Some(argument) = tool.arguments.get(chooser.argument) else { continue };
        for variant in &tool.variants {
            let clash = variant.slots.list.iter().find(|slot| {
                let offered = variant.inputs.iter().any(|input| input.slot.name == slot.name);
                let decided = variant.not_offered.contains(&slot.name)
                    || variant.fixed.iter().any(|fixed| fixed.slot.name == slot.name);
                !offered && !decided && (slot.wire == argument.name || slot.argument == argument.name)
            });
            if let Some(slot) = clash {
                let (tool, name) = (&tool.name.value, &argument.name);
                let what = format!(
                    "discriminator `{name}` of `{tool}` is also `{}` of variant `{}`",
                    slot.name, variant.name.value
                );
                let instead = format!("another name for the discriminator, or `bind` for `{}`", slot.name);
                faults.push(
                    Fault::error(CODE, chooser.at.clone(), what)
                        .instead(instead)
                        .also(slot.at.clone(), "declared here"),
                );
            }
        }
    }
    faults
}
