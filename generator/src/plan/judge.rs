//! A JSON Schema and a value that a person has written → whether the schema surely refuses it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::shape::{definition_key, type_of, types_of};
use crate::lower::Schemas;

/// How deep schemas are followed.
const DEPTH: usize = 64;
/// How many schemas are looked at.
const STEPS: usize = 20_000;

/// Whether a value is refused (JSON Schema 2020-12). Patterns, `not`, conditions and what follows after the bounds of
/// this judge are taken as fulfilled, and `oneOf` as `anyOf`: what is refused here, every validator refuses.
pub fn refuses(schemas: &Schemas, schema: &Value, value: &Value) -> bool {
    !Judge { schemas, left: STEPS }.accepts(schema, value, DEPTH)
}

struct Judge<'a> {
    schemas: &'a Schemas,
    left: usize,
}

impl Judge<'_> {
    fn accepts(&mut self, schema: &Value, value: &Value, depth: usize) -> bool {
        let (Some(left), Some(below)) = (self.left.checked_sub(1), depth.checked_sub(1)) else { return true };
        self.left = left;
        match schema {
            Value::Bool(accepts) => *accepts,
            Value::Object(keywords) => keywords.iter().all(|(keyword, said)| {
                simple(keyword, said, value)
                    && self.in_place(keyword, said, value, below)
                    && self.inside(keywords, keyword, said, value, below)
            }),
            _ => true,
        }
    }

    /// Keywords that apply further schemas to the same value.
    fn in_place(&mut self, keyword: &str, said: &Value, value: &Value, below: usize) -> bool {
        match (keyword, said) {
            ("$ref", Value::String(reference)) => match self.schemas.definition(&definition_key(reference)) {
                Ok(target) => self.accepts(&target, value, below),
                Err(_) => true,
            },
            ("allOf", Value::Array(all)) => all.iter().all(|one| self.accepts(one, value, below)),
            ("anyOf" | "oneOf", Value::Array(any)) if !any.is_empty() => {
                any.iter().any(|one| self.accepts(one, value, below))
            }
            _ => true,
        }
    }

    /// Keywords that apply further schemas to members and items.
    fn inside(
        &mut self,
        keywords: &Map<String, Value>,
        keyword: &str,
        said: &Value,
        value: &Value,
        below: usize,
    ) -> bool {
        match (keyword, said, value) {
            ("properties", Value::Object(properties), Value::Object(members)) => {
                members.iter().all(|(name, member)| {
                    properties.get(name).is_none_or(|schema| self.accepts(schema, member, below))
                })
            }
            ("required", Value::Array(names), Value::Object(members)) => {
                let names = names.iter().filter_map(Value::as_str);
                names.filter(|name| !is_read_only(keywords, name)).all(|name| members.contains_key(name))
            }
            ("additionalProperties", schema, Value::Object(members))
                if !keywords.contains_key("patternProperties") =>
            {
                let known = keywords.get("properties").and_then(Value::as_object);
                let further =
                    members.iter().filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
                further.into_iter().all(|(_, member)| self.accepts(schema, member, below))
            }
            ("items", schema, Value::Array(items)) => {
                let before = keywords.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                items.iter().skip(before).all(|item| self.accepts(schema, item, below))
            }
            ("prefixItems", Value::Array(schemas), Value::Array(items)) => {
                schemas.iter().zip(items).all(|(schema, item)| self.accepts(schema, item, below))
            }
            _ => true,
        }
    }
}

/// Keywords that need nothing but the value.
fn simple(keyword: &str, said: &Value, value: &Value) -> bool {
    match (keyword, said, value) {
        ("type", said, value) => types_of(said).meets(type_of(value)),
        ("enum", Value::Array(values), value) => values.iter().any(|one| same(one, value)),
        ("const", one, value) => same(one, value),
        ("uniqueItems", Value::Bool(true), Value::Array(items)) => {
            let texts: BTreeSet<String> = items.iter().map(Value::to_string).collect();
            texts.len() == items.len()
        }
        (_, Value::Number(bound), value) => match bound.as_f64() {
            Some(bound) => bounded(keyword, bound, value),
            None => true,
        },
        _ => true,
    }
}

fn bounded(keyword: &str, bound: f64, value: &Value) -> bool {
    let size = match (keyword, value) {
        ("minLength" | "maxLength", Value::String(text)) => text.chars().count() as f64,
        ("minItems" | "maxItems", Value::Array(items)) => items.len() as f64,
        ("minProperties" | "maxProperties", Value::Object(members)) => members.len() as f64,
        (
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
            Value::Number(number),
        ) => number.as_f64().unwrap_or(bound),
        _ => return true,
    };
    match keyword {
        "exclusiveMinimum" => size > bound,
        "exclusiveMaximum" => size < bound,
        // Fractions are not told to be multiples without rounding.
        "multipleOf" => bound.fract() != 0.0 || bound <= 0.0 || (size / bound).fract() == 0.0,
        _ if keyword.starts_with("min") => size >= bound,
        _ => size <= bound,
    }
}

fn is_read_only(keywords: &Map<String, Value>, name: &str) -> bool {
    let property = keywords.get("properties").and_then(|all| all.get(name));
    property.and_then(|schema| schema.get("readOnly")).and_then(Value::as_bool) == Some(true)
}

/// Whether two values are the same JSON value; `1` and `1.0` are.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let alike =
                |(key, value): (&String, &Value)| other.get(key).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(alike)
        }
        (one, other) => one == other,
    }
}
