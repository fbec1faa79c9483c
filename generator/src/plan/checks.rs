//! A shape → what the runtime checks: flat facts, and the full schema where they do not say it all.

use std::collections::{BTreeMap, BTreeSet};

use fewtools_contract::Types;
use serde_json::{Map, Value};

use super::answered::{self, Answered};
use super::choice;
use super::shape::{Additional, Shape, definition_key, is_annotation};
use super::surface::CheckPlan;
use super::types::{Override, Overrides};
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// How many fields of an object are named in a refusal.
const MAX_TAKES: usize = 24;
/// How many definitions are looked at for a format.
const MAX_FOLLOWED: usize = 64;
/// How many pairs of members of a choice are compared; of more it is not known that they can be told apart.
const MAX_COMPARED: usize = 1_000_000;
/// Formats that tell one kind of text from another.
pub const TELLING_FORMATS: [&str; 10] =
    ["uuid", "date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri"];

/// The definitions that full schemas refer to, each made once.
#[derive(Debug)]
pub struct Definitions<'a> {
    schemas: &'a Schemas,
    types: &'a Overrides,
    /// What is judged is sent, and not given: nothing stands for what the document says.
    sends: bool,
    made: BTreeMap<String, String>,
}

impl<'a> Definitions<'a> {
    /// No definitions yet.
    pub fn new(schemas: &'a Schemas, types: &'a Overrides) -> Self {
        Self { schemas, types, sends: false, made: BTreeMap::new() }
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
        let exact = shape.exact && self.items(shape, &mut plan)? && !self.has_given_items(shape)?;
        if !exact {
            plan.schema = self.enforced_text(schema)?;
        }
        plan.takes = self.takes(shape)?;
        Ok(plan)
    }

