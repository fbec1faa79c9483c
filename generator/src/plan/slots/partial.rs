//! The slots of a write → those of a call that says only what changes: no part of the body has to be there.

use std::rc::Rc;

use serde_json::{Map, Value};

use super::{SlotKind, Slots};
use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::plan::shape::{Shape, definition_key};
use fewtools_contract::Types;

/// How many nodes of a schema are looked at; below, anything is accepted.
const MAX_NODES: usize = 5_000;

impl Slots {
    /// The slots of a call whose body is put over the one that is there. Objects are merged, so that no object in it needs
    /// a property; what is in an array replaces the array, and is whole.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn partial(&self, schemas: &Schemas) -> Result<Self, Fault> {
        let (list, body, media) = (self.list.clone(), self.body.clone(), self.media);
        let mut slots = Self { list, body, media, ..Self::default() };
        for slot in slots.list.iter_mut().chain(&mut slots.body) {
            let is_whole = slot.kind == SlotKind::Body;
            if is_whole || matches!(slot.kind, SlotKind::Field(_)) {
                let mut loose = Loose { schemas, open: Vec::new(), left: MAX_NODES };
                let slot = Rc::make_mut(slot);
                slot.schema = loose.schema(&slot.schema)?.into();
                slot.required = is_whole;
                slot.needed_in = None;
            }
        }
        Ok(slots)
    }
}

/// A walk through the objects of a schema.
struct Loose<'a> {
    schemas: &'a Schemas,
    open: Vec<String>,
    left: usize,
}

impl Loose<'_> {
    fn schema(&mut self, schema: &Value) -> Result<Value, Fault> {
        let Value::Object(keywords) = schema else { return Ok(schema.clone()) };
        if !Shape::of(self.schemas, schema)?.types.meets(Types::OBJECT) {
            return Ok(schema.clone());
        }
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => return Ok(Value::Bool(true)),
        }
        let mut loose = Map::new();
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                (word, _) if holds_whole_objects(word) => {}
                ("$ref", Value::String(reference)) => {
                    let target = self.target(&definition_key(reference))?;
                    add(&mut loose, "allOf", vec![target]);
                }
                ("properties", Value::Object(members)) => {
                    let members = members.iter();
                    let members = members.map(|(name, member)| Ok((name.clone(), self.schema(member)?)));
                    let members = members.collect::<Result<_, Fault>>()?;
                    loose.insert(keyword.clone(), Value::Object(members));
                }
                // Without what they require, the members of a `oneOf` may be alike.
                ("allOf" | "anyOf" | "oneOf", Value::Array(members)) => {
                    let keyword = if keyword == "allOf" { "allOf" } else { "anyOf" };
                    let members = members.iter().map(|member| self.schema(member));
                    let members = members.collect::<Result<Vec<_>, Fault>>()?;
                    add(&mut loose, keyword, members);
                }
                ("additionalProperties", Value::Object(_)) => {
                    loose.insert(keyword.clone(), self.schema(value)?);
                }
                _ => drop(loose.insert(keyword.clone(), value.clone())),
            }
        }
        Ok(Value::Object(loose))
    }

    /// What a reference leads to; an object where it leads back to one that is open.
    fn target(&mut self, key: &str) -> Result<Value, Fault> {
        if self.open.iter().any(|open| open == key) {
            return Ok(serde_json::json!({"type": "object"}));
        }
        let target = self.schemas.definition(key)?;
        self.open.push(key.to_owned());
        let loose = self.schema(&target);
        self.open.pop();
        loose
    }
}

/// Puts schemas into a list of schemas.
fn add(keywords: &mut Map<String, Value>, keyword: &str, schemas: Vec<Value>) {
    match keywords.get_mut(keyword).and_then(Value::as_array_mut) {
        Some(members) => members.extend(schemas),
        None => drop(keywords.insert(keyword.to_owned(), Value::Array(schemas))),
    }
}

/// Keywords that mean nothing for a part of an object.
fn holds_whole_objects(keyword: &str) -> bool {
    matches!(
        keyword,
        "required"
            | "minProperties"
            | "dependentRequired"
            | "dependentSchemas"
            | "if"
            | "then"
            | "else"
            | "not"
            | "discriminator"
            | "unevaluatedProperties"
    )
}
