//! A shape → what the runtime checks: flat facts, and the full schema where they do not say it all.

use std::collections::{BTreeMap, BTreeSet};

use fewtools_contract::Types;
use serde_json::{Map, Value};

use super::shape::{Shape, definition_key, is_annotation};
use super::surface::CheckPlan;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// How many fields of an object are named in a refusal.
const MAX_TAKES: usize = 24;

/// The definitions that full schemas refer to, each made once.
#[derive(Debug)]
pub struct Definitions<'a> {
    schemas: &'a Schemas,
    made: BTreeMap<String, String>,
}

impl<'a> Definitions<'a> {
    /// No definitions yet.
    pub fn new(schemas: &'a Schemas) -> Self {
        Self { schemas, made: BTreeMap::new() }
    }

    /// The definitions made so far: key → schema text.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.made
    }

    /// What a value of this schema must satisfy.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn check(&mut self, schema: &Value, shape: &Shape) -> Result<CheckPlan, Fault> {
        let mut plan = flat(shape);
        let exact = shape.exact && self.items(shape, &mut plan)?;
        if !exact {
            plan.schema = self.enforced_text(schema)?;
        }
        plan.takes = self.takes(shape)?;
        Ok(plan)
    }

    /// Fills in the types of an array's items; says whether they are all there is to say.
    fn items(&self, shape: &Shape, plan: &mut CheckPlan) -> Result<bool, Fault> {
        let Some(items) = &shape.items else { return Ok(true) };
        let items = Shape::of(self.schemas, items)?;
        plan.items = for_check(items.types);
        let flat = flat(&items);
        let only_types = CheckPlan { types: Types::ANY, ..flat } == anything();
        Ok(items.exact && items.items.is_none() && only_types)
    }

    fn enforced_text(&mut self, schema: &Value) -> Result<String, Fault> {
        let mut wanted = BTreeSet::new();
        let text = enforced(schema, &mut wanted).to_string();
        while let Some(key) = wanted.pop_first() {
            if self.made.contains_key(&key) {
                continue;
            }
            let target = self.schemas.definition(&key)?;
            let definition = enforced(&target, &mut wanted).to_string();
            self.made.insert(key, definition);
        }
        Ok(text)
    }

    /// What an object takes, in words: `name (text, required), kind (text)`.
    fn takes(&self, shape: &Shape) -> Result<String, Fault> {
        if !shape.types.meets(Types::OBJECT) || shape.properties.is_empty() {
            return Ok(String::new());
        }
        let mut words = Vec::new();
        for (name, schema) in shape.properties.iter().take(MAX_TAKES) {
            let property = Shape::of(self.schemas, schema)?;
            if property.read_only {
                continue;
            }
            let kind = in_words(&property);
            let required = if shape.required.contains(name) { ", required" } else { "" };
            words.push(format!("{name} ({kind}{required})"));
        }
        Ok(words.join(", "))
    }
}

/// Accepts everything.
pub fn anything() -> CheckPlan {
    flat(&Shape::anything())
}

/// A check of types alone.
pub fn of_types(types: Types) -> CheckPlan {
    CheckPlan { types, ..anything() }
}

fn flat(shape: &Shape) -> CheckPlan {
    let bound = |index: usize| {
        shape.bounds.get(index).and_then(Option::as_ref).map_or_else(String::new, ToString::to_string)
    };
    CheckPlan {
        types: for_check(shape.types),
        values: shape.values.clone().unwrap_or_default(),
        bounds: [bound(0), bound(1), bound(2), bound(3)],
        length: shape.length,
        count: shape.count,
        items: Types::ANY,
        schema: String::new(),
        takes: String::new(),
    }
}

/// `number` says `integer` too; for a check and its words one of them is enough.
pub fn for_check(types: Types) -> Types {
    let redundant = !types.is_any() && types.meets(Types::NUMBER);
    if redundant { types.without(Types::INTEGER) } else { types }
}

fn in_words(shape: &Shape) -> String {
    match shape.texts() {
        Some(texts) if !texts.is_empty() && texts.len() <= 8 => texts.join("|"),
        _ => {
            let types = for_check(shape.solid());
            let names: Vec<&str> =
                types.names().map(|name| if name == "string" { "text" } else { name }).collect();
            if shape.solid() == Types::ANY.without(Types::NULL) { "any".to_owned() } else { names.join("|") }
        }
    }
}

/// The schema as it is enforced on a request: annotations are left out, fields that only answers carry are not
/// required. Collects the definitions it refers to.
fn enforced(schema: &Value, wanted: &mut BTreeSet<String>) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in keywords {
        let value = match (keyword.as_str(), value) {
            ("$ref", Value::String(reference)) => {
                wanted.insert(definition_key(reference));
                value.clone()
            }
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", Value::Object(members)) => {
                Value::Object(
                    members.iter().map(|(name, member)| (name.clone(), enforced(member, wanted))).collect(),
                )
            }
            ("required", Value::Array(names)) => required_in_requests(names, keywords),
            ("enum" | "const", value) => value.clone(),
            _ if is_annotation(keyword) => continue,
            (_, Value::Array(members)) => {
                Value::Array(members.iter().map(|member| enforced(member, wanted)).collect())
            }
            (_, value) => enforced(value, wanted),
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

fn required_in_requests(names: &[Value], keywords: &Map<String, Value>) -> Value {
    let read_only = |name: &Value| {
        let property = keywords.get("properties").and_then(|all| all.get(name.as_str().unwrap_or_default()));
        property.and_then(|schema| schema.get("readOnly")).and_then(Value::as_bool) == Some(true)
    };
    names.iter().filter(|name| !read_only(name)).cloned().collect()
}
