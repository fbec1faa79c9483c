//! A lowered schema → the flat facts that binding, listing and checking need, references followed and `allOf` merged.

mod keywords;
mod kinds;

use std::collections::BTreeSet;

use fewtools_contract::Types;
use indexmap::IndexMap;
use serde_json::{Map, Number, Value};

pub use keywords::is_annotation;
use kinds::types_in;
pub use kinds::{type_of, types_of};

use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// How many references and nested `allOf` are followed for one shape.
const MAX_STEPS: usize = 256;

/// What one schema says, flat.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Accepted types; `number` includes `integer`.
    pub types: Types,
    /// Accepted values of `enum` and `const`; `None` for no list.
    pub values: Option<Vec<Value>>,
    /// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`.
    pub bounds: [Option<Number>; 4],
    /// `minLength`, `maxLength`.
    pub length: (u32, u32),
    /// `minItems`, `maxItems`.
    pub count: (u32, u32),
    /// `format`; empty for none.
    pub format: String,
    /// `contentMediaType`; empty for none.
    pub content_media_type: String,
    /// `contentEncoding`; empty for none.
    pub content_encoding: String,
    /// `items`.
    pub items: Option<Value>,
    /// `prefixItems`: the first items of a tuple.
    pub tuple: Vec<Value>,
    /// `properties` by name.
    pub properties: IndexMap<String, Value>,
    /// `required`.
    pub required: BTreeSet<String>,
    /// Whether keys beside `properties` are accepted, and what they must satisfy.
    pub additional: Additional,
    /// The members of `oneOf` and `anyOf`, one list for each.
    pub alternatives: Vec<Vec<Value>>,
    /// `description`, the outermost one.
    pub description: String,
    /// `readOnly`.
    pub read_only: bool,
    /// The definitions that it is as a whole, by reference, the outermost first.
    pub named: Vec<String>,
    /// Whether schemas that extend it stand for it, with properties of their own: its discriminator chooses between them.
    pub extended: bool,
    /// Whether it says something of several properties at once: which of them need or exclude others, or how many there are.
    pub together: bool,
    /// Whether the flat facts say everything: nothing is left for a JSON Schema validator.
    pub exact: bool,
}

/// What is accepted beside `properties`.
#[derive(Debug, Clone, PartialEq)]
pub enum Additional {
    /// Nothing was said: anything, by default.
    Unsaid,
    /// `additionalProperties: true` or a schema.
    Schema(Value),
    /// `additionalProperties: false`.
    Closed,
}

impl Shape {
    /// The shape of a schema.
    ///
    /// # Errors
    /// A reference that cannot be followed.
    pub fn of(schemas: &Schemas, schema: &Value) -> Result<Self, Fault> {
        let mut shape = Self::anything();
        let mut walk = Walk { schemas, open: Vec::new(), steps: 0, whole: true };
        walk.absorb(&mut shape, schema)?;
        if let Some(values) = &shape.values {
            shape.types = Types(shape.types.0 & types_in(values).0);
        }
        if !shape.types.meets(Types::OBJECT) {
            shape.properties.clear();
        }
        Ok(shape)
    }

    /// The types of a schema that says them by `type` and by nothing else, as its shape would have them; `None` for any
    /// other schema.
    pub fn types_alone(schema: &Value) -> Option<Types> {
        let keywords = schema.as_object()?;
        let types = keywords.get("type")?;
        let others = ["$ref", "allOf", "oneOf", "anyOf", "enum", "const"];
        (!others.iter().any(|other| keywords.contains_key(*other))).then(|| types_of(types))
    }

    /// The shape of `true`.
    pub fn anything() -> Self {
        Self {
            types: Types::ANY,
            values: None,
            bounds: [None, None, None, None],
            length: (0, u32::MAX),
            count: (0, u32::MAX),
            format: String::new(),
            content_media_type: String::new(),
            content_encoding: String::new(),
            items: None,
            tuple: Vec::new(),
            properties: IndexMap::new(),
            required: BTreeSet::new(),
            additional: Additional::Unsaid,
            alternatives: Vec::new(),
            description: String::new(),
            read_only: false,
            named: Vec::new(),
            extended: false,
            together: false,
            exact: true,
        }
    }

    /// The accepted types without `null`.
    pub fn solid(&self) -> Types {
        self.types.without(Types::NULL)
    }

