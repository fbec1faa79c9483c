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
        let way = keys.iter().fold(Pointer::root(), |way, key| way.key(key));
        let mut slots: Vec<Rc<Slot>> = Vec::new();
        for (name, schema) in &shape.properties {
            let field = Shape::of(&api.schemas, schema)?;
            let needed = shape.required.contains(name);
            if field.read_only || (field.solid().is_empty() && !needed) {
                continue;
            }
            let Some(slot) = self.inside_body(api, &way.key(name).to_string())? else { continue };
            slots.push(Rc::new(Slot {
                schema: Rc::new(schema.clone()),
                description: field.description,
                deprecated: schema.get("deprecated").and_then(Value::as_bool) == Some(true),
                ..Rc::unwrap_or_clone(slot)
            }));
        }
        let located: Vec<(&str, &str)> = slots.iter().map(|slot| ("body", slot.wire.as_str())).collect();
        let names = naming::argument_names(&located);
        for (slot, name) in slots.iter_mut().zip(names) {
            Rc::make_mut(slot).argument = name;
        }
        Ok(slots)
    }
}
