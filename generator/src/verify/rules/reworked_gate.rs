//! A default, a binding or a requirement for the argument of a gate.

use super::{Members, gate_arguments};
use crate::diagnostics::{Fault, Place};
use crate::lower::curation::ToolEntry;
use crate::plan::Surface;
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A default, a binding or a requirement for the argument of a gate.", check };

const CODE: &str = "reworked-gate";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let all = Members::of(surface);
    let mut faults = Vec::new();
    let mut of_all: Vec<String> = Vec::new();
    for (name, entry) in &surface.curation.tools {
        let mut gates: Vec<String> = Vec::new();
        for (tool, _) in all.of_entry(name) {
            let arguments = gate_arguments(tool).into_iter().filter_map(|gate| tool.arguments.get(gate));
            gates.extend(arguments.map(|argument| argument.name.clone()));
        }
        for (key, argument, at) in reworked(&entry.value) {
            if gates.iter().any(|gate| gate == argument) {
                let what = format!(
                    "`{argument}` of `{name}` is the argument of a gate, which `{key}` cannot change"
                );
                faults.push(Fault::error(CODE, at, what).instead(format!("no `{argument}` in `{key}`")));
            }
        }
        of_all.extend(gates);
    }
    let shared = surface.curation.args.iter().filter(|(name, _)| of_all.contains(*name));
    faults.extend(shared.map(|(name, entry)| {
        let what = format!("`{name}` is the argument of a gate, which `args` cannot change");
        Fault::error(CODE, entry.at.at_key(), what).instead(format!("no `{name}` in `args`"))
    }));
    faults
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
