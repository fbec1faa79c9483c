//! A node → the references in it, in the order of the text.

use serde_json::{Map, Value};

/// Keys whose values are data of others: what looks like a reference in there refers to nothing of the document.
const DATA: [&str; 5] = ["default", "enum", "const", "example", "examples"];

/// Keys whose values have names as keys, not words of OpenAPI or JSON Schema: `default` is a response below `responses`
/// and a property below `properties`.
const NAMED: [&str; 20] = [
    "$defs",
    "additionalOperations",
    "callbacks",
    "content",
    "definitions",
    "dependentSchemas",
    "encoding",
    "headers",
    "links",
    "mediaTypes",
    "parameters",
    "pathItems",
    "patternProperties",
    "properties",
    "requestBodies",
    "responses",
    "schemas",
    "securityDefinitions",
    "securitySchemes",
    "webhooks",
];

/// What the keys of a mapping are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keys {
    /// Words of OpenAPI or JSON Schema, and extensions of them.
    Words,
    /// Names that the document gives.
    Names,
}

/// A reference as it is written, and what the keys of its target are.
pub(super) type Reference<'a> = (&'a str, Keys);

/// The references in a node: the texts at `$ref`, and those of a discriminator's `mapping` that read like a path.
pub(super) fn of(value: &Value, keys: Keys) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    scan(value, keys, &mut found);
    found
}

/// Whether a pointer leads through a key that [`of`] passes over, or may.
pub(super) fn is_passed_over(pointer: &str) -> bool {
    pointer.split('/').any(is_data)
}

/// Whether a member of whatever mapping is, or holds, a reference to another file. More is taken for one than [`of`] finds.
pub(super) fn leads_out(key: &str, value: &Value) -> bool {
    let outside = |reference: &str| !reference.starts_with('#');
    match (key, value) {
        ("$ref", Value::String(reference)) => outside(reference),
        ("mapping", Value::Object(mapping)) => paths(mapping).any(|(reference, _)| outside(reference)),
        _ => false,
    }
}

fn scan<'a>(value: &'a Value, keys: Keys, found: &mut Vec<Reference<'a>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| scan(item, Keys::Words, found)),
        Value::Object(members) => {
            found.extend(text(members, "$ref").map(|reference| (reference, keys)));
            for (key, value) in members {
                match (keys, key.as_str()) {
                    (Keys::Names, _) => scan(value, Keys::Words, found),
                    (Keys::Words, key) if is_data(key) => {}
                    (Keys::Words, "discriminator") => found.extend(mapping(value)),
                    (Keys::Words, key) => scan(value, keys_below(key), found),
                }
            }
        }
        _ => {}
    }
}

/// The paths in a discriminator's mapping; its other values are names of schemas.
fn mapping(discriminator: &Value) -> impl Iterator<Item = Reference<'_>> {
    discriminator.get("mapping").and_then(Value::as_object).into_iter().flat_map(paths)
}

fn paths(mapping: &Map<String, Value>) -> impl Iterator<Item = Reference<'_>> {
    let is_path = |target: &&str| {
        target.contains('/') || [".yaml", ".yml", ".json"].iter().any(|end| target.ends_with(end))
    };
    mapping.values().filter_map(Value::as_str).filter(is_path).map(|target| (target, Keys::Words))
}

/// Looks the key up in the order of the text: most mappings are short, and one that holds `$ref` holds little else.
fn text<'a>(members: &'a Map<String, Value>, key: &str) -> Option<&'a str> {
    members.iter().find(|(name, _)| *name == key)?.1.as_str()
}

fn is_data(key: &str) -> bool {
    DATA.contains(&key) || key.starts_with("x-")
}

/// What the keys of a member are; `None` where the member is data.
pub(super) fn below(key: &str, keys: Keys) -> Option<Keys> {
    match keys {
        Keys::Names => Some(Keys::Words),
        Keys::Words => (!is_data(key)).then(|| keys_below(key)),
    }
}

/// Below `paths` only paths count: what begins with `x-` there is an extension.
fn keys_below(key: &str) -> Keys {
    if NAMED.contains(&key) { Keys::Names } else { Keys::Words }
}
