//! The schemas as the document writes them → whether a property of some name may be found in them. Nothing is lowered for it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diagnostics::{FileId, Place};
use crate::lower::reference;
use crate::lower::schemas::Schemas;

/// So many references are followed one behind the other.
const MOST_OPEN: usize = 64;

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
