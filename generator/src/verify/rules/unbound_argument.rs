//! An argument that goes to no slot of any variant.

use crate::diagnostics::Fault;
use crate::plan::Surface;
use crate::verify::{Rule, suggest};

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "An argument that goes to no slot of any variant.", check };

const CODE: &str = "unbound-argument";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in &surface.tools {
        let whole = tool.variants.iter().all(|variant| variant.operation.is_some());
        for (index, argument) in tool.arguments.iter().enumerate() {
            let chooses = tool.discriminator.as_ref().is_some_and(|chooser| chooser.argument == index);
            let bound =
                tool.variants.iter().flat_map(|variant| &variant.inputs).any(|input| input.argument == index);
            let known = surface.holes.iter().any(|hole| hole.name == argument.name || hole.at == argument.at);
            if chooses || bound || known || !whole {
                continue;
            }
            let slots: Vec<String> = tool
                .variants
                .iter()
                .flat_map(|variant| &variant.slots.list)
                .map(|slot| slot.wire.clone())
                .collect();
            let what = format!("`{}` of `{}` is no parameter or body field", argument.name, tool.name.value);
            let near = suggest::name(&argument.name, &slots);
            let instead = format!(
                "{near}{}`bind: {{ {}: <slot> }}`",
                if near.is_empty() { "" } else { ", or " },
                argument.name
            );
            faults.push(Fault::error(CODE, argument.at.clone(), what).instead(instead));
        }
    }
    faults
}
