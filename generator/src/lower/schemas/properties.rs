//! The schemas as the document writes them → their properties. Nothing is lowered for it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::diagnostics::{FileId, Place};
use crate::lower::reference;
use crate::lower::schemas::{Made, Schemas};

/// So many schemas are looked into for the place of a property.
const MOST_STEPS: usize = 64;

/// So many references are followed one behind the other.
const MOST_OPEN: usize = 64;

/// The properties that a schema has through references and `allOf`.
pub struct WrittenProperties<'s> {
    made: Option<&'s Made>,
    /// Where a schema of `properties` stands, and these.
    parts: Vec<(Place, &'s Map<String, Value>)>,
}

impl<'s> WrittenProperties<'s> {
    pub(super) fn of(schemas: &'s Schemas, place: &Place) -> Self {
        let made = schemas.made.get(place);
        let documents = &*schemas.scope.documents;
        let mut parts = Vec::new();
        let mut open = if made.is_none() { vec![place.clone()] } else { Vec::new() };
        for _ in 0..MOST_STEPS {
            let Some(place) = open.pop() else { break };
            let Some(node) = documents.node(&place) else { continue };
            let reference = node.get("$ref").and_then(Value::as_str);
            open.extend(reference.and_then(|to| reference::existing(documents, place.file, to)));
            let members = node.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
            open.extend((0..members).map(|index| place.key("allOf").index(index)));
            let properties = node.get("properties").and_then(Value::as_object);
            parts.extend(properties.map(|properties| (place, properties)));
        }
        Self { made, parts }
    }

    /// Where the property of this name stands; `None` where it is not simply there.
    pub fn place(&self, name: &str) -> Option<Place> {
        if let Some(made) = self.made {
            return made.property_at(name);
        }
        let (schema, _) = self.parts.iter().find(|(_, properties)| properties.contains_key(name))?;
        Some(schema.key("properties").key(name).at_key())
    }
}

/// Looks for properties by their names, and keeps what it has found out about the targets of references.
pub struct PropertySearch<'s> {
    schemas: &'s Schemas,
    wanted: fn(&str) -> bool,
    targets: BTreeMap<(FileId, &'s str, usize), bool>,
    open: usize,
}

impl<'s> PropertySearch<'s> {
    /// A search for the names that pass a test.
    pub fn new(schemas: &'s Schemas, wanted: fn(&str) -> bool) -> Self {
        Self { schemas, wanted, targets: BTreeMap::new(), open: 0 }
    }

    /// Whether an object of the schema at a place, or an object inside of it, may have such a property: one of its own for
    /// a depth of 1, of the objects in its properties for 2. True as well where only lowering could tell.
    pub fn may_find(&mut self, place: &Place, depth: usize) -> bool {
        let node = self.schemas.scope.documents.node(place);
        let is_written = !self.schemas.made.contains_key(place);
        node.filter(|_| is_written).is_none_or(|node| self.schema(place.file, node, depth))
    }

    fn schema(&mut self, file: FileId, schema: &'s Value, depth: usize) -> bool {
        let Value::Object(keywords) = schema else { return false };
        keywords.iter().any(|(keyword, value)| match (keyword.as_str(), value) {
            ("properties", Value::Object(members)) => members.iter().any(|(name, member)| {
                (self.wanted)(name) || (depth > 1 && self.schema(file, member, depth - 1))
            }),
            ("allOf" | "anyOf" | "oneOf", Value::Array(members)) => {
                members.iter().any(|member| self.schema(file, member, depth))
            }
            ("$ref", Value::String(to)) => self.target(file, to, depth),
            ("$dynamicRef" | "$recursiveRef", _) => true,
            _ => false,
        })
    }

    /// As [`PropertySearch::may_find`], of what a reference leads to. What leads round in a circle is not told here.
    fn target(&mut self, file: FileId, to: &'s str, depth: usize) -> bool {
        if self.open == MOST_OPEN {
            return true;
        }
        if let Some(known) = self.targets.get(&(file, to, depth)) {
            return *known;
        }
        self.targets.insert((file, to, depth), true);
        self.open += 1;
        let place = reference::existing(&self.schemas.scope.documents, file, to);
        let found = place.is_none_or(|place| self.may_find(&place, depth));
        self.open -= 1;
        self.targets.insert((file, to, depth), found);
        found
    }
}
