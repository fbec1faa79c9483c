//! A shape → the schema that is listed for it, inside the portable profile.

use serde_json::{Map, Value};

use fewtools_contract::Types;

use super::naming;
use super::shape::Shape;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// The most values of a string enum that are listed.
pub const MAX_VALUES: usize = 10;
/// How deep the properties of an object are listed.
const MAX_DEPTH: usize = 3;

/// How an object is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objects {
    /// As `{"type":"object"}`.
    Bare,
    /// With its properties, to depth 3.
    Open,
}

/// The listed schema of an argument.
///
/// # Errors
/// A schema that cannot be read.
pub fn schema(schemas: &Schemas, shape: &Shape, objects: Objects) -> Result<Map<String, Value>, Fault> {
    node(schemas, shape, objects, 0)
}

/// A listed schema that is only a type.
pub fn only(word: &str) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), Value::from(word))])
}

/// The one type that is listed where a schema accepts several: the one that can stand for the others. `None` where
/// nothing but `null` is accepted.
fn type_word(shape: &Shape) -> Option<&'static str> {
    let types = shape.solid();
    let order = [
        (Types::STRING, "string"),
        (Types::OBJECT, "object"),
        (Types::ARRAY, "array"),
        (Types::NUMBER, "number"),
        (Types::INTEGER, "integer"),
        (Types::BOOLEAN, "boolean"),
    ];
    if types.meets(Types::OBJECT) && !shape.properties.is_empty() {
        return Some("object");
    }
    order.iter().find(|(candidate, _)| types.meets(*candidate)).map(|(_, word)| *word)
}

fn node(
    schemas: &Schemas,
    shape: &Shape,
    objects: Objects,
    depth: usize,
) -> Result<Map<String, Value>, Fault> {
    let Some(word) = type_word(shape) else {
        return Ok(Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]));
    };
    let mut listed = only(word);
    match word {
        "string" => {
            if let Some(texts) = shape.texts().filter(|texts| (1..=MAX_VALUES).contains(&texts.len())) {
                listed.insert("enum".into(), texts.into());
            }
        }
        "array" => {
            listed.insert("items".into(), Value::Object(items(schemas, shape, objects, depth)?));
        }
        "object" if objects == Objects::Open && depth < MAX_DEPTH => {
            open(schemas, shape, depth, &mut listed)?;
        }
        _ => {}
    }
    Ok(listed)
}

fn items(
    schemas: &Schemas,
    shape: &Shape,
    objects: Objects,
    depth: usize,
) -> Result<Map<String, Value>, Fault> {
    match &shape.items {
        Some(items) if depth < MAX_DEPTH => node(schemas, &Shape::of(schemas, items)?, objects, depth + 1),
        _ => Ok(only("string")),
    }
}

fn open(
    schemas: &Schemas,
    shape: &Shape,
    depth: usize,
    listed: &mut Map<String, Value>,
) -> Result<(), Fault> {
    let mut properties = Map::new();
    for (name, schema) in &shape.properties {
        let property = Shape::of(schemas, schema)?;
        if naming::is_portable(name) && !property.read_only {
            properties
                .insert(name.clone(), Value::Object(node(schemas, &property, Objects::Open, depth + 1)?));
        }
    }
    if properties.is_empty() {
        return Ok(());
    }
    let required: Vec<Value> = properties
        .keys()
        .filter(|name| shape.required.contains(*name))
        .map(|name| name.as_str().into())
        .collect();
    listed.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        listed.insert("required".into(), Value::Array(required));
    }
    Ok(())
}
