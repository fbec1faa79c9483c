//! Properties of a result → the same, where nothing is said of a name that the runtime writes something else under.

use fewtools_contract::gate::{DRY_RUN, WOULD_SEND};
use serde_json::{Map, Value};

/// What is put around results or stands in place of them (dry runs, results that are cut), and its type.
const FRAME: [(&str, &str); 7] = [
    ("cut", "string"),
    (DRY_RUN, "boolean"),
    ("note", "string"),
    ("notes", "array"),
    ("text", "string"),
    ("truncated", "boolean"),
    (WOULD_SEND, "object"),
];

/// Takes away what is said of such names, unless it holds for what the runtime writes; `confirm` is the name of the gate's
/// argument, under which a dry run tells a text.
pub(super) fn make_room(properties: &mut Map<String, Value>, confirm: &str) {
    for (name, word) in FRAME.into_iter().chain([(confirm, "string")]) {
        let Some(property) = properties.get_mut(name) else { continue };
        if !takes(property, word) {
            *property = Value::Object(Map::new());
        }
    }
}

/// The member that says that a result was cut.
const CUT: &str = "truncated";

/// Whether a result with these properties may say in a sentence what was cut: one that has no such member itself.
pub(super) fn tells_what_was_cut(properties: &Map<String, Value>) -> bool {
    !properties.contains_key(CUT)
}

/// Takes away what other variants say of that member.
pub(super) fn say_nothing_of_the_cut(properties: &mut Map<String, Value>) {
    if let Some(property) = properties.get_mut(CUT) {
        *property = Value::Object(Map::new());
    }
}

/// Whether every value of this type fits.
fn takes(property: &Value, word: &str) -> bool {
    let is_word = match property.get("type") {
        Some(Value::String(own)) => own == word,
        Some(Value::Array(words)) => words.iter().any(|own| own == word),
        _ => false,
    };
    let texts = property.get("items") == Some(&serde_json::json!({ "type": "string" }));
    is_word
        && property.get("enum").is_none()
        && property.get("properties").is_none()
        && (word != "array" || texts)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::make_room;

    #[test]
    fn what_is_said_of_a_name_of_the_frame_holds_for_the_frame() {
        let said = json!({
            "cut": { "type": "integer" }, "note": { "type": ["string", "null"] }, "text": { "type": "string", "enum": ["a"] },
            "notes": { "type": "array", "items": { "type": "integer" } }, "truncated": { "type": "boolean" },
            "confirm": { "type": "object" }, "name": { "type": "integer" },
        });
        let Value::Object(mut properties) = said else { panic!() };
        make_room(&mut properties, "confirm");
        let held = json!({
            "cut": {}, "note": { "type": ["string", "null"] }, "text": {}, "notes": {}, "truncated": { "type": "boolean" },
            "confirm": {}, "name": { "type": "integer" },
        });
        assert_eq!(Value::Object(properties), held);
    }
}
