//! A field of a result that has the name of what marks a dry run.

use std::collections::BTreeSet;

use fewtools_contract::Types;
use fewtools_contract::gate::{DRY_RUN, WOULD_SEND};

use crate::diagnostics::{Fault, Place};
use crate::plan::{AnswerPlan, FieldPlan, FromPlan, PreviewPlan, Surface, VariantPlan};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A field of a result that has the name of what marks a dry run.",
    check: Check::whole(check),
};

const CODE: &str = "dry-run-clash";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut told = BTreeSet::new();
    for tool in &surface.tools {
        for variant in tool.variants.iter().filter(|variant| variant.gates.dry_run.is_some()) {
            let confirm = surface.curation.gates.confirm.value.as_str();
            for (projection, field) in results(&variant.answer) {
                let name = field.name.as_str();
                let what = match name {
                    DRY_RUN if !is_said_by_the_api(variant, field) => "that a result is of a dry run",
                    WOULD_SEND => "what a dry run would send",
                    _ if name == confirm && variant.gates.confirm.is_some() => {
                        "what a real run has to confirm"
                    }
                    _ => continue,
                };
                if told.insert((projection, name)) {
                    let at = written(surface, projection, name).unwrap_or(&variant.call_at);
                    let user = super::user(tool, variant);
                    let what =
                        format!("`{name}` of `{projection}` is where a result of `{user}` says {what}");
                    faults.push(Fault::error(CODE, at.clone(), what).instead("another name for the field"));
                }
            }
        }
    }
    faults
}

/// The fields that leave, each with its projection.
fn results(answer: &AnswerPlan) -> Vec<(&str, &FieldPlan)> {
    match answer {
        AnswerPlan::Object { projection, fields } => {
            fields.iter().map(|field| (projection.as_str(), field)).collect()
        }
        AnswerPlan::Detail { brief, full, .. } => [results(brief), results(full)].concat(),
        AnswerPlan::Whole | AnswerPlan::Rows { .. } | AnswerPlan::Link { .. } => Vec::new(),
    }
}

/// Whether the API that previews says itself whether it was a dry run.
fn is_said_by_the_api(variant: &VariantPlan, field: &FieldPlan) -> bool {
    let previews = variant.gates.dry_run.as_ref().is_some_and(|gate| gate.preview != PreviewPlan::Local);
    let FromPlan::At { node, .. } = &field.from else { return false };
    previews && node.types().without(Types::NULL) == Types::BOOLEAN
}

/// Where the manifest names a field.
fn written<'s>(surface: &'s Surface<'_>, projection: &str, name: &str) -> Option<&'s Place> {
    let fields = &surface.curation.projections.get(projection)?.value;
    fields.iter().find(|field| field.name.value == name).map(|field| &field.name.at)
}