    /// The whole schema of a value as it is sent; empty where it takes anything.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn sent(&mut self, schema: &Value, shape: &Shape) -> Result<String, Fault> {
        if says_nothing(shape) {
            return Ok(String::new());
        }
        self.sends = true;
        let text = self.enforced_text(schema);
        self.sends = false;
        text
    }

    /// What a value must satisfy where the manifest says it.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn said(&mut self, schema: &Value, shape: &Shape) -> Result<CheckPlan, Fault> {
        self.sends = true;
        let check = self.check(schema, shape);
        self.sends = false;
        check
    }

    /// What stands for a schema of the document.
    fn given(&self, schema: &Value) -> Result<Option<&'a Override>, Fault> {
        if self.sends || self.types.is_empty() {
            return Ok(None);
        }
        let shape = Shape::of(self.schemas, schema)?;
        Ok(self.types.find(self.schemas, &shape).map(|(found, _)| found))
    }

    /// The key of a definition: apart where what is sent differs from what is given.
    fn key(&self, key: &str) -> String {
        if self.sends && !self.types.is_empty() { format!("{key}:sent") } else { key.to_owned() }
    }

    /// Fills in the types of an array's items; says whether they are all there is to say.
    fn items(&self, shape: &Shape, plan: &mut CheckPlan) -> Result<bool, Fault> {
        let Some(items) = &shape.items else { return Ok(true) };
        let items = Shape::of(self.schemas, items)?;
        let items = if self.sends { &items } else { self.types.seen(self.schemas, &items) };
        plan.items = for_check(items.types);
        let flat = flat(items);
        let only_types = CheckPlan { types: Types::ANY, ..flat } == anything();
        Ok(items.exact && items.items.is_none() && only_types)
    }

    /// Whether something stands for the items of an array.
    fn has_given_items(&self, shape: &Shape) -> Result<bool, Fault> {
        shape.items.as_ref().map_or(Ok(false), |items| Ok(self.given(items)?.is_some()))
    }

    fn enforced_text(&mut self, schema: &Value) -> Result<String, Fault> {
        let mut wanted = BTreeSet::new();
        let text = self.enforced(schema, &mut wanted)?.to_string();
        while let Some(key) = wanted.pop_first() {
            let made = self.key(&key);
            if self.made.contains_key(&made) {
                continue;
            }
            let target = self.schemas.definition(&key)?;
            let definition = self.enforced(&target, &mut wanted)?.to_string();
            self.made.insert(made, definition);
        }
        Ok(text)
    }

    /// The schema as it is enforced on a request: annotations are left out, fields that only answers carry are not
    /// required, and a discriminator with a mapping chooses. Collects the definitions it refers to.
    ///
    /// Any other `oneOf` whose members cannot be told apart by what they say, or only by a discriminator, is enforced as `anyOf`,
    /// as its author meant it; else no value would be accepted.
    fn enforced(&self, schema: &Value, wanted: &mut BTreeSet<String>) -> Result<Value, Fault> {
        match self.given(schema)? {
            Some(found) => Ok(found.schema.clone()),
            None => self.part(schema, &Answered::default(), wanted),
        }
    }

    /// A part of a schema that says elsewhere which names only answers carry.
    fn part(&self, schema: &Value, around: &Answered, wanted: &mut BTreeSet<String>) -> Result<Value, Fault> {
        let Value::Object(keywords) = schema else { return Ok(schema.clone()) };
        if let Some(chosen) = choice::enforced(self.schemas, keywords)? {
            return self.part(&Value::Object(chosen), around, wanted);
        }
        let answered = around.and_of(self.schemas, keywords)?;
        let mut kept = Map::new();
        let opened = self.opened(keywords, &answered, wanted)?;
        for (keyword, value) in keywords {
            let mut kept_as = keyword.as_str();
            let value = match (keyword.as_str(), value) {
                ("$ref", _) if opened.is_some() => continue,
                ("$ref", Value::String(reference)) => {
                    let key = definition_key(reference);
                    let own = self.key(&key);
                    let value = if own == key { value.clone() } else { format!("#/$defs/{own}").into() };
                    wanted.insert(key);
                    value
                }
                ("allOf", Value::Array(parts)) => {
                    let parts = parts.iter().map(|part| self.part(part, &answered, wanted));
                    Value::Array(parts.collect::<Result<_, Fault>>()?)
                }
                (
                    "properties" | "patternProperties" | "$defs" | "dependentSchemas",
                    Value::Object(members),
                ) => {
                    let members = members.iter();
                    let members = members
                        .map(|(name, member)| Ok((name.clone(), self.enforced(member, wanted)?)))
                        .collect::<Result<_, Fault>>()?;
                    Value::Object(members)
                }
                ("required", Value::Array(names)) => answered.rest(names),
                ("enum" | "const", value) => value.clone(),
                _ if is_annotation(keyword) => continue,
                (_, Value::Array(members)) => {
                    let told = keywords.contains_key("discriminator");
                    if keyword == "oneOf"
                        && !keywords.contains_key("anyOf")
                        && (told || self.overlaps(members)?)
                    {
                        kept_as = "anyOf";
                    }
                    let members = members.iter().map(|member| self.enforced(member, wanted));
                    Value::Array(members.collect::<Result<_, Fault>>()?)
                }
                (_, value) => self.enforced(value, wanted)?,
            };
            kept.insert(kept_as.to_owned(), value);
        }
        if let Some(opened) = opened {
            match kept.get_mut("allOf").and_then(Value::as_array_mut) {
                Some(parts) => parts.push(opened),
                None => drop(kept.insert("allOf".to_owned(), Value::from(vec![opened]))),
            }
        }
        Ok(Value::Object(kept))
    }

    /// What a reference leads to, where that requires names which only answers carry as another part says.
    fn opened(
        &self,
        keywords: &Map<String, Value>,
        answered: &Answered,
        wanted: &mut BTreeSet<String>,
    ) -> Result<Option<Value>, Fault> {
        let Some(key) = answered::target(keywords) else { return Ok(None) };
        let Some(inner) = answered.inside(self.schemas, &key)? else { return Ok(None) };
        let target = self.schemas.definition(&key)?;
        self.part(&target, &inner, wanted).map(Some)
    }

    /// Whether members of a `oneOf` cannot be told apart: formats, which are annotations, might do it, or one member
    /// accepts what another does, as `{type: object}` beside an object of some properties.
    fn overlaps(&self, members: &[Value]) -> Result<bool, Fault> {
        let shapes: Vec<Shape> =
            members.iter().map(|member| Shape::of(self.schemas, member)).collect::<Result<_, Fault>>()?;
        let wide: Vec<(usize, &Shape)> =
            shapes.iter().enumerate().filter(|(_, shape)| may_accept_others(shape)).collect();
        let swallows = |(index, wide): &(usize, &Shape)| {
            let mut others = shapes.iter().enumerate().filter(|(other, _)| other != index);
            others.any(|(_, narrow)| accepts_all_of(wide, narrow))
        };
        if wide.len() * shapes.len() > MAX_COMPARED || wide.iter().any(swallows) {
            return Ok(true);
        }
        members.iter().try_fold(false, |found, member| Ok(found || self.is_formatted(member)?))
    }

    /// Whether a format tells texts apart in a schema or in what it refers to, as far as that is followed.
    fn is_formatted(&self, schema: &Value) -> Result<bool, Fault> {
        let mut keys = Vec::new();
        let mut found = holds_format(schema, &mut keys);
        let mut next = 0;
        while let Some(key) = keys.get(next).filter(|_| !found && next < MAX_FOLLOWED) {
            let target = self.schemas.definition(key)?;
            found = holds_format(&target, &mut keys);
            next += 1;
        }
        Ok(found)
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
            let kind = in_words(self.types.seen(self.schemas, &property));
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

/// Whether a shape says nothing of a value.
pub fn says_nothing(shape: &Shape) -> bool {
    shape.exact && shape.items.is_none() && flat(shape) == anything()
}

/// A check of types alone.
pub fn of_types(types: Types) -> CheckPlan {
    CheckPlan { types, ..anything() }
}

/// A duration as text, whose seconds have the bounds of a number.
pub fn of_seconds(shape: &Shape) -> CheckPlan {
    CheckPlan { bounds: flat(shape).bounds, ..of_types(Types::STRING) }
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

/// Whether a shape says types and nothing else, or is an object of optional properties.
fn may_accept_others(wide: &Shape) -> bool {
    let has_room = match wide.properties.is_empty() {
        true => wide.exact && wide.items.is_none(),
        false => wide.required.is_empty(),
    };
    has_room
        && wide.alternatives.is_empty()
        && wide.additional != Additional::Closed
        && CheckPlan { types: Types::ANY, ..flat(wide) } == anything()
}

/// Whether what one shape accepts, such a wide one accepts too: by its type alone, or because the other says each property
/// alike or leaves it out.
fn accepts_all_of(wide: &Shape, narrow: &Shape) -> bool {
    let alike =
        |(name, schema): (&String, &Value)| narrow.properties.get(name).is_none_or(|other| other == schema);
    let by_properties = || narrow.solid() == Types::OBJECT && wide.properties.iter().all(alike);
    wide.types.meets(narrow.solid()) && (wide.properties.is_empty() || by_properties())
}

/// Whether a format that tells texts apart stands in a schema; else adds the definitions that it refers to.
fn holds_format(schema: &Value, keys: &mut Vec<String>) -> bool {
    match schema {
        Value::Array(members) => members.iter().any(|member| holds_format(member, keys)),
        Value::Object(keywords) => keywords.iter().any(|(keyword, value)| match (keyword.as_str(), value) {
            ("format", Value::String(format)) => TELLING_FORMATS.contains(&format.as_str()),
            ("$ref", Value::String(reference)) => {
                let key = definition_key(reference);
                if !keys.contains(&key) {
                    keys.push(key);
                }
                false
            }
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", Value::Object(members)) => {
                members.values().any(|member| holds_format(member, keys))
            }
            ("enum" | "const", _) => false,
            _ => !is_annotation(keyword) && holds_format(value, keys),
        }),
        _ => false,
    }
}