    /// Whether it is an object with fixed properties and nothing to choose. One that says no type and has properties
    /// means an object.
    pub fn has_fixed_properties(&self) -> bool {
        let untyped = self.solid() == Types::ANY.without(Types::NULL) && self.values.is_none();
        (untyped || self.solid() == Types::OBJECT)
            && !self.properties.is_empty()
            && self.alternatives.is_empty()
            && !self.extended
    }

    /// Whether `{}` is all that it accepts, beside `null`.
    pub fn is_only_the_empty_object(&self) -> bool {
        self.solid() == Types::OBJECT
            && self.properties.is_empty()
            && self.alternatives.is_empty()
            && self.additional == Additional::Closed
    }

    /// The texts of a string enum; `None` when there is none or a value is no text (null aside).
    pub fn texts(&self) -> Option<Vec<&str>> {
        let values = self.values.as_ref()?.iter().filter(|value| !value.is_null());
        values.map(Value::as_str).collect()
    }

    fn narrow(&mut self, types: Types) {
        self.types = Types(self.types.0 & types.0);
    }

    fn narrow_values(&mut self, values: Vec<Value>) {
        self.values = Some(match self.values.take() {
            None => values,
            Some(old) => old.into_iter().filter(|value| values.contains(value)).collect(),
        });
    }

    fn narrow_bound(&mut self, index: usize, lower: bool, bound: &Number) {
        let Some(slot) = self.bounds.get_mut(index) else { return };
        let tighter = match slot.as_ref().and_then(Number::as_f64).zip(bound.as_f64()) {
            None => true,
            Some((old, new)) => {
                if lower {
                    new > old
                } else {
                    new < old
                }
            }
        };
        if tighter {
            *slot = Some(bound.clone());
        }
    }
}

struct Walk<'a> {
    schemas: &'a Schemas,
    open: Vec<String>,
    steps: usize,
    /// What is looked at says all there is to say of the value.
    whole: bool,
}

impl Walk<'_> {
    fn absorb(&mut self, shape: &mut Shape, schema: &Value) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            shape.exact = false;
            return Ok(());
        }
        match schema {
            Value::Bool(true) => Ok(()),
            Value::Object(keywords) => self.absorb_object(shape, keywords),
            _ => {
                shape.types = Types(0);
                shape.exact = false;
                Ok(())
            }
        }
    }

    fn absorb_object(&mut self, shape: &mut Shape, keywords: &Map<String, Value>) -> Result<(), Fault> {
        for (keyword, value) in keywords {
            match keyword.as_str() {
                "$ref" | "allOf" | "oneOf" | "anyOf" => {}
                "type" => shape.narrow(types_of(value)),
                "enum" => shape.narrow_values(value.as_array().cloned().unwrap_or_default()),
                "const" => shape.narrow_values(vec![value.clone()]),
                _ => keywords::absorb(shape, keyword, value),
            }
        }
        shape.together |= keywords.keys().any(|keyword| keywords::joins(keyword));
        // One part of several forbids what the others declare.
        shape.together |= !self.whole
            && keywords.get("additionalProperties").is_some_and(|more| !more.is_boolean() || more == false);
        shape.extended |= self.whole && is_extended(keywords);
        let around = self.whole;
        self.whole = around && is_alone(keywords);
        if let Some(key) = keywords.get("$ref").and_then(Value::as_str) {
            self.follow(shape, key)?;
        }
        for member in members(keywords, "allOf") {
            self.absorb(shape, member)?;
        }
        for keyword in ["oneOf", "anyOf"] {
            self.alternatives(shape, members(keywords, keyword))?;
        }
        self.whole = around;
        Ok(())
    }

    fn follow(&mut self, shape: &mut Shape, reference: &str) -> Result<(), Fault> {
        let key = definition_key(reference);
        if self.open.contains(&key) {
            shape.exact = false;
            return Ok(());
        }
        let target = self.schemas.definition(&key)?;
        if self.whole {
            shape.named.push(key.clone());
        }
        self.open.push(key);
        let result = self.absorb(shape, &target);
        self.open.pop();
        result
    }

    /// Takes the types (and the values, where every member lists some) that any of the members accepts. One member
    /// beside `null` counts as that member, made nullable.
    fn alternatives(&mut self, shape: &mut Shape, members: &[Value]) -> Result<(), Fault> {
        if members.is_empty() {
            return Ok(());
        }
        let (nulls, others): (Vec<&Value>, Vec<&Value>) = members.iter().partition(|member| is_null(member));
        if let [only] = others.as_slice() {
            let mut inner = Shape::anything();
            self.absorb(&mut inner, only)?;
            shape.take_over(inner, !nulls.is_empty());
            return Ok(());
        }
        self.whole = false;
        let mut types = Types(0);
        let mut values = Some(Vec::new());
        for member in members {
            let mut inner = Shape::anything();
            self.absorb(&mut inner, member)?;
            types = types.with(inner.types);
            values = values.zip(inner.values).map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        shape.narrow(types);
        if let Some(values) = values {
            shape.narrow_values(values);
        }
        shape.exact = false;
        shape.alternatives.push(members.to_vec());
        Ok(())
    }
}

