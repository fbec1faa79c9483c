//! A default, a binding or a requirement for the argument of a gate.

use std::collections::BTreeSet;

use super::gate_arguments;
use crate::diagnostics::{Fault, Place};
use crate::lower::curation::{Spot, ToolEntry};
use crate::plan::{Surface, ToolPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A default, a binding or a requirement for the argument of a gate.",
    check: Check::tools(check).after(shared),
};

const CODE: &str = "reworked-gate";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let Some((name, entry)) = made.entry(surface.curation) else { return Vec::new() };
    let mut faults = Vec::new();
    for (key, argument, at) in reworked(entry) {
        if made.tools.iter().flat_map(gates).any(|gate| gate == argument) {
            let what =
                format!("`{argument}` of `{name}` is the argument of a gate, which `{key}` cannot change");
            faults.push(Fault::error(CODE, at, what).instead(format!("no `{argument}` in `{key}`")));
        }
    }
    faults
}

/// The arguments that `args` says more of.
fn shared(surface: &Surface<'_>) -> Vec<Fault> {
    if surface.curation.args.is_empty() {
        return Vec::new();
    }
    let gates: BTreeSet<&str> = surface.tools.iter().flat_map(gates).collect();
    let shared = surface.curation.args.iter().filter(|(name, _)| gates.contains(name.as_str()));
    let fault = |(name, entry): (&String, &Spot<_>)| {
        let what = format!("`{name}` is the argument of a gate, which `args` cannot change");
        Fault::error(CODE, entry.at.at_key(), what).instead(format!("no `{name}` in `args`"))
    };
    shared.map(fault).collect()
}

/// The names of the arguments of a tool's gates.
fn gates(tool: &ToolPlan) -> impl Iterator<Item = &str> {
    gate_arguments(tool).into_iter().filter_map(|gate| Some(tool.arguments.get(gate)?.name.as_str()))
}

/// Every argument that a tool says more of: the key, the argument, and where.
fn reworked(entry: &ToolEntry) -> impl Iterator<Item = (&'static str, &String, Place)> {
    let defaults = entry.defaults.iter().map(|(name, value)| ("defaults", name, value.at.at_key()));
    let binds = entry.bind.iter().chain(entry.variants.iter().flat_map(|variant| &variant.bind));
    let binds = binds.map(|(name, slot)| ("bind", name, slot.at.at_key()));
    let needs = entry.variants.iter().flat_map(|variant| &variant.needs);
    let needs = needs.map(|word| ("needs", &word.value, word.at.clone()));
    let groups = entry.variants.iter().flat_map(|variant| &variant.groups);
    let groups = groups.flat_map(|(kind, words)| {
        let key = match kind {
            fewtools_contract::GroupKind::OneOf => "one_of",
            fewtools_contract::GroupKind::AnyOf => "any_of",
            fewtools_contract::GroupKind::AtMostOne => "at_most_one",
        };
        words.iter().map(move |word| (key, &word.value, word.at.clone()))
    });
    defaults.chain(binds).chain(needs).chain(groups)
}
