//! An operation → its slots: the places in its request that an argument can go to.

mod inside;
mod partial;
pub(super) mod parts;

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use fewtools_contract::{Location, MediaKind, Types};
use serde_json::{Value, json};

use inside::part;

use super::bytes::Bytes;
use super::media;
use super::naming;
use super::shape::{Additional, Shape};
use crate::diagnostics::{Fault, Place, Pointer};
use crate::load::Documents;
use crate::lower::Api;
use crate::lower::api::{Media, Operation, Parameter, RequestBody};

/// The slots of one operation.
#[derive(Debug, Default)]
pub struct Slots {
    /// Its parameters, path first; then the fields of a body with fixed properties, or the body as a whole.
    pub list: Vec<Rc<Slot>>,
    /// The body as a whole, where the operation takes one.
    pub body: Option<Rc<Slot>>,
    /// The media type that is sent, as an index into the body's media types, and how a body of it is written.
    pub media: Option<(usize, MediaKind)>,
    /// Where each name stands in the list, once it is asked for.
    named: OnceCell<BTreeMap<String, usize>>,
}

/// One slot.
#[derive(Debug, Clone)]
pub struct Slot {
    /// `path.x`, `query.x`, `querystring`, `header.x`, `cookie.x`, `body`, `body.x`, `body.*` (further keys), `body#/a/b`.
    pub name: String,
    /// The wire name alone.
    pub wire: String,
    /// The argument that takes it where the manifest does not say `args`.
    pub argument: String,
    /// What it is.
    pub kind: SlotKind,
    /// Every request needs it.
    pub required: bool,
    /// The object that needs it once it is sent, as the number of keys that lead there: 0 is the body. `None` where nothing
    /// does.
    pub needed_in: Option<usize>,
    /// Its lowered schema.
    pub schema: Rc<Value>,
    /// What of it is bytes.
    pub bytes: Bytes,
    /// Its text; empty for none.
    pub description: String,
    /// Whether the document calls it deprecated.
    pub deprecated: bool,
    /// Where it stands.
    pub at: Place,
}

/// What a slot is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotKind {
    /// A parameter, by its index in the operation.
    Parameter(usize),
    /// The whole body.
    Body,
    /// A field of the body: the keys that lead to it.
    Field(Vec<String>),
    /// The keys of the body beside its fixed properties.
    More,
    /// No place in the request: the argument of a gate that is not sent.
    Nowhere,
}

impl Slot {
    /// The slot of an argument that is not sent.
    pub fn nowhere() -> Rc<Self> {
        Rc::new(Self::bare(SlotKind::Nowhere, Place::new(Documents::MANIFEST, Pointer::root())))
    }

    /// A slot of which nothing is said: it takes anything and has no name.
    pub fn bare(kind: SlotKind, at: Place) -> Self {
        Self {
            name: String::new(),
            wire: String::new(),
            argument: String::new(),
            kind,
            required: false,
            needed_in: None,
            schema: Rc::new(Value::Bool(true)),
            bytes: Bytes::No,
            description: String::new(),
            deprecated: false,
            at,
        }
    }

    /// The JSON types it accepts, `number` standing for `integer` too; every type where its schema cannot be read.
    pub fn types(&self, api: &Api) -> Types {
        Shape::of(&api.schemas, &self.schema)
            .map_or(Types::ANY, |shape| super::checks::for_check(shape.types))
    }
}

