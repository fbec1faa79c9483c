//! The error answers that a document declares → `errors` rules that say which one applies and copy its fields.
//!
//! Nothing of an upstream's error reaches the model unless a rule names it. Where the path names an object, a rule
//! for 403, 404 or 410 that copies something is not used, so there the fields are named and not copied.

use std::fmt::Write;

use fewtools_build::lower::Api;
use fewtools_build::lower::api::{Operation, Response};
use serde_json::Value;

use super::manifest::quoted;

/// What the sentence of the rule for a declared status begins with.
pub fn declared(status: &str) -> String {
    format!("Answer declared as {status}, fields")
}

/// Writes the rules: exact statuses before ranges, and `default` last.
pub fn write(out: &mut String, api: &Api, tools: &[(String, String)]) {
    let mut rules: Vec<(u8, String)> = Vec::new();
    for (_, op) in tools {
        let Some(operation) = operation(api, op) else { continue };
        for response in &operation.responses {
            for (rank, status) in statuses(&response.status) {
                let say = sentence(api, operation, response, &status);
                let rule = format!(
                    "  - {{ status: {status}, ops: [{}], say: {} }}",
                    quoted(&operation.id),
                    quoted(&say)
                );
                rules.push((rank, rule));
            }
        }
    }
    rules.sort_by_key(|(rank, _)| *rank);
    if !rules.is_empty() {
        out.push_str("errors:\n");
    }
    for (_, rule) in rules {
        writeln!(out, "{rule}").unwrap();
    }
}

/// The operation that a case names.
pub fn operation<'a>(api: &'a Api, op: &str) -> Option<&'a Operation> {
    api.operations
        .iter()
        .find(|operation| operation.id == op || format!("{} {}", operation.method, operation.path) == op)
}

/// The names of the fields that a declared answer of an operation has.
pub fn fields_of(api: &Api, op: &str, status: &str) -> Vec<String> {
    let response = operation(api, op)
        .and_then(|operation| operation.responses.iter().find(|response| response.status == status));
    response.map(|response| fields(api, response)).unwrap_or_default()
}

/// The manifest's statuses for a declared one that is no success: its rank, and how it is written.
fn statuses(declared: &str) -> Vec<(u8, String)> {
    let word = declared.to_ascii_lowercase();
    match word.as_str() {
        "default" => ["1xx", "3xx", "4xx", "5xx"].map(|range| (2, range.to_owned())).to_vec(),
        range if range.ends_with("xx") && !range.starts_with('2') => vec![(1, word)],
        exact if exact.len() == 3 && !exact.starts_with('2') && exact.parse::<u16>().is_ok() => {
            vec![(0, word)]
        }
        _ => Vec::new(),
    }
}

fn sentence(api: &Api, operation: &Operation, response: &Response, status: &str) -> String {
    let hidden = operation.path.contains('{') && matches!(status, "403" | "404" | "410");
    let mut say = declared(&response.status);
    let sayable = |name: &String| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for name in fields(api, response).iter().filter(|name| sayable(name)) {
        let value = if hidden { String::new() } else { format!(": {{{name}}}") };
        write!(say, " {name}{value}").unwrap();
    }
    say.push('.');
    say
}

fn fields(api: &Api, response: &Response) -> Vec<String> {
    let mut names = Vec::new();
    for place in response.media.iter().filter_map(|media| media.schema.as_ref()) {
        let Ok(schema) = api.schemas.at(place) else { continue };
        collect(api, &schema, 0, &mut names);
    }
    names
}

fn collect(api: &Api, schema: &Value, depth: usize, names: &mut Vec<String>) {
    if depth > 8 {
        return;
    }
    if let Some(key) = schema.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/$defs/"))
        && let Ok(target) = api.schemas.definition(&key.replace("~1", "/").replace("~0", "~"))
    {
        collect(api, &target, depth + 1, names);
    }
    for member in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        collect(api, member, depth + 1, names);
    }
    let own = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    names.extend(own.map(|(name, _)| name.clone()));
}
