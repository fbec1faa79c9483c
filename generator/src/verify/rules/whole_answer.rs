//! A tool or variant without a projection: the whole answer leaves.

use crate::diagnostics::{Fault, Level};
use crate::lower::api::Operation;
use crate::plan::{AnswerPlan, Surface};
use crate::verify::Rule;
use crate::verify::check::{Check, Made};

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "A tool or variant without a projection: the whole answer leaves.",
    check: Check::all_tools(check),
};

const CODE: &str = "whole-answer";

fn check(surface: &Surface<'_>, made: Made<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (tool, variant) in made.members() {
        let operation = variant.operation.and_then(|index| surface.api.operations.get(index));
        if operation.is_none_or(answers_nothing) {
            continue;
        }
        let (what, leave) = match variant.answer.brief() {
            AnswerPlan::Whole => ("answer", "leaves"),
            AnswerPlan::Rows { projection, .. } if projection.is_empty() => ("rows", "leave"),
            _ => continue,
        };
        let user = format!("`{}`", super::user(tool, variant));
        if !surface.holes.iter().any(|hole| hole.inside.contains(&user)) {
            let what = format!("the whole {what} of {user} {leave}, under the result cap");
            let fault = Fault::new(CODE, Level::Note, Some(variant.call_at.clone()), what);
            faults.push(fault.instead("`result: <projection>` or `rows: <projection>`"));
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
