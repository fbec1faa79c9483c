//! An argument of the manifest's own making whose name an operation has too.

use crate::diagnostics::Fault;
use crate::plan::{Slot, Surface, ToolPlan, VariantPlan, argument_name};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "An argument of the manifest's own making whose name an operation has too.",
    check: Check::tools(check),
};

const CODE: &str = "argument-clash";

fn check(_: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    made.members().filter_map(|(tool, variant)| clash(tool, variant)).collect()
}

/// A slot of the name of such an argument, which nothing is decided about: a call could not say which it means.
fn clash(tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let (slot, name) =
        variant.slots.list.iter().find_map(|slot| Some((slot, meant(tool, variant, slot)?)))?;
    let user = super::user(tool, variant);
    let what =
        format!("`{}` of `{user}` has the name of `{name}`, which is an argument of its own", slot.name);
    let instead = format!(
        "`bind: {{ <another name>: {0} }}` with that name in `args`, or `{0}` in `not_offered`",
        slot.name
    );
    let fault = Fault::error(CODE, variant.call_at.clone(), what).instead(instead);
    Some(fault.also(slot.at.clone(), "declared here"))
}

/// The argument of the manifest's own making that a slot could be taken for.
pub(crate) fn meant<'t>(tool: &'t ToolPlan, variant: &VariantPlan, slot: &Slot) -> Option<&'t str> {
    let is_decided = || {
        variant.not_offered.contains(&slot.name)
            || variant.inputs.iter().any(|input| input.slot.name == slot.name)
            || variant.pages.asked(variant.inputs.len()).is_some_and(|asked| asked.name == slot.name)
            || variant.fixed.iter().any(|fixed| fixed.slot.name == slot.name)
    };
    let own = variant.own_inputs().filter_map(|index| variant.inputs.get(index));
    let mut names =
        own.filter_map(|input| tool.arguments.get(input.argument)).map(|argument| argument.name.as_str());
    let is_named =
        |name: &&str| slot.wire == **name || slot.argument == **name || argument_name(&slot.wire) == **name;
    names.find(is_named).filter(|_| !is_decided())
}
