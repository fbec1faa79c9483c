//! A schema with alternatives → what chooses between them, to be enforced and to be told.

use std::rc::Rc;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::shape::{Shape, definition_key};
use super::texts;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// How many alternatives are told.
const MAX_TOLD: usize = 6;
/// How many references are followed to the schema that has alternatives.
const MAX_STEPS: usize = 8;

/// A schema whose discriminator has a `mapping`, with what that demands in place of the `oneOf` or `anyOf` beside it: the
/// property, with one of the mapped values, and the schema that the value means (OpenAPI 3.0, section 4.7.25). `None`
/// where nothing is mapped, or a value could mean two schemas, or none: then the list alone counts.
///
/// # Errors
/// A schema that cannot be read.
pub fn enforced(
    schemas: &Schemas,
    keywords: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, Fault> {
    let Some(demanded) = demanded(schemas, keywords)? else { return Ok(None) };
    let mut chosen = keywords.clone();
    for keyword in ["discriminator", "oneOf", "anyOf"] {
        chosen.shift_remove(keyword);
    }
    match chosen.get_mut("allOf") {
        Some(Value::Array(all)) => all.extend(demanded),
        _ => drop(chosen.insert("allOf".to_owned(), demanded.into())),
    }
    Ok(Some(chosen))
}

fn demanded(schemas: &Schemas, keywords: &Map<String, Value>) -> Result<Option<Vec<Value>>, Fault> {
    let Some((property, mapping)) = discriminator(keywords).filter(|(_, mapping)| !mapping.is_empty()) else {
        return Ok(None);
    };
    let (one, any) = (list(keywords, "oneOf"), list(keywords, "anyOf"));
    if one.is_empty() == any.is_empty() || keywords["discriminator"].get("defaultMapping").is_some() {
        return Ok(None);
    }
    let mut all: Vec<Value> = Vec::new();
    let mut demands = Vec::new();
    for member in one.iter().chain(any) {
        let Some(key) = reference(member) else { return Ok(None) };
        let mut values = mapped(mapping, member);
        for own in own_values(schemas, member, property)? {
            if !values.contains(&own) {
                values.push(own);
            }
        }
        if values.is_empty() {
            values.push(key.into());
        }
        if values.iter().any(|value| all.contains(value)) {
            return Ok(None);
        }
        all.extend(values.iter().cloned());
        let chosen = json!({ "properties": { property: { "enum": values } }, "required": [property] });
        demands.push(json!({ "if": chosen, "then": member }));
    }
    let one_of_all = json!({ "properties": { property: { "enum": all } }, "required": [property] });
    demands.insert(0, one_of_all);
    demands.insert(0, json!({ "type": "object" }));
    Ok(Some(demands))
}

/// The alternatives of a schema with what each needs, for a model: `{kind: card, number} or {kind: bank, iban}`; empty
/// where there is nothing to choose.
///
/// # Errors
/// A schema that cannot be read.
pub fn told(schemas: &Schemas, schema: &Value) -> Result<String, Fault> {
    let Some(keywords) = with_alternatives(schemas, schema)? else { return Ok(String::new()) };
    let chooser = discriminator(&keywords);
    let listed: Vec<&Value> = list(&keywords, "oneOf").iter().chain(list(&keywords, "anyOf")).collect();
    let heirs: Vec<&Value> = match (listed.as_slice(), chooser) {
        ([], Some((_, mapping))) => mapping.values().collect(),
        _ => Vec::new(),
    };
    let heirs: Vec<Value> = heirs.into_iter().map(|reference| json!({ "$ref": reference })).collect();
    let mut words: Vec<String> = Vec::new();
    for member in listed.into_iter().chain(&heirs) {
        let said = texts::clean(&one(schemas, member, chooser)?);
        if !said.is_empty() && !words.contains(&said) {
            words.push(said);
        }
    }
    let more = words.len().saturating_sub(MAX_TOLD);
    words.truncate(MAX_TOLD);
    if more > 0 {
        words.push(format!("{more} more"));
    }
    Ok(if words.len() > 1 { words.join(" or ") } else { String::new() })
}

/// The property that chooses, and the schemas its values mean.
type Chooser<'v> = (&'v str, &'v Map<String, Value>);

fn discriminator(keywords: &Map<String, Value>) -> Option<Chooser<'_>> {
    static NOTHING: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);
    let discriminator = keywords.get("discriminator")?;
    let property = discriminator.get("propertyName")?.as_str()?;
    Some((property, discriminator.get("mapping").and_then(Value::as_object).unwrap_or(&NOTHING)))
}

