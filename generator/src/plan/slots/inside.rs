//! A slot in the body that is an object → a slot for each of its properties.

use std::rc::Rc;

use serde_json::Value;

use super::{Slot, SlotKind, Slots};
use crate::diagnostics::{Fault, Pointer};
use crate::lower::Api;
use crate::plan::naming;
use crate::plan::shape::Shape;

impl Slots {
    /// The properties of an object in the body, as the slots of the whole body are: those that only answers carry are
    /// none. Empty where it is no object with fixed properties.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn inside(&self, api: &Api, object: &Slot) -> Result<Vec<Rc<Slot>>, Fault> {
        let SlotKind::Field(keys) = &object.kind else { return Ok(Vec::new()) };
        let shape = Shape::of(&api.schemas, &object.schema)?;
        if !shape.has_fixed_properties() {
            return Ok(Vec::new());
        }
        let Some(body) = &self.body else { return Ok(Vec::new()) };
        let way = keys.iter().fold(Pointer::root(), |way, key| way.key(key));
        let mut slots: Vec<Rc<Slot>> = Vec::new();
        for (name, schema) in &shape.properties {
            let field = Shape::of(&api.schemas, schema)?;
            let needed = shape.required.contains(name);
            if field.read_only || (field.solid().is_empty() && !needed) {
                continue;
            }
            let needed_in = if needed { object.needed_in.or(Some(keys.len())) } else { None };
            let (pointer, keys) = (way.key(name).to_string(), keys.iter().chain([name]).cloned().collect());
            slots.push(Rc::new(Slot {
                description: field.description,
                deprecated: schema.get("deprecated").and_then(Value::as_bool) == Some(true),
                ..part(body, &pointer, keys, (needed_in, Rc::new(schema.clone())))
            }));
        }
        let located: Vec<(&str, &str)> = slots.iter().map(|slot| ("body", slot.wire.as_str())).collect();
        let names = naming::argument_names(&located);
        for (slot, name) in slots.iter_mut().zip(names) {
            Rc::make_mut(slot).argument = name;
        }
        Ok(slots)
    }

    /// The fields that an object inside the body needs; none where its schema cannot be read.
    pub fn needed_inside(&self, api: &Api, object: &[String]) -> Vec<Rc<Slot>> {
        let way = object.iter().fold(Pointer::root(), |way, key| way.key(key));
        let found = self.inside_body(api, &way.to_string()).ok().flatten();
        let Some((body, around)) = self.body.as_ref().zip(found) else { return Vec::new() };
        let Ok(shape) = Shape::of(&api.schemas, &around.schema) else { return Vec::new() };
        let needed_in = around.needed_in.or(Some(object.len()));
        let needed = shape.required.iter().filter_map(|name| {
            let schema = shape.properties.get(name)?;
            let field = Shape::of(&api.schemas, schema).ok()?;
            let keys = object.iter().chain([name]).cloned().collect();
            let pointer = way.key(name).to_string();
            (!field.read_only)
                .then(|| Rc::new(part(body, &pointer, keys, (needed_in, Rc::new(schema.clone())))))
        });
        needed.collect()
    }
}

/// A part of the body, by the way and the keys that lead to it: what needs it, and its schema.
pub(super) fn part(
    body: &Slot,
    pointer: &str,
    keys: Vec<String>,
    (needed_in, schema): (Option<usize>, Rc<Value>),
) -> Slot {
    let wire = keys.last().cloned().unwrap_or_default();
    Slot {
        name: format!("body#{pointer}"),
        argument: wire.clone(),
        wire,
        required: body.required && needed_in == Some(0),
        needed_in,
        schema,
        ..Slot::bare(SlotKind::Field(keys), body.at.clone())
    }
}
