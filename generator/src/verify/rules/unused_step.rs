//! A step whose answer nothing uses.

use crate::diagnostics::Fault;
use crate::plan::{AnswerPlan, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule = Rule { code: CODE, about: "A step whose answer nothing uses.", check };

const CODE: &str = "unused-step";

/// Where the projection is a hole, nothing is known of its uses.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let variants = surface.tools.iter().flat_map(|tool| &tool.variants);
    let known = variants.filter(|variant| !matches!(variant.answer, AnswerPlan::Whole));
    let steps = known.flat_map(|variant| super::steps(variant));
    steps
        .filter(|step| !step.used)
        .map(|step| {
            let name = &step.name.value;
            let what = format!("nothing uses the answer of the step {}", step.request.label);
            let instead =
                format!("`$steps.{name}.body` in the result or in a step that it uses, or no such step");
            Fault::error(CODE, step.name.at.clone(), what).instead(instead)
        })
        .collect()
}