fn list<'v>(keywords: &'v Map<String, Value>, keyword: &str) -> &'v [Value] {
    keywords.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The key of the definition that a member is, where it is nothing else.
fn reference(member: &Value) -> Option<String> {
    let keywords = member.as_object().filter(|keywords| keywords.len() == 1)?;
    keywords.get("$ref").and_then(Value::as_str).map(definition_key)
}

/// The values that the mapping gives a member.
fn mapped(mapping: &Map<String, Value>, member: &Value) -> Vec<Value> {
    let of_member = mapping.iter().filter(|(_, target)| member.get("$ref") == Some(*target));
    of_member.map(|(value, _)| value.as_str().into()).collect()
}

/// The values that a member's own schema allows for the property.
fn own_values(schemas: &Schemas, member: &Value, property: &str) -> Result<Vec<Value>, Fault> {
    match Shape::of(schemas, member)?.properties.get(property) {
        Some(schema) => Ok(Shape::of(schemas, schema)?.values.unwrap_or_default()),
        None => Ok(Vec::new()),
    }
}

/// The schema itself, or what its reference leads to, where that has alternatives.
fn with_alternatives(schemas: &Schemas, schema: &Value) -> Result<Option<Map<String, Value>>, Fault> {
    let mut followed: Rc<Value>;
    let mut schema = schema;
    for _ in 0..MAX_STEPS {
        let Value::Object(keywords) = schema else { return Ok(None) };
        if ["oneOf", "anyOf", "discriminator"].iter().any(|keyword| keywords.contains_key(*keyword)) {
            return Ok(Some(keywords.clone()));
        }
        let Some(reference) = keywords.get("$ref").and_then(Value::as_str) else { return Ok(None) };
        followed = schemas.definition(&definition_key(reference))?;
        schema = &followed;
    }
    Ok(None)
}

/// One alternative: the property that chooses it, then what else it needs; its name where nothing in it tells it apart.
fn one(schemas: &Schemas, member: &Value, chooser: Option<Chooser<'_>>) -> Result<String, Fault> {
    let shape = Shape::of(schemas, member)?;
    if shape.solid().is_empty() {
        return Ok(String::new());
    }
    if !shape.types.meets(fewtools_contract::Types::OBJECT) {
        return Ok(shape.solid().names().collect::<Vec<_>>().join("|"));
    }
    let mut needs = Vec::new();
    let mut told_apart = false;
    let property = chooser.map(|(property, _)| property);
    for name in property.into_iter().chain(shape.required.iter().map(String::as_str)) {
        let inner = shape.properties.get(name).map(|schema| Shape::of(schemas, schema)).transpose()?;
        if inner.as_ref().is_some_and(|inner| inner.read_only)
            || needs.iter().any(|(known, _)| known == &name)
        {
            continue;
        }
        let mut values = match chooser {
            Some((property, mapping)) if property == name => mapped(mapping, member),
            _ => Vec::new(),
        };
        if values.is_empty() {
            values = inner.and_then(|inner| inner.values).unwrap_or_default();
        }
        told_apart |= !values.is_empty();
        needs.push((name, values));
    }
    let needs: Vec<String> = needs.into_iter().map(|(name, values)| need(name, &values)).collect();
    let name = definition_name(member).filter(|_| !told_apart).unwrap_or_default();
    Ok(format!("{name}{{{}}}", needs.join(", ")))
}

fn definition_name(member: &Value) -> Option<String> {
    let title = || member.get("title").and_then(Value::as_str).map(str::to_owned);
    member.get("$ref").and_then(Value::as_str).map(definition_key).or_else(title)
}

fn need(name: &str, values: &[Value]) -> String {
    let words = values
        .iter()
        .take(MAX_TOLD)
        .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
    match words.collect::<Vec<_>>() {
        none if none.is_empty() => name.to_owned(),
        words => format!("{name}: {}", words.join("|")),
    }
}
