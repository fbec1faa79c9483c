//! Schemas that hold together → what they say, flat, with one branch of each choice.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

/// References and branches followed for one view.
const MAX_STEPS: usize = 200;
const WORDS: [&str; 7] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/// What schemas say.
#[derive(Debug, Clone, Default)]
pub(super) struct View<'s> {
    /// The type words; `None` for no list.
    types: Option<Vec<&'s str>>,
    pub(super) values: Option<Vec<&'s Value>>,
    pub(super) properties: IndexMap<&'s str, Vec<&'s Value>>,
    pub(super) required: BTreeSet<&'s str>,
    pub(super) additional: Vec<&'s Value>,
    closed: bool,
    pub(super) pattern_properties: Vec<(&'s str, &'s Value)>,
    pub(super) names: Vec<&'s Value>,
    pub(super) min_properties: usize,
    pub(super) items: Vec<&'s Value>,
    pub(super) prefix: Option<&'s Vec<Value>>,
    pub(super) count: Span,
    pub(super) unique: bool,
    pub(super) length: Span,
    pub(super) patterns: Vec<&'s str>,
    pub(super) format: &'s str,
    pub(super) is_base64: bool,
    pub(super) low: Option<(f64, bool)>,
    pub(super) high: Option<(f64, bool)>,
    pub(super) step: Option<f64>,
    /// The values of discriminators that go with the chosen branches.
    pub(super) tags: Vec<(&'s str, String)>,
    /// What the document shows or sends by default.
    pub(super) shown: Vec<&'s Value>,
    steps: usize,
}

/// From a smallest to a largest number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span(pub(super) usize, pub(super) usize);

impl Default for Span {
    fn default() -> Self {
        Self(0, usize::MAX)
    }
}

impl<'s> View<'s> {
    /// This and one schema more; `None` where no value satisfies both.
    pub(super) fn with(
        mut self,
        schema: &'s Value,
        definitions: &'s Map<String, Value>,
        turn: usize,
    ) -> Option<Self> {
        self.steps += 1;
        let keywords = match schema {
            Value::Bool(true) => return Some(self),
            Value::Object(keywords) if self.steps < MAX_STEPS => keywords,
            _ => return None,
        };
        for (keyword, value) in keywords {
            self.take(keyword, value);
        }
        if let Some(target) = keywords.get("$ref").and_then(Value::as_str) {
            self = self.with(target_of(target, definitions)?, definitions, turn)?;
        }
        for part in keywords.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self = self.with(part, definitions, turn)?;
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(branches) = keywords.get(choice).and_then(Value::as_array) {
                let (branch, view) = self.choose(branches, definitions, turn)?;
                self = view;
                self.tags.extend(keywords.get("discriminator").and_then(|told| tag(told, branch)));
            }
        }
        self.is_possible().then_some(self)
    }

    /// The first branch, from the turn's on, that goes with what is said already; `null` alone only at last.
    fn choose(
        self,
        branches: &'s [Value],
        definitions: &'s Map<String, Value>,
        turn: usize,
    ) -> Option<(&'s Value, Self)> {
        let count = branches.len();
        let rotated = (0..count).map(|index| &branches[(index + turn) % count]);
        let mut views =
            rotated.filter_map(|branch| Some((branch, self.clone().with(branch, definitions, turn)?)));
        let first = views.next()?;
        if !first.1.is_null() {
            return Some(first);
        }
        Some(views.find(|(_, view)| !view.is_null()).unwrap_or(first))
    }

    fn take(&mut self, keyword: &str, value: &'s Value) {
        match keyword {
            "type" => self.narrow(value),
            "enum" => self.narrow_values(value.as_array().into_iter().flatten().collect()),
            "const" => self.narrow_values(vec![value]),
            "items" => self.items.push(value),
            "prefixItems" => self.prefix = value.as_array(),
            "minItems" => self.count.0 = self.count.0.max(size(value)),
            "maxItems" => self.count.1 = self.count.1.min(size(value)),
            "uniqueItems" => self.unique |= value == true,
            "minLength" => self.length.0 = self.length.0.max(size(value)),
            "maxLength" => self.length.1 = self.length.1.min(size(value)),
            "pattern" => self.patterns.extend(value.as_str()),
            "format" => self.format = value.as_str().unwrap_or(self.format),
            "contentEncoding" => {
                self.is_base64 |= value.as_str().is_some_and(|name| name.starts_with("base64"))
            }
            "example" | "default" => self.shown.push(value),
            "examples" => self.shown.extend(value.as_array().into_iter().flatten()),
            "multipleOf" => self.step = value.as_f64(),
            _ => self.take_bound(keyword, value),
        }
        self.take_member(keyword, value);
    }

    fn take_bound(&mut self, keyword: &str, value: &'s Value) {
        let Some(bound) = value.as_f64() else { return };
        let exclusive = keyword.starts_with("exclusive");
        match keyword {
            "minimum" | "exclusiveMinimum" if self.low.is_none_or(|(low, _)| bound >= low) => {
                self.low = Some((bound, exclusive));
            }
            "maximum" | "exclusiveMaximum" if self.high.is_none_or(|(high, _)| bound <= high) => {
                self.high = Some((bound, exclusive));
            }
            _ => {}
        }
    }

    fn take_member(&mut self, keyword: &str, value: &'s Value) {
        match (keyword, value) {
            ("properties", Value::Object(members)) => {
                for (name, schema) in members {
                    self.properties.entry(name).or_default().push(schema);
                }
            }
            ("required", Value::Array(names)) => {
                self.required.extend(names.iter().filter_map(Value::as_str));
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => self.closed = true,
            ("additionalProperties", schema) => self.additional.push(schema),
            ("patternProperties", Value::Object(members)) => {
                self.pattern_properties.extend(members.iter().map(|(name, schema)| (name.as_str(), schema)));
            }
            ("propertyNames", schema) => self.names.push(schema),
            ("minProperties", count) => self.min_properties = self.min_properties.max(size(count)),
            _ => {}
        }
    }

    fn narrow(&mut self, value: &'s Value) {
        let words: Vec<&str> = match value {
            Value::String(word) => vec![word],
            Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
            _ => return,
        };
        let both = |known: &Vec<&'s str>| {
            let narrower = known.iter().chain(&words).copied().filter(|word| {
                let in_list =
                    |list: &[&str]| list.contains(word) || (*word == "integer" && list.contains(&"number"));
                in_list(known) && in_list(&words)
            });
            narrower.collect::<BTreeSet<_>>().into_iter().collect()
        };
        self.types = Some(self.types.as_ref().map_or_else(|| words.clone(), both));
    }

    fn narrow_values(&mut self, values: Vec<&'s Value>) {
        self.values = Some(match self.values.take() {
            None => values,
            Some(known) => known.into_iter().filter(|value| values.contains(value)).collect(),
        });
    }

    fn is_possible(&mut self) -> bool {
        if let (Some(values), Some(types)) = (&mut self.values, &self.types) {
            values.retain(|value| types.iter().any(|word| is_of(value, word)));
        }
        self.types.as_ref().is_none_or(|types| !types.is_empty())
            && self.values.as_ref().is_none_or(|values| !values.is_empty())
    }

    fn is_null(&self) -> bool {
        self.types.as_ref().is_some_and(|types| types == &["null"])
            || self.values.as_ref().is_some_and(|values| values.iter().all(|value| value.is_null()))
    }

    /// The type that is made: what the keywords speak of where several are accepted.
    pub(super) fn word(&self, turn: usize) -> Option<&'s str> {
        let Some(types) = &self.types else { return Some(self.meant()) };
        let solid: Vec<&str> = WORDS.into_iter().filter(|word| types.contains(word)).collect();
        let meant = self.meant();
        if turn == 0 && solid.contains(&meant) {
            return Some(meant);
        }
        let solid: Vec<&str> = match solid.as_slice() {
            [] => return None,
            [one] => vec![one],
            several => several.iter().copied().filter(|word| *word != "null").collect(),
        };
        solid.get(turn % solid.len().max(1)).copied()
    }

    fn meant(&self) -> &'s str {
        if !self.properties.is_empty() || !self.required.is_empty() || !self.additional.is_empty() {
            return "object";
        }
        if !self.items.is_empty() || self.prefix.is_some() {
            return "array";
        }
        if self.low.or(self.high).is_some() { "number" } else { "string" }
    }

    /// Whether it is an object of keys that are not named.
    pub(super) fn is_map(&self) -> bool {
        !self.closed && (self.properties.is_empty() || !self.additional.is_empty())
    }

    /// The schemas of a key that is not named.
    pub(super) fn schemas_of_key(&self, name: &str) -> Vec<&'s Value> {
        let by_pattern = self
            .pattern_properties
            .iter()
            .filter(|(pattern, _)| regex::Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(name)));
        let by_pattern: Vec<&Value> = by_pattern.map(|(_, schema)| *schema).collect();
        if by_pattern.is_empty() { self.additional.clone() } else { by_pattern }
    }

    /// Whether only answers carry a property.
    pub(super) fn is_read_only(&self, name: &str, definitions: &Map<String, Value>) -> bool {
        let mut schemas = self.properties.get(name).into_iter().flatten();
        schemas.any(|schema| is_read_only(schema, definitions, 0))
    }
}

