//! Turns what is checked of an argument into a JSON Schema (2020-12).

use std::collections::BTreeSet;

use fewtools_contract::{Catalogue, Check, Types};
use serde_json::{Map, Value};

/// The whole schema of an argument: the document's, or one of the flat facts where they say everything.
pub(super) fn schema(check: &Check<'_>) -> Value {
    match serde_json::from_str(check.schema) {
        Ok(schema) => schema,
        Err(_) => Value::Object(flat(check)),
    }
}

fn flat(check: &Check<'_>) -> Map<String, Value> {
    let mut schema = Map::new();
    if let Some(types) = types(check.types) {
        schema.insert("type".into(), types);
    }
    if !check.values.is_empty() {
        let values = check.values.iter().filter_map(|text| serde_json::from_str(text).ok());
        schema.insert("enum".into(), values.collect::<Vec<Value>>().into());
    }
    for (name, text) in [
        ("minimum", check.minimum),
        ("maximum", check.maximum),
        ("exclusiveMinimum", check.exclusive_minimum),
        ("exclusiveMaximum", check.exclusive_maximum),
    ] {
        if let Ok(bound) = serde_json::from_str::<Value>(text) {
            schema.insert(name.into(), bound);
        }
    }
    for (name, count, none) in [
        ("minLength", check.min_length, 0),
        ("maxLength", check.max_length, u32::MAX),
        ("minItems", check.min_items, 0),
        ("maxItems", check.max_items, u32::MAX),
    ] {
        if count != none {
            schema.insert(name.into(), count.into());
        }
    }
    if let Some(items) = types(check.items) {
        schema.insert("items".into(), Value::Object(Map::from_iter([("type".to_owned(), items)])));
    }
    schema
}

fn types(types: Types) -> Option<Value> {
    let names: Vec<&str> = types.names().collect();
    match names.as_slice() {
        _ if types.is_any() => None,
        [one] => Some((*one).into()),
        several => Some(several.into()),
    }
}

/// The definitions that schemas refer to, and those that these refer to.
pub(super) fn definitions(catalogue: &Catalogue<'_>, schemas: &[Value]) -> Map<String, Value> {
    let mut names = BTreeSet::new();
    schemas.iter().for_each(|schema| refer(schema, &mut names));
    let mut found = Map::new();
    while let Some(name) = names.pop_first() {
        let definition = catalogue.definitions.iter().find(|definition| definition.name == name);
        let schema = definition.and_then(|definition| serde_json::from_str::<Value>(definition.schema).ok());
        if let Some(schema) = schema.filter(|_| !found.contains_key(&name)) {
            refer(&schema, &mut names);
            found.insert(name, schema);
        }
    }
    found.sort_keys();
    found
}

fn refer(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            for (key, member) in members {
                let name =
                    member.as_str().filter(|_| key == "$ref").and_then(|at| at.strip_prefix("#/$defs/"));
                match name {
                    Some(name) => {
                        names.insert(name.split('/').next().unwrap_or_default().to_owned());
                    }
                    None => refer(member, names),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| refer(item, names)),
        _ => {}
    }
}
