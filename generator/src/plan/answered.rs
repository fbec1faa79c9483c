//! A schema → the required names that only answers carry, whichever part of it says so.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::shape::{Shape, definition_key};
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// Names that no request has to carry, as a schema around the one that requires them says, and the definitions that
/// were opened to take them out.
#[derive(Debug, Clone, Default)]
pub(super) struct Answered {
    names: BTreeSet<String>,
    open: Vec<String>,
}

impl Answered {
    /// These names and those of one schema more: required, and read-only by any part of its `allOf`.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub(super) fn and_of(&self, schemas: &Schemas, keywords: &Map<String, Value>) -> Result<Self, Fault> {
        let mut answered = self.clone();
        if keywords.contains_key("allOf") || (keywords.contains_key("$ref") && keywords.len() > 1) {
            let shape = Shape::of(schemas, &Value::Object(keywords.clone()))?;
            for name in &shape.required {
                if let Some(property) = shape.properties.get(name) {
                    answered.add(schemas, name, property)?;
                }
            }
        } else {
            for name in names(keywords) {
                if let Some(property) = keywords.get("properties").and_then(|all| all.get(name)) {
                    answered.add(schemas, name, property)?;
                }
            }
        }
        Ok(answered)
    }

    fn add(&mut self, schemas: &Schemas, name: &str, property: &Value) -> Result<(), Fault> {
        if Shape::of(schemas, property)?.read_only {
            self.names.insert(name.to_owned());
        }
        Ok(())
    }

    /// What a request needs of the names of `required`.
    pub(super) fn rest(&self, required: &[Value]) -> Value {
        let needed = |name: &&Value| name.as_str().is_none_or(|name| !self.names.contains(name));
        required.iter().filter(needed).cloned().collect()
    }

    /// These names inside a definition, where it or what it extends requires one of them; `None` where the definition
    /// serves as it is.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub(super) fn inside(&self, schemas: &Schemas, key: &str) -> Result<Option<Self>, Fault> {
        if self.names.is_empty() || self.open.iter().any(|open| open == key) {
            return Ok(None);
        }
        let required = Shape::of(schemas, schemas.definition(key)?.as_ref())?.required;
        if required.is_disjoint(&self.names) {
            return Ok(None);
        }
        let mut inner = self.clone();
        inner.open.push(key.to_owned());
        Ok(Some(inner))
    }
}

fn names(keywords: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let required = keywords.get("required").and_then(Value::as_array);
    required.into_iter().flatten().filter_map(Value::as_str)
}

/// The definition that a schema with these keywords refers to.
pub(super) fn target(keywords: &Map<String, Value>) -> Option<String> {
    keywords.get("$ref").and_then(Value::as_str).map(definition_key)
}
