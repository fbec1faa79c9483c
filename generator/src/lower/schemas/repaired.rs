//! Keywords that contradict each other the way generators and people write them → what was meant.

use serde_json::{Map, Value};

/// Makes values of the type that stands beside them where the whole `enum` has none: whole numbers and booleans become
/// text, text becomes what it spells. The values of a list that are none are those of its items. Whether anything changed.
pub(super) fn enumeration(schema: &mut Map<String, Value>) -> bool {
    let Some(types) = schema.get("type").map(words) else { return false };
    let Some(Value::Array(values)) = schema.get_mut("enum") else { return false };
    let mut solid = values.iter().filter(|value| !value.is_null()).peekable();
    if solid.peek().is_none() || solid.any(|value| is_of(value, &types)) {
        return false;
    }
    if types.iter().all(|word| word == "array" || word == "null") {
        return of_items(schema);
    }
    let mut changed = false;
    for value in values {
        if let Some(meant) = spelt(value).filter(|meant| is_of(meant, &types)) {
            *value = meant;
            changed = true;
        }
    }
    changed
}

/// Moves the values of a list to its items, unless these have their own.
fn of_items(schema: &mut Map<String, Value>) -> bool {
    let Some(values) = schema.shift_remove("enum") else { return false };
    match schema.entry("items").or_insert_with(|| Value::Object(Map::new())) {
        Value::Object(items) if !items.contains_key("enum") => {
            items.insert("enum".to_owned(), values);
            enumeration(items);
        }
        _ => {}
    }
    true
}

/// The value of another type that is spelt like this one. A number with a fraction is spelt in more than one way.
fn spelt(value: &Value) -> Option<Value> {
    match value {
        Value::Number(number) if number.is_f64() => None,
        Value::Bool(_) | Value::Number(_) => Some(value.to_string().into()),
        Value::String(text) => serde_json::from_str(text.trim()).ok(),
        _ => None,
    }
}

fn words(types: &Value) -> Vec<String> {
    let words = types.as_array().map_or(std::slice::from_ref(types), Vec::as_slice);
    words.iter().filter_map(|word| word.as_str().map(str::to_owned)).collect()
}

fn is_of(value: &Value, types: &[String]) -> bool {
    types.iter().any(|word| match word.as_str() {
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    })
}

/// `additionalProperties: false` beside `allOf` and no properties of its own refuses all that the parts describe. What is
/// meant closes them together, for which there is a word since 3.1. Whether anything changed.
pub(super) fn closed(schema: &mut Map<String, Value>) -> bool {
    let has =
        |keyword: &&str| schema.get(*keyword).and_then(Value::as_object).is_some_and(|own| !own.is_empty());
    let own = ["properties", "patternProperties"].iter().any(has);
    let parts = ["allOf", "anyOf", "oneOf", "$ref"].iter().any(|keyword| schema.contains_key(*keyword));
    if own || !parts || schema.get("additionalProperties") != Some(&Value::Bool(false)) {
        return false;
    }
    schema.shift_remove("additionalProperties");
    schema.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
    true
}

/// A pattern in the slashes of a programming language, `/^[a-z]+$/`: as written it matches nothing, as nothing stands
/// before the beginning or behind the end. `None` for any other.
pub(super) fn pattern(written: &str) -> Option<Delimited<'_>> {
    let (inner, flags) = written.strip_prefix('/')?.rsplit_once('/')?;
    let ends = inner.strip_suffix('$').is_some_and(|rest| !rest.ends_with('\\'));
    let flagged = flags.bytes().all(|flag| b"dgimsuvy".contains(&flag));
    ((inner.starts_with('^') || ends) && flagged)
        .then(|| if flags.contains(['i', 'm', 's']) { Delimited::Flagged } else { Delimited::Plain(inner) })
}

/// What stands in the slashes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delimited<'p> {
    /// A pattern that means the same without them.
    Plain(&'p str),
    /// A pattern that means something else without its flags.
    Flagged,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Delimited, closed, enumeration, pattern};

    #[test]
    fn values_become_those_of_the_type_beside_them() {
        for (written, meant) in [
            (json!({"type": "string", "enum": [1, 2]}), json!({"type": "string", "enum": ["1", "2"]})),
            (json!({"type": "string", "enum": [true]}), json!({"type": "string", "enum": ["true"]})),
            (json!({"type": "integer", "enum": ["1", "x"]}), json!({"type": "integer", "enum": [1, "x"]})),
            (json!({"type": "boolean", "enum": ["true"]}), json!({"type": "boolean", "enum": [true]})),
            (
                json!({"type": ["string", "null"], "enum": [1, null]}),
                json!({"type": ["string", "null"], "enum": ["1", null]}),
            ),
            (json!({"type": "array", "enum": ["a"]}), json!({"type": "array", "items": {"enum": ["a"]}})),
            (
                json!({"type": "array", "enum": [1], "items": {"type": "string"}}),
                json!({"type": "array", "items": {"type": "string", "enum": ["1"]}}),
            ),
        ] {
            let mut schema = written.as_object().unwrap().clone();
            assert!(enumeration(&mut schema), "{written}");
            assert_eq!(json!(schema), meant);
        }
    }

    #[test]
    fn what_is_meant_or_unclear_stays() {
        for written in [
            json!({"type": "string", "enum": ["a", 1]}),
            json!({"type": "string", "enum": [1.5]}),
            json!({"type": "integer", "enum": ["small"]}),
            json!({"type": "string", "enum": [null]}),
            json!({"type": "array", "enum": [["a"]]}),
            json!({"enum": [1]}),
        ] {
            let mut schema = written.as_object().unwrap().clone();
            assert!(!enumeration(&mut schema), "{written}");
            assert_eq!(json!(schema), written);
        }
    }

    #[test]
    fn what_has_no_properties_of_its_own_closes_its_parts() {
        let mut schema = json!({"allOf": [{}], "additionalProperties": false}).as_object().unwrap().clone();
        assert!(closed(&mut schema));
        assert_eq!(json!(schema), json!({"allOf": [{}], "unevaluatedProperties": false}));
        for written in [
            json!({"additionalProperties": false}),
            json!({"allOf": [{}], "additionalProperties": {}}),
            json!({"allOf": [{}], "properties": {"a": {}}, "additionalProperties": false}),
        ] {
            assert!(!closed(&mut written.as_object().unwrap().clone()), "{written}");
        }
    }

    #[test]
    fn slashes_are_told_from_a_pattern_of_slashes() {
        for (written, meant) in [
            ("/^[a-z]+$/", Some(Delimited::Plain("^[a-z]+$"))),
            ("/^a/g", Some(Delimited::Plain("^a"))),
            ("/a$/", Some(Delimited::Plain("a$"))),
            ("/^a$/i", Some(Delimited::Flagged)),
            ("/a\\$/", None),
            ("/v1/things/", None),
            ("^/a/$", None),
            ("/^a", None),
        ] {
            assert_eq!(pattern(written), meant, "{written}");
        }
    }
}
