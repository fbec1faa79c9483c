//! `nullable: true` of OpenAPI 3.0, or 2.0's `x-nullable: true` → null among what a schema itself lists.

use serde_json::{Map, Value, json};

/// Lets null in wherever the schema lists what it accepts: `type`, `enum`, `anyOf`, `oneOf`.
///
/// By the letter of OpenAPI 3.0.3, `nullable` does nothing but add null to a `type` in the same schema; beside an
/// `enum` or alternatives that leave null out it would say nothing. Nobody writes it to say nothing, so there it adds
/// null to the list. It cannot lift what another schema demands: `allOf`, `not` and the target of a `$ref` keep their
/// force, as the letter has it.
pub(super) fn admit(schema: &mut Map<String, Value>) {
    if let Some(types) = schema.get_mut("type") {
        admit_type(types);
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    if let Some(Value::Array(alternatives)) = schema.get_mut("anyOf") {
        alternatives.push(json!({"type": "null"}));
    } else if let Some(exclusive) = schema.get_mut("oneOf").map(Value::take) {
        // An alternative of the list may let null in already; one more in the same list would make it two.
        schema.shift_remove("oneOf");
        schema.insert("anyOf".to_owned(), json!([{"oneOf": exclusive}, {"type": "null"}]));
    }
}

fn admit_type(types: &mut Value) {
    match types {
        Value::String(word) if word != "null" => *types = json!([word, "null"]),
        Value::Array(words) if !words.contains(&json!("null")) => words.push(json!("null")),
        _ => {}
    }
}
