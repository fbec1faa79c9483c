//! A shape → the schema that is listed for it, inside the portable profile.

use std::cell::Cell;

use serde_json::{Map, Value};

use fewtools_contract::Types;

use super::naming;
use super::shape::Shape;
use super::texts;
use super::types::Overrides;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// The most values of a string enum that are listed.
pub const MAX_VALUES: usize = 10;
/// How deep the properties of an object are listed.
const MAX_DEPTH: usize = 3;
/// The most properties that are listed of one argument below its own; where there are more they are listed less deep.
const MOST_PROPERTIES: usize = 2000;
/// How deep the items of an array are listed: their type is said below the properties too.
const MAX_ITEMS_DEPTH: usize = 8;

/// How an object is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
pub fn schema(
    schemas: &Schemas,
    types: &Overrides,
    shape: &Shape,
    objects: Objects,
) -> Result<Map<String, Value>, Fault> {
    let mut listing = Listing { schemas, types, deepest: MAX_DEPTH, left: Cell::new(MOST_PROPERTIES) };
    loop {
        let listed = listing.node(shape, objects, 0)?;
        if listing.left.get() > 0 || listing.deepest == 1 {
            return Ok(listed);
        }
        listing = Listing { deepest: listing.deepest - 1, left: Cell::new(MOST_PROPERTIES), ..listing };
    }
}

/// A listed schema that is only a type.
pub fn only(word: &str) -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), Value::from(word))])
}

/// The one type that is listed where a schema accepts several: the one that can stand for the others. `None` where
/// nothing but `null` is accepted.
///
/// # Errors
/// A schema that cannot be read.
fn type_word(schemas: &Schemas, shape: &Shape) -> Result<Option<&'static str>, Fault> {
    let types = shape.solid();
    let order = [
        (Types::STRING, "string"),
        (Types::OBJECT, "object"),
        (Types::ARRAY, "array"),
        (Types::NUMBER, "number"),
        (Types::INTEGER, "integer"),
        (Types::BOOLEAN, "boolean"),
    ];
    if types.meets(Types::OBJECT) && (!shape.properties.is_empty() || chooses_object(schemas, shape)?) {
        return Ok(Some("object"));
    }
    Ok(order.iter().find(|(candidate, _)| types.meets(*candidate)).map(|(_, word)| *word))
}

/// Whether a choice whose members say no type speaks of properties: then an object is meant.
fn chooses_object(schemas: &Schemas, shape: &Shape) -> Result<bool, Fault> {
    if shape.solid() != Types::ANY.without(Types::NULL) {
        return Ok(false);
    }
    let members = shape.alternatives.iter().flatten();
    members
        .map(|member| Ok(!Shape::of(schemas, member)?.properties.is_empty()))
        .try_fold(false, |any, one| Ok(any | one?))
}

struct Listing<'a> {
    schemas: &'a Schemas,
    types: &'a Overrides,
    /// How deep the properties of an object are listed.
    deepest: usize,
    /// How many more properties are listed.
    left: Cell<usize>,
}

impl Listing<'_> {
    fn node(&self, shape: &Shape, objects: Objects, depth: usize) -> Result<Map<String, Value>, Fault> {
        let Some(word) = type_word(self.schemas, shape)? else {
            return Ok(Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]));
        };
        let mut listed = only(word);
        match word {
            "string" => {
                let plain = |texts: &Vec<&str>| {
                    (1..=MAX_VALUES).contains(&texts.len())
                        && !texts.iter().any(|text| texts::hides_something(text))
                };
                if let Some(texts) = shape.texts().filter(plain) {
                    listed.insert("enum".into(), texts.into());
                }
            }
            "array" => {
                listed.insert("items".into(), Value::Object(self.items(shape, objects, depth)?));
            }
            "object" if objects == Objects::Open && depth < self.deepest => {
                self.open(shape, depth, &mut listed)?;
            }
            _ => {}
        }
        Ok(listed)
    }

    fn items(&self, shape: &Shape, objects: Objects, depth: usize) -> Result<Map<String, Value>, Fault> {
        let first = shape.tuple.first().or(shape.items.as_ref());
        let Some(items) = first.filter(|_| depth < MAX_ITEMS_DEPTH) else { return Ok(only("string")) };
        let shape = Shape::of(self.schemas, items)?;
        let seen = self.types.seen(self.schemas, &shape);
        match type_word(self.schemas, seen)? {
            Some(_) => self.node(seen, objects, depth + 1),
            // A list of nothing but `null` is a list all the same.
            None => Ok(only("string")),
        }
    }

    fn open(&self, shape: &Shape, depth: usize, listed: &mut Map<String, Value>) -> Result<(), Fault> {
        let mut properties = Map::new();
        for (name, schema) in &shape.properties {
            if depth > 0 {
                let Some(left) = self.left.get().checked_sub(1) else { break };
                self.left.set(left);
            }
            let property = Shape::of(self.schemas, schema)?;
            let seen = self.types.seen(self.schemas, &property);
            if naming::is_portable(name) && !property.read_only && type_word(self.schemas, seen)?.is_some() {
                properties.insert(name.clone(), Value::Object(self.node(seen, Objects::Open, depth + 1)?));
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
}
