//! Puts names and values into the words of a refusal.

use fewtools_contract::{Check, Inside, Types};
use serde_json::Value;

use crate::visible::marked;
use crate::{decimal, number};

/// Values listed in one sentence; longer lists end in a count.
const LISTED: usize = 30;
/// Values listed in the structured data.
pub(super) const LISTED_AS_DATA: usize = 100;

/// A list of words: `a, b, c`, cut after thirty.
pub(super) fn list(words: &[impl AsRef<str>]) -> String {
    let shown: Vec<&str> = words.iter().take(LISTED).map(AsRef::as_ref).collect();
    let more = words.len().saturating_sub(LISTED);
    let shown = shown.join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The end of a sentence about a wrong word: ` Did you mean queues?`
pub(super) fn did_you_mean(closest: Option<&str>) -> String {
    closest.map(|word| format!(" Did you mean {word}?")).unwrap_or_default()
}

/// Accepted values, given as JSON texts, as words: texts without their quotes.
pub(super) fn words(values: &[&str]) -> Vec<String> {
    values.iter().take(LISTED_AS_DATA).map(|text| word(text)).collect()
}

fn word(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(Value::String(word)) if !word.is_empty() => word,
        _ => text.to_owned(),
    }
}

/// The accepted types: `an integer`, `text or null`.
pub(super) fn types(types: Types) -> String {
    let names: Vec<&str> = types.names().map(type_name).collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// What a JSON Schema type is called.
pub(super) fn type_name(name: &str) -> &str {
    match name {
        "string" => "text",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "an array",
        "object" => "an object",
        other => other,
    }
}

/// What a given value is called.
pub(super) fn kind(value: &Value) -> &'static str {
    if let Some(number) = number::written(value) {
        return if decimal::is_whole(&number) { "an integer" } else { "a number with a fraction" };
    }
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A way inside of an argument: `.lines[].id`.
pub(super) fn way(way: &[Inside<'_>]) -> String {
    let step = |step: &Inside<'_>| match step {
        Inside::Key(key) => format!(".{}", marked(key, 60)),
        Inside::Items => "[]".to_owned(),
    };
    way.iter().map(step).collect()
}

/// The sentence that tells the shape of an argument, after another one; empty where nothing is known of it.
pub(super) fn takes(name: &str, check: &Check<'_>) -> String {
    if check.takes.is_empty() { String::new() } else { sentence(&format!(" {name} takes: {}", check.takes)) }
}

/// A text ending in a full stop.
pub(super) fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