impl Slots {
    /// The slots of an operation.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn of(api: &Api, operation: &Operation) -> Result<Self, Fault> {
        let mut slots = Self::default();
        for (index, parameter) in operation.parameters.iter().enumerate() {
            let slot = of_parameter(api, index, parameter)?;
            // Where no value of it could be sent and no request needs one, there is nothing to offer.
            let sendable = match Shape::types_alone(&slot.schema) {
                Some(types) => !types.without(Types::NULL).is_empty(),
                None => slot.required || !Shape::of(&api.schemas, &slot.schema)?.solid().is_empty(),
            };
            if slot.required || sendable {
                slots.list.push(Rc::new(slot));
            }
        }
        if let Some(body) = &operation.body {
            slots.add_body(api, operation, body)?;
        }
        slots.name_arguments();
        Ok(slots)
    }

    /// The slot of this name, `body` included; `body#/a/b` leads into the body's schema.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn find(&self, api: &Api, name: &str) -> Result<Option<Rc<Slot>>, Fault> {
        if name == "body" {
            return Ok(self.body.clone());
        }
        match name.strip_prefix("body#") {
            Some(pointer) if pointer.starts_with('/') => self.inside_body(api, pointer),
            _ => Ok(self.position(name).and_then(|index| self.list.get(index)).cloned()),
        }
    }

    /// Where the slot of this name stands in the list, the first where there are several.
    pub fn position(&self, name: &str) -> Option<usize> {
        let named = self.named.get_or_init(|| {
            let names = self.list.iter().enumerate().rev();
            names.map(|(index, slot)| (slot.name.clone(), index)).collect()
        });
        named.get(name).copied()
    }

    /// Every slot name that can be written, for suggestions.
    pub fn names(&self) -> Vec<String> {
        let body = self.body.iter().map(|body| body.name.clone());
        let mut names: Vec<String> = self.list.iter().map(|slot| slot.name.clone()).chain(body).collect();
        names.dedup();
        names
    }

    /// The names that can be written in place of one that is none: beside it where it leads into the body.
    pub fn near(&self, api: &Api, wrong: &str) -> Vec<String> {
        let inside = wrong.strip_prefix("body#").zip(self.body.as_ref());
        let beside = inside.and_then(|(pointer, body)| beside(api, body, pointer).ok()).unwrap_or_default();
        if beside.is_empty() { self.names() } else { beside }
    }

    fn add_body(&mut self, api: &Api, operation: &Operation, body: &RequestBody) -> Result<(), Fault> {
        let Some(media) = media::preferred(&api.schemas, &body.media) else { return Ok(()) };
        let declared = match &media.schema {
            Some(place) => api.schemas.at(place)?,
            None => Rc::new(Value::Bool(true)),
        };
        let shape = Shape::of(&api.schemas, &declared)?;
        let kind = media::kind_of(media, &shape);
        if !body.required && is_idle(operation, &shape) {
            return Ok(());
        }
        self.media = body.media.iter().position(|other| other.at == media.at).map(|index| (index, kind));
        let (schema, bytes) = match kind {
            MediaKind::Bytes if media::is_range(&media.media_type) => (declared, Bytes::Ranged),
            MediaKind::Bytes => (declared, Bytes::Whole),
            MediaKind::Text => (media::as_text(declared, &shape), Bytes::No),
            MediaKind::Form | MediaKind::Multipart => (media::as_form(declared, &shape), Bytes::No),
            MediaKind::Json => (declared, Bytes::No),
        };
        let whole = Rc::new(Slot {
            name: "body".to_owned(),
            wire: "body".to_owned(),
            argument: "body".to_owned(),
            kind: SlotKind::Body,
            required: body.required,
            needed_in: Some(0),
            schema,
            bytes,
            description: bytes.described(&body.description),
            deprecated: false,
            at: body.at.clone(),
        });
        let flat = match kind {
            MediaKind::Multipart => parts::flat(&api.schemas, &shape)?,
            _ => shape,
        };
        if flat.has_fixed_properties() && !matches!(kind, MediaKind::Bytes | MediaKind::Text) {
            self.add_fields(api, body, &flat, media)?;
        } else if whole.required || !flat.solid().is_empty() {
            self.list.push(Rc::clone(&whole));
        }
        self.body = Some(whole);
        Ok(())
    }

    fn add_fields(
        &mut self,
        api: &Api,
        body: &RequestBody,
        shape: &Shape,
        media: &Media,
    ) -> Result<(), Fault> {
        let written = media.schema.as_ref().map(|whole| api.schemas.properties_at(whole));
        for (name, schema) in &shape.properties {
            let field = Shape::of(&api.schemas, schema)?;
            let needed = shape.required.contains(name);
            if field.read_only || (field.solid().is_empty() && !needed) {
                continue;
            }
            let bytes = match media::kind(&media.media_type) {
                MediaKind::Multipart => {
                    Bytes::of_field(&api.schemas, &field, media::content_type(media, name))?
                }
                _ => Bytes::No,
            };
            self.list.push(Rc::new(Slot {
                name: format!("body.{name}"),
                wire: name.clone(),
                argument: String::new(),
                kind: SlotKind::Field(vec![name.clone()]),
                required: body.required && needed,
                needed_in: needed.then_some(0),
                schema: Rc::new(schema.clone()),
                bytes,
                description: bytes.described(&field.description),
                deprecated: schema.get("deprecated").and_then(Value::as_bool) == Some(true),
                at: written
                    .as_ref()
                    .and_then(|written| written.place(name))
                    .unwrap_or_else(|| media.at.clone()),
            }));
        }
        self.add_undeclared(body, shape, media);
        if let Additional::Schema(_) = &shape.additional {
            self.list.push(Rc::new(Slot {
                name: "body.*".to_owned(),
                wire: "more".to_owned(),
                schema: Rc::new(further_keys(shape)),
                ..Slot::bare(SlotKind::More, media.at.clone())
            }));
        }
        Ok(())
    }

    /// Fields that a body needs and that none of its properties describes.
    fn add_undeclared(&mut self, body: &RequestBody, shape: &Shape, media: &Media) {
        let schema = match &shape.additional {
            Additional::Closed => return,
            Additional::Unsaid => Value::Bool(true),
            Additional::Schema(schema) => schema.clone(),
        };
        for name in shape.required.iter().filter(|name| !shape.properties.contains_key(*name)) {
            self.list.push(Rc::new(Slot {
                name: format!("body.{name}"),
                wire: name.clone(),
                required: body.required,
                needed_in: Some(0),
                schema: Rc::new(schema.clone()),
                ..Slot::bare(SlotKind::Field(vec![name.clone()]), media.at.clone())
            }));
        }
    }

    /// Gives each slot the argument name it has where the manifest does not say `args`.
    fn name_arguments(&mut self) {
        let located: Vec<(&str, &str)> = self
            .list
            .iter()
            .map(|slot| match slot.kind {
                SlotKind::More => ("body", "body_more"),
                _ => (slot.name.split('.').next().unwrap_or_default(), slot.wire.as_str()),
            })
            .collect();
        let names = naming::argument_names(&located);
        for (slot, name) in self.list.iter_mut().zip(names) {
            Rc::make_mut(slot).argument = name;
        }
    }

    fn inside_body(&self, api: &Api, pointer: &str) -> Result<Option<Rc<Slot>>, Fault> {
        let Some(body) = &self.body else { return Ok(None) };
        let keys: Vec<String> = Pointer::parse(pointer).segments().collect();
        let mut schema = Rc::clone(&body.schema);
        let mut needed_in = Some(0);
        for (depth, key) in keys.iter().enumerate() {
            let shape = Shape::of(&api.schemas, &schema)?;
            needed_in = if shape.required.contains(key) { needed_in.or(Some(depth)) } else { None };
            match shape.properties.get(key) {
                Some(property) => schema = Rc::new(property.clone()),
                None => return Ok(None),
            }
        }
        Ok(Some(Rc::new(part(body, pointer, keys, (needed_in, schema)))))
    }
}

