//! A slot that `not_offered` names and that is an argument or a constant all the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Fault;
use crate::lower::curation::Word;
use crate::plan::{InputPlan, Surface, ToolPlan, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A slot that `not_offered` names and that is an argument or a constant all the same.",
    check: Check::all_tools(check),
};

const CODE: &str = "offered-and-not-offered";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (tool, variant) in made.requests() {
        let filling = Filling::of(tool, variant);
        let own = own(surface, tool, variant)
            .filter_map(|word| contradicted(tool, variant, &filling, word, Filled::AtAll));
        let shared = surface.curation.coverage.not_offered.iter();
        let shared =
            shared.filter_map(|word| contradicted(tool, variant, &filling, word, Filled::ByArgument));
        faults.extend(own.chain(shared));
    }
    faults
}

/// What contradicts an entry: a constant of one tool is no offer, so it may stand beside an entry for all tools.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filled {
    ByArgument,
    AtAll,
}

/// What fills the slots of a variant, by their names: arguments, and constants.
struct Filling<'v> {
    arguments: BTreeMap<&'v str, &'v str>,
    constants: BTreeSet<&'v str>,
}

impl<'v> Filling<'v> {
    fn of(tool: &'v ToolPlan, variant: &'v VariantPlan) -> Self {
        let argument = |input: &'v InputPlan| {
            Some((input.slot.name.as_str(), tool.arguments.get(input.argument)?.name.as_str()))
        };
        let fixed = variant.fixed.iter().map(|fixed| fixed.slot.name.as_str());
        Self {
            arguments: variant.inputs.iter().rev().filter_map(argument).collect(),
            constants: fixed.collect(),
        }
    }
}

/// `not_offered` of the tool and of the variant.
fn own<'s>(
    surface: &'s Surface<'_>,
    tool: &ToolPlan,
    variant: &VariantPlan,
) -> impl Iterator<Item = &'s Word> {
    let resource = surface.curation.resources.get(&tool.name.value);
    let of_resource = resource.into_iter().flat_map(|entry| &entry.value.not_offered);
    let entry = surface.curation.tools.get(&tool.entry).map(|entry| &entry.value);
    let name = variant.name.value.clone();
    let variants = entry.into_iter().flat_map(|entry| &entry.variants);
    let mine = variants.filter(move |variant| variant.name.value == name);
    entry
        .into_iter()
        .flat_map(|entry| &entry.not_offered)
        .chain(mine.flat_map(|variant| &variant.not_offered))
        .chain(of_resource)
}

fn contradicted(
    tool: &ToolPlan,
    variant: &VariantPlan,
    filling: &Filling<'_>,
    word: &Word,
    filled: Filled,
) -> Option<Fault> {
    let argument = filling.arguments.get(word.value.as_str());
    let fixed = filling.constants.contains(word.value.as_str());
    let user = super::user(tool, variant);
    let what = match argument {
        Some(argument) => {
            format!("`{}` is not offered, and the argument `{}` of `{user}` goes there", word.value, argument)
        }
        None if fixed && filled == Filled::AtAll => {
            format!("`{}` is not offered, and a constant of `{user}` is sent there", word.value)
        }
        None => return None,
    };
    let fault = Fault::error(CODE, word.at.clone(), what).instead("one of the two decisions");
    Some(fault.also(variant.call_at.clone(), "used here"))
}
