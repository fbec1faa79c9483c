//! A value → what it is, in the words of a fault.

use serde_json::Value;

/// What a value is, with its article: `a number`, `a list`, `nothing`.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a mapping",
    }
}