/// What a pointer into a body could have led to, as far as it leads somewhere.
fn beside(api: &Api, body: &Slot, pointer: &str) -> Result<Vec<String>, Fault> {
    let mut way = Pointer::root();
    let mut schema = Rc::clone(&body.schema);
    for key in Pointer::parse(pointer).segments() {
        let shape = Shape::of(&api.schemas, &schema)?;
        let Some(property) = shape.properties.get(&key) else {
            return Ok(shape.properties.keys().map(|name| format!("body#{}", way.key(name))).collect());
        };
        schema = Rc::new(property.clone());
        way = way.key(&key);
    }
    Ok(Vec::new())
}

/// Whether a body says nothing: no value of it can be sent, `{}` is the only one, or the request is a read, in which a body
/// means nothing (RFC 9110, section 9.3.1), and the document does not say what it would be.
fn is_idle(operation: &Operation, shape: &Shape) -> bool {
    let is_read = matches!(operation.method.as_str(), "GET" | "HEAD");
    shape.solid().is_empty()
        || shape.is_only_the_empty_object()
        || (is_read && super::checks::says_nothing(shape))
}

fn of_parameter(api: &Api, index: usize, parameter: &Parameter) -> Result<Slot, Fault> {
    let schema = match (&parameter.schema, parameter.location) {
        (Some(place), _) => api.schemas.at(place)?,
        (None, Location::Path) => Rc::new(json!({"type": "string"})),
        (None, _) => Rc::new(Value::Bool(true)),
    };
    let location = parameter.location.as_str();
    Ok(Slot {
        name: match parameter.location {
            Location::Querystring => location.to_owned(),
            _ => format!("{location}.{}", parameter.name),
        },
        wire: parameter.name.clone(),
        argument: String::new(),
        kind: SlotKind::Parameter(index),
        required: parameter.required,
        needed_in: parameter.required.then_some(0),
        schema,
        bytes: Bytes::No,
        description: parameter.description.clone(),
        deprecated: parameter.deprecated,
        at: parameter.at.clone(),
    })
}

/// An object of the keys that stand beside the fixed properties.
fn further_keys(shape: &Shape) -> Value {
    let values = match &shape.additional {
        Additional::Schema(schema) => schema.clone(),
        _ => Value::Bool(true),
    };
    let undeclared = shape.required.iter().filter(|name| !shape.properties.contains_key(*name));
    let taken: Vec<Value> =
        shape.properties.keys().chain(undeclared).map(|name| Value::from(name.as_str())).collect();
    json!({
        "type": "object",
        "propertyNames": { "not": { "enum": taken } },
        "additionalProperties": values,
    })
}
