//! The steps of a tool → lines for people.

use fewtools_build::diagnostics::printable;
use fewtools_build::explain::StepExplained;
use serde_json::{Map, Value};

use super::text::called;

/// A line for each step, and below it what it is given and waits for.
pub(super) fn lines(steps: &[StepExplained]) -> String {
    let lines = steps.iter().flat_map(step);
    lines.map(|(what, words)| format!("    {what:12} {}\n", printable(&words))).collect()
}

fn step(step: &StepExplained) -> Vec<(&'static str, String)> {
    let operation = match (&step.operation, &step.route) {
        (Some(id), Some(route)) => called(id, route),
        _ => "no operation".to_owned(),
    };
    let mut lines = vec![("step", format!("{}: {operation}, {}", step.name, step.effect))];
    let mut more = |what: &str, words: String| {
        if !words.is_empty() {
            lines.push(("", format!("  {what} {words}")));
        }
    };
    more("after", step.after.join(", "));
    more("for each of", step.for_each.clone());
    more("when", step.when.clone());
    more("given", pairs(&step.given));
    more("fixed", pairs(&step.fixed));
    match (&step.if_denied, step.if_failed) {
        (Some(fields), _) => more("if denied", pairs(fields)),
        (None, "note") => {}
        _ => more("if denied", step.denial.clone()),
    }
    more("if failed", if step.if_failed == "note" { "a note".to_owned() } else { String::new() });
    lines
}

/// `query.queue = $inputs.queue, query.limit = 10`
fn pairs(pairs: &Map<String, Value>) -> String {
    let pair = |(name, value): (&String, &Value)| match value {
        Value::String(text) if text.starts_with('$') => format!("{name} = {text}"),
        value => format!("{name} = {value}"),
    };
    pairs.iter().map(pair).collect::<Vec<_>>().join(", ")
}
