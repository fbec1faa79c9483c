//! A schema of `types` → what makes it none, or none that can be listed.

use fewtools_contract::Types;
use regress::Regex;
use serde_json::{Map, Value};

use crate::diagnostics::Place;
use crate::lower::curation::Spot;
use crate::plan::naming;

/// How deep a schema may be nested.
const MAX_DEPTH: usize = 16;

/// What is wrong with a schema.
pub(super) struct Flaw {
    pub at: Place,
    pub why: String,
    pub instead: &'static str,
}

/// What a keyword takes.
enum Takes {
    Text,
    Pattern,
    Number,
    Count,
    Flag,
    Texts,
    Schema,
    Schemas,
    Anything,
}

/// The keywords that can be checked and listed, and what each takes. `type`, `properties` and `enum` are read apart.
const KEYWORDS: [(&str, Takes); 24] = [
    ("title", Takes::Text),
    ("description", Takes::Text),
    ("format", Takes::Text),
    ("pattern", Takes::Pattern),
    ("$comment", Takes::Text),
    ("minimum", Takes::Number),
    ("maximum", Takes::Number),
    ("exclusiveMinimum", Takes::Number),
    ("exclusiveMaximum", Takes::Number),
    ("multipleOf", Takes::Number),
    ("minLength", Takes::Count),
    ("maxLength", Takes::Count),
    ("minItems", Takes::Count),
    ("maxItems", Takes::Count),
    ("minProperties", Takes::Count),
    ("maxProperties", Takes::Count),
    ("uniqueItems", Takes::Flag),
    ("deprecated", Takes::Flag),
    ("required", Takes::Texts),
    ("items", Takes::Schema),
    ("additionalProperties", Takes::Schema),
    ("allOf", Takes::Schemas),
    ("const", Takes::Anything),
    ("examples", Takes::Anything),
];

/// Everything that is wrong with a schema.
pub(super) fn flaws(schema: &Spot<Map<String, Value>>) -> Vec<Flaw> {
    let mut judge = Judge { flaws: Vec::new() };
    judge.schema(&schema.value, &schema.at, 0);
    judge.flaws
}

struct Judge {
    flaws: Vec<Flaw>,
}

impl Judge {
    fn schema(&mut self, keywords: &Map<String, Value>, at: &Place, depth: usize) {
        if depth > MAX_DEPTH {
            return self.flaw(at, "it is nested too deep", "a flatter schema");
        }
        if !keywords.contains_key("type") && depth == 0 {
            self.flaw(at, "it says no `type`, which every listed schema has", "`type: string`");
        }
        for (keyword, value) in keywords {
            let at = at.key(keyword);
            match (keyword.as_str(), value) {
                ("type", value) => self.types(value, &at),
                ("enum", Value::Array(values)) if !values.is_empty() => {}
                ("enum", _) => self.flaw(&at, "`enum` is a list of values", "`enum: [a, b]`"),
                ("properties", Value::Object(members)) => {
                    for (name, member) in members {
                        let at = at.key(name);
                        if !naming::is_portable(name) {
                            let why = format!("`{name}` is no name that every client takes");
                            self.flaw(&at, why, "letters, digits and `_`, a letter first");
                        }
                        self.below(member, &at, depth);
                    }
                }
                ("properties", _) => self.flaw(&at, "`properties` is a mapping of schemas", "a mapping"),
                _ => self.keyword(keyword, value, &at, depth),
            }
        }
    }

    fn keyword(&mut self, keyword: &str, value: &Value, at: &Place, depth: usize) {
        let Some((_, takes)) = KEYWORDS.iter().find(|(known, _)| *known == keyword) else {
            let why = format!("`{keyword}` is no keyword of JSON Schema that every client takes");
            return self.flaw(at, why, "`type` with `enum`, `pattern`, `properties`, `items` or bounds");
        };
        let fits = match (takes, value) {
            (Takes::Text, value) => value.is_string(),
            (Takes::Pattern, Value::String(text)) => {
                // Edition 11 of ECMA-262 is the one that JSON Schema names, with this flag.
                if let Err(error) = Regex::with_flags(text, "u") {
                    let why = format!("`pattern` is no regular expression of ECMA-262: {error}");
                    self.flaw(at, why, "what `new RegExp(…, 'u')` of JavaScript takes");
                }
                true
            }
            (Takes::Number, value) => value.is_number(),
            (Takes::Count, value) => value.as_u64().is_some(),
            (Takes::Flag, value) => value.is_boolean(),
            (Takes::Texts, Value::Array(items)) => items.iter().all(Value::is_string),
            (Takes::Schema, Value::Bool(_)) => keyword == "additionalProperties",
            (Takes::Schema, Value::Object(_)) => {
                self.below(value, at, depth);
                true
            }
            (Takes::Schemas, Value::Array(items)) => {
                items.iter().enumerate().for_each(|(index, item)| self.below(item, &at.index(index), depth));
                !items.is_empty()
            }
            (Takes::Anything, _) => true,
            (Takes::Pattern | Takes::Texts | Takes::Schema | Takes::Schemas, _) => false,
        };
        if !fits {
            self.flaw(at, format!("`{keyword}` does not take `{value}`"), "what JSON Schema says of it");
        }
    }

    fn below(&mut self, schema: &Value, at: &Place, depth: usize) {
        match schema {
            Value::Object(keywords) => self.schema(keywords, at, depth + 1),
            _ => self.flaw(at, "a schema is a mapping", "`{ type: string }`"),
        }
    }

    fn types(&mut self, value: &Value, at: &Place) {
        let is_type = |value: &Value| value.as_str().is_some_and(|word| Types::named(word).is_some());
        let fits = match value {
            Value::Array(words) => {
                let solid = words.iter().filter(|word| word.as_str() != Some("null")).count();
                words.iter().all(is_type) && solid == 1
            }
            word => is_type(word) && word.as_str() != Some("null"),
        };
        if !fits {
            self.flaw(at, format!("`type: {value}` is not one type, or one beside `null`"), "`type: string`");
        }
    }

    fn flaw(&mut self, at: &Place, why: impl Into<String>, instead: &'static str) {
        self.flaws.push(Flaw { at: at.clone(), why: why.into(), instead });
    }
}
