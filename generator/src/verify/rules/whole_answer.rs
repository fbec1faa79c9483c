//! A tool or variant without a projection: the whole answer leaves.

use crate::diagnostics::{Fault, Level};
use crate::lower::api::Operation;
use crate::plan::{AnswerPlan, Surface};
use crate::verify::Rule;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "A tool or variant without a projection: the whole answer leaves.", check };

const CODE: &str = "whole-answer";

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for tool in surface.all_tools() {
        for variant in &tool.variants {
            let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
            if operation.is_none_or(answers_nothing) {
                continue;
            }
            let user = format!("`{}`", super::user(tool, variant));
            let failed = surface.holes.iter().any(|hole| hole.inside.contains(&user));
            let what = match variant.answer.brief() {
                AnswerPlan::Whole => format!("the whole answer of {user} leaves, under the result cap"),
                AnswerPlan::Rows { projection, .. } if projection.is_empty() => {
                    format!("the whole rows of {user} leave, under the result cap")
                }
                _ => continue,
            };
            if !failed {
                let fault = Fault::new(CODE, Level::Note, Some(variant.call_at.clone()), what);
                faults.push(fault.instead("`result: <projection>` or `rows: <projection>`"));
            }
        }
    }
    faults
}

/// Whether the document says that a success has no content.
fn answers_nothing(operation: &Operation) -> bool {
    let mut successes =
        operation.responses.iter().filter(|response| response.status.starts_with('2')).peekable();
    successes.peek().is_some() && successes.all(|response| response.media.is_empty())
}
