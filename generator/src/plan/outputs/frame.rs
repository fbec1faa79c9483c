//! Properties of a result → the same, where nothing is said of a name that the runtime writes something else under.

use serde_json::{Map, Value};

/// What is put around results or stands in place of them (dry runs, results that are cut), and its type.
const FRAME: [(&str, &str); 7] = [
    ("cut", "string"),
    ("dryRun", "boolean"),
    ("note", "string"),
    ("notes", "array"),
    ("text", "string"),
    ("truncated", "boolean"),
    ("wouldSend", "object"),
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