fn is_read_only(schema: &Value, definitions: &Map<String, Value>, depth: usize) -> bool {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target_of(target, definitions));
    let parts = schema.get("allOf").and_then(Value::as_array);
    let mut parts = target.into_iter().chain(parts.into_iter().flatten());
    schema.get("readOnly") == Some(&Value::Bool(true))
        || (depth < 8 && parts.any(|part| is_read_only(part, definitions, depth + 1)))
}

/// The property of a discriminator and its value for a branch: by the mapping, else the name of the schema.
fn tag<'s>(discriminator: &'s Value, branch: &Value) -> Option<(&'s str, String)> {
    let property = discriminator.get("propertyName")?.as_str()?;
    let target = branch.get("$ref")?.as_str()?;
    let mapping = discriminator.get("mapping").and_then(Value::as_object);
    let mapped = mapping.into_iter().flatten().find(|(_, to)| to.as_str() == Some(target));
    let name = mapped.map_or_else(|| target.trim_start_matches("#/$defs/"), |(name, _)| name.as_str());
    Some((property, name.to_owned()))
}

fn size(value: &Value) -> usize {
    value.as_f64().map_or(0, |number| number.max(0.0) as usize)
}

fn is_of(value: &Value, word: &str) -> bool {
    match value {
        Value::Null => word == "null",
        Value::Bool(_) => word == "boolean",
        Value::Number(number) => word == "number" || (word == "integer" && !number.is_f64()),
        Value::String(_) => word == "string",
        Value::Array(_) => word == "array",
        Value::Object(_) => word == "object",
    }
}

fn target_of<'s>(target: &str, definitions: &'s Map<String, Value>) -> Option<&'s Value> {
    let name = target.strip_prefix("#/$defs/")?;
    definitions.get(name).or_else(|| {
        let decoded = percent_encoding::percent_decode_str(name).decode_utf8_lossy();
        definitions.get(&decoded.replace("~1", "/").replace("~0", "~"))
    })
}
