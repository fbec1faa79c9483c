//! What may destroy, without both a dry run and a confirmation.

use fewtools_contract::Effect;

use crate::diagnostics::Fault;
use crate::plan::{Surface, ToolPlan, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "What may destroy, without both a dry run and a confirmation.",
    check: Check::tools(check),
};

const CODE: &str = "ungated-destruction";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in made.tools {
        let destructive =
            |variant: &&VariantPlan| variant.effect == Effect::Destructive && variant.operation.is_some();
        for variant in tool.variants.iter().filter(destructive) {
            faults.extend(open(surface, tool, variant));
        }
    }
    faults
}

fn open(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> Option<Fault> {
    let user = super::user(tool, variant);
    let instead = format!("{}{}", gates(variant)?, other_effect(surface, tool, variant));
    if let Some(reason) = &variant.gates.ungated {
        let what = format!("`{user}` may destroy, and no reason leaves that ungated");
        return Some(Fault::error(CODE, reason.at.at_key(), what).instead(instead));
    }
    let lacks = match (&variant.gates.dry_run, &variant.gates.confirm) {
        (None, None) => "a dry run and `confirm`",
        (None, Some(_)) => "a dry run",
        (Some(_), _) => "`confirm`",
    };
    let what = format!("`{user}` may destroy without {lacks}");
    Some(Fault::error(CODE, variant.call_at.clone(), what).instead(instead))
}

/// The gates that are missing, as the manifest writes them; `None` where there are all.
fn gates(variant: &VariantPlan) -> Option<String> {
    let dry_run = variant.gates.dry_run.is_none().then_some("dry_run: { local: true }");
    let confirm = variant.gates.confirm.is_none().then(|| match path(variant) {
        Some(name) => format!("confirm: {{ equals: $request.path.{name} }}"),
        None => "confirm: { equals: '$lookup.body#/<field>', lookup: <operation> }".to_owned(),
    });
    let missing: Vec<String> = dry_run.map(str::to_owned).into_iter().chain(confirm).collect();
    (!missing.is_empty()).then(|| format!("`gates: {{ {} }}`", missing.join(", ")))
}

/// The last parameter of the path that is an argument: the nearest name of what is destroyed.
fn path(variant: &VariantPlan) -> Option<&str> {
    variant.inputs.iter().rev().find_map(|input| input.slot.name.strip_prefix("path."))
}

/// A hint at `effect`, where nobody wrote one: then it is only supposed to destroy.
fn other_effect(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> &'static str {
    let entry = surface.curation.tools.get(&tool.entry).map(|entry| &entry.value);
    let is_said = entry.is_some_and(|entry| {
        let own = entry.variants.iter().find(|own| own.call.at == variant.call_at);
        entry.effect.is_some() || own.is_some_and(|own| own.effect.is_some())
    });
    if is_said { "" } else { ", or `effect: additive` or `idempotent` if it takes nothing away" }
}
