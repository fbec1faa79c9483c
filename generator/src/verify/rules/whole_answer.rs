//! A tool or variant without a projection: the whole answer leaves.

use crate::diagnostics::{Fault, Level};
use crate::plan::{AnswerPlan, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A tool or variant without a projection: the whole answer leaves.", check };

const CODE: &str = "whole-answer";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in &surface.tools {
        for variant in tool.variants.iter().filter(|variant| variant.operation.is_some()) {
            let failed = surface
                .holes
                .iter()
                .any(|hole| hole.inside.contains(&format!("`{}`", super::user(tool, variant))));
            if !matches!(variant.answer, AnswerPlan::Whole) || failed {
                continue;
            }
            let what =
                format!("the whole answer of `{}` leaves, under the result cap", super::user(tool, variant));
            let fault = Fault::new(CODE, Level::Note, Some(variant.call_at.clone()), what);
            faults.push(fault.instead("`result: <projection>` or `rows: <projection>`"));
        }
    }
    faults
}