impl Shape {
    /// Takes over what another shape says, as `allOf` would; `nullable` adds `null` to its types first.
    fn take_over(&mut self, mut other: Self, nullable: bool) {
        if nullable {
            other.types = other.types.with(Types::NULL);
            if let Some(values) = &mut other.values {
                values.push(Value::Null);
            }
        }
        self.narrow(other.types);
        if let Some(values) = other.values {
            self.narrow_values(values);
        }
        for (index, bound) in other.bounds.iter().enumerate() {
            if let Some(bound) = bound {
                self.narrow_bound(index, index % 2 == 0, bound);
            }
        }
        self.length = (self.length.0.max(other.length.0), self.length.1.min(other.length.1));
        self.count = (self.count.0.max(other.count.0), self.count.1.min(other.count.1));
        if self.format.is_empty() {
            self.format = other.format;
        }
        if self.content_media_type.is_empty() {
            self.content_media_type = other.content_media_type;
        }
        if self.content_encoding.is_empty() {
            self.content_encoding = other.content_encoding;
        }
        if self.description.is_empty() {
            self.description = other.description;
        }
        self.items = self.items.take().or(other.items);
        if self.tuple.is_empty() {
            self.tuple = other.tuple;
        }
        for (name, schema) in other.properties {
            self.properties.entry(name).or_insert(schema);
        }
        self.required.extend(other.required);
        if self.additional == Additional::Unsaid {
            self.additional = other.additional;
        }
        self.alternatives.extend(other.alternatives);
        self.read_only |= other.read_only;
        self.named.extend(other.named);
        self.together |= other.together;
        self.extended |= other.extended;
        self.exact &= other.exact && !nullable;
    }
}

/// Whether a schema says nothing beside the one schema that it refers to, in whatever way: then it is that one.
fn is_alone(keywords: &Map<String, Value>) -> bool {
    let says =
        |schema: &&Value| schema.as_object().is_none_or(|map| map.keys().any(|key| !is_annotation(key)));
    let count = |keyword: &str| match keyword {
        "allOf" => members(keywords, keyword).iter().filter(says).count(),
        "oneOf" | "anyOf" => members(keywords, keyword).iter().filter(|member| !is_null(member)).count(),
        _ => 1,
    };
    keywords.keys().filter(|key| !is_annotation(key)).map(|key| count(key)).sum::<usize>() == 1
}

/// Whether a discriminator chooses between schemas that extend this one, none of which is listed, and may do so.
fn is_extended(keywords: &Map<String, Value>) -> bool {
    let mapping = keywords.get("discriminator").and_then(|discriminator| discriminator.get("mapping"));
    let is_open = keywords.get("additionalProperties") != Some(&Value::Bool(false));
    mapping.is_some()
        && is_open
        && members(keywords, "oneOf").is_empty()
        && members(keywords, "anyOf").is_empty()
}

/// The key that `#/$defs/<key>` refers to, unescaped.
pub fn definition_key(reference: &str) -> String {
    let key = reference.strip_prefix("#/$defs/").unwrap_or(reference);
    key.replace("~1", "/").replace("~0", "~")
}

fn members<'v>(keywords: &'v Map<String, Value>, keyword: &str) -> &'v [Value] {
    keywords.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
        || schema.get("const").is_some_and(Value::is_null)
        || schema
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|values| !values.is_empty() && values.iter().all(Value::is_null))
}
