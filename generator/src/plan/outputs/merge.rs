//! What two variants of a tool answer → what either may: the properties of both, with a type where they agree.

use serde_json::{Map, Value};

/// The properties of both.
pub(super) fn properties(mut all: Map<String, Value>, more: Map<String, Value>) -> Map<String, Value> {
    for (name, other) in more {
        let merged = match all.get(&name) {
            Some(one) => either(one, &other),
            None => other,
        };
        all.insert(name, merged);
    }
    all
}

/// What fits one schema or the other; nothing is said where their types differ.
fn either(one: &Value, other: &Value) -> Value {
    if one == other {
        return one.clone();
    }
    let (Some((word, null)), Some((other_word, other_null))) = (types(one), types(other)) else {
        return Value::Object(Map::new());
    };
    let number = |word: &str| matches!(word, "integer" | "number");
    let word = match (word, other_word) {
        (one, other) if one == other => one,
        (one, other) if number(one) && number(other) => "number",
        _ => return Value::Object(Map::new()),
    };
    let mut merged = super::value::typed(word, null || other_null);
    if let (Some(one), Some(other)) = (one.get("items"), other.get("items")) {
        merged.insert("items".into(), either(one, other));
    }
    let of = |schema: &Value| schema.get("properties").and_then(Value::as_object).cloned();
    if let (Some(one), Some(other)) = (of(one), of(other)) {
        merged.insert("properties".into(), Value::Object(properties(one, other)));
    }
    Value::Object(merged)
}

/// The type beside `null`, and whether `null` is one.
fn types(schema: &Value) -> Option<(&str, bool)> {
    match schema.get("type")? {
        Value::String(word) => Some((word, false)),
        Value::Array(words) => Some((words.first()?.as_str()?, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::either;

    #[test]
    fn two_schemas_agree_on_what_holds_for_both() {
        let text = json!({ "type": "string" });
        for (one, other, both) in [
            (text.clone(), text.clone(), text.clone()),
            (text.clone(), json!({ "type": ["string", "null"] }), json!({ "type": ["string", "null"] })),
            (text.clone(), json!({ "type": "string", "enum": ["a"] }), text.clone()),
            (json!({ "type": "integer" }), json!({ "type": "number" }), json!({ "type": "number" })),
            (text.clone(), json!({ "type": "integer" }), json!({})),
            (text.clone(), json!({}), json!({})),
            (
                json!({ "type": "object", "properties": { "a": { "type": "string" } } }),
                json!({ "type": "object", "properties": { "a": { "type": "boolean" }, "b": { "type": "null" } } }),
                json!({ "type": "object", "properties": { "a": {}, "b": { "type": "null" } } }),
            ),
            (
                json!({ "type": "array", "items": { "type": "integer" } }),
                json!({ "type": ["array", "null"], "items": { "type": "string" } }),
                json!({ "type": ["array", "null"], "items": {} }),
            ),
        ] {
            assert_eq!(either(&one, &other), both, "{one} {other}");
            assert_eq!(either(&other, &one), both, "{other} {one}");
        }
    }
}
