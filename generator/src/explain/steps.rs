//! The steps of a variant → what each calls, is given and waits for.

use serde::Serialize;
use serde_json::{Map, Value};

use super::fields::Words;
use crate::plan::{OriginPlan, StepPlan, Surface, ToolPlan, VariantPlan, WayPlan};

/// One step.
#[derive(Debug, Serialize)]
pub struct StepExplained {
    /// Its name.
    pub name: String,
    /// The operation it calls; `None` where the document has none of that name.
    pub operation: Option<String>,
    /// Method and path.
    pub route: Option<String>,
    /// What it does to the upstream.
    pub effect: &'static str,
    /// Slot → the expression that fills it.
    pub given: Map<String, Value>,
    /// Constants by slot.
    pub fixed: Map<String, Value>,
    /// The steps that it waits for.
    pub after: Vec<String>,
    /// When it runs; empty for always.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub when: String,
    /// The rows that it runs for, and the most of them; empty for one run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub for_each: String,
    /// `fail` or `note`.
    pub if_failed: &'static str,
    /// The fields of the result that a denial sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_denied: Option<Map<String, Value>>,
    /// What a denial of it hides; empty where it tells, or sets fields, or is a note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub denial: String,
}

/// The steps of a variant; none where it makes one request.
pub(super) fn of(surface: &Surface<'_>, tool: &ToolPlan, variant: &VariantPlan) -> Vec<StepExplained> {
    let Some(composite) = &variant.steps else { return Vec::new() };
    let words = Words::of(surface, tool, variant);
    composite.steps.iter().map(|step| explained(surface, &words, step)).collect()
}

fn explained(surface: &Surface<'_>, words: &Words<'_>, step: &StepPlan) -> StepExplained {
    let request = &step.request;
    let operation = request.operation.and_then(|index| surface.api.operations.get(index));
    let given = request.inputs.iter().zip(&step.given);
    let decides = !step.optional && step.if_denied.is_none();
    StepExplained {
        name: step.name.value.clone(),
        operation: operation.map(|operation| operation.id.clone()),
        route: operation.map(|operation| format!("{} {}", operation.method, operation.path)),
        effect: request.effect.as_str(),
        given: given.map(|(input, way)| (input.slot.name.clone(), way_of(words, way).into())).collect(),
        fixed: request.fixed.iter().map(|fixed| (fixed.slot.name.clone(), fixed.value.clone())).collect(),
        after: step.after.iter().map(|index| words.step(*index).to_owned()).collect(),
        when: step.when.as_ref().map(|when| words.condition(when, &[])).unwrap_or_default(),
        for_each: step
            .each
            .as_ref()
            .map(|(rows, most)| format!("{}, at most {most}", way_of(words, rows)))
            .unwrap_or_default(),
        if_failed: if step.optional { "note" } else { "fail" },
        if_denied: step.if_denied.as_ref().map(|fields| fields.iter().cloned().collect()),
        denial: if decides { request.denial.hidden.clone() } else { String::new() },
    }
}

/// A way of a step: `$item` is the row that it runs for.
fn way_of(words: &Words<'_>, way: &WayPlan) -> String {
    match (&way.from, words.way(way).as_str()) {
        (OriginPlan::Here, "") => "$item".to_owned(),
        (OriginPlan::Here, path) => format!("$item#/{path}"),
        (_, written) => written.to_owned(),
    }
}
