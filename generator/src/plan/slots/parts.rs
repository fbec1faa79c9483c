//! The schema of a multipart body → the fields that it is put together from, those of its alternatives included, and
//! whether it has a file where no field tells one from a text.

use fewtools_contract::Types;
use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::diagnostics::Fault;
use crate::lower::Schemas;
use crate::lower::api::Media;
use crate::plan::bytes::{self, Bytes};
use crate::plan::media;
use crate::plan::shape::{Additional, Shape, definition_key};

/// How many alternatives are put together; beyond, a body is one argument.
const MAX_MEMBERS: usize = 64;

/// How many nodes of a schema are looked at for a file.
const MAX_NODES: usize = 5_000;

/// The shape of a multipart body with the properties of its alternatives as its own: each part is written by itself, and
/// which of them go together the whole schema says. As it is where an alternative has alternatives of its own.
///
/// # Errors
/// A schema that cannot be read.
pub fn flat(schemas: &Schemas, shape: &Shape) -> Result<Shape, Fault> {
    let members = || shape.alternatives.iter().flatten();
    if shape.alternatives.is_empty() || members().count() > MAX_MEMBERS {
        return Ok(shape.clone());
    }
    let mut chosen: IndexMap<String, Vec<Value>> = IndexMap::new();
    for member in members() {
        let member = Shape::of(schemas, member)?;
        if !member.types.meets(Types::OBJECT) {
            continue;
        }
        if !member.alternatives.is_empty() || member.extended {
            return Ok(shape.clone());
        }
        for (name, schema) in member.properties {
            let known = chosen.entry(name).or_default();
            if !known.contains(&schema) {
                known.push(schema);
            }
        }
    }
    let mut flat = Shape { alternatives: Vec::new(), ..shape.clone() };
    for (name, mut schemas) in chosen {
        let own = flat.properties.get(&name).filter(|own| **own != Value::Bool(true)).cloned();
        let either = match schemas.len() {
            1 => schemas.remove(0),
            _ => json!({"anyOf": schemas}),
        };
        let both = own.map_or_else(|| either.clone(), |own| json!({"allOf": [own, either]}));
        flat.properties.insert(name, both);
    }
    Ok(flat)
}

/// Whether a multipart body may have a file that no field stands for, so that its bytes would be sent as their base64.
///
/// # Errors
/// A schema that cannot be read.
pub fn hides_files(schemas: &Schemas, media: &Media, declared: &Value, shape: &Shape) -> Result<bool, Fault> {
    let flat = flat(schemas, shape)?;
    let mut search = Search { schemas, open: Vec::new(), left: MAX_NODES };
    if !flat.has_fixed_properties() {
        let by_encoding = media.encoding.values().any(|(_, content_type)| bytes::is_binary(content_type));
        return Ok(by_encoding || search.body(declared)?);
    }
    for (name, schema) in &flat.properties {
        if search.field(schema)? {
            let field = Shape::of(schemas, schema)?;
            let is_sent = !field.read_only && !field.solid().is_empty();
            let content_type = media::content_type(media, name);
            if is_sent && Bytes::of_field(schemas, &field, content_type)? == Bytes::No {
                return Ok(true);
            }
        }
    }
    match &flat.additional {
        Additional::Schema(schema) => search.field(schema),
        _ => Ok(false),
    }
}

/// What is asked of each schema of a walk.
type Look<'l, S> = dyn FnMut(&mut S, &Map<String, Value>) -> Result<bool, Fault> + 'l;

/// A walk through a schema, no deeper than parts are files.
struct Search<'a> {
    schemas: &'a Schemas,
    open: Vec<String>,
    left: usize,
}

impl Search<'_> {
    /// Whether a field of a body of this schema may be a file.
    fn body(&mut self, schema: &Value) -> Result<bool, Fault> {
        self.walk(schema, &mut |search, keywords| {
            for (keyword, value) in keywords {
                let found = match (keyword.as_str(), value) {
                    ("properties" | "patternProperties", Value::Object(fields)) => {
                        any(fields.values(), |field| search.field(field))?
                    }
                    ("additionalProperties" | "unevaluatedProperties", field) => search.field(field)?,
                    ("dependentSchemas", Value::Object(schemas)) => {
                        any(schemas.values(), |schema| search.body(schema))?
                    }
                    _ => false,
                };
                if found {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Whether a field of this schema may be a file, or a list of files.
    fn field(&mut self, schema: &Value) -> Result<bool, Fault> {
        self.walk(schema, &mut |search, keywords| {
            let text = |keyword: &str| keywords.get(keyword).and_then(Value::as_str).unwrap_or_default();
            let plain = text("contentEncoding").is_empty() && text("format") != "byte";
            if text("format") == "binary"
                || text("contentEncoding").eq_ignore_ascii_case("binary")
                || (plain && bytes::is_binary(text("contentMediaType")))
            {
                return Ok(true);
            }
            let items = keywords.get("prefixItems").and_then(Value::as_array).into_iter().flatten();
            any(items.chain(keywords.get("items")), |item| search.field(item))
        })
    }

    /// Looks at a schema, and at what stands for it: what it refers to, the members of `allOf`, `oneOf` and `anyOf`, and what
    /// a condition or a discriminator chooses.
    fn walk(&mut self, schema: &Value, look: &mut Look<'_, Self>) -> Result<bool, Fault> {
        let Value::Object(keywords) = schema else { return Ok(false) };
        // What is too large to be looked at may hold anything.
        let Some(left) = self.left.checked_sub(1) else { return Ok(true) };
        self.left = left;
        if look(self, keywords)? {
            return Ok(true);
        }
        for (keyword, value) in keywords {
            let found = match (keyword.as_str(), value) {
                ("$ref", Value::String(reference)) => self.follow(reference, look)?,
                ("discriminator", _) => {
                    let mapping = value.get("mapping").and_then(Value::as_object);
                    let mut targets = mapping.into_iter().flat_map(Map::values).filter_map(Value::as_str);
                    targets.try_fold(false, |found, target| Ok(found || self.follow(target, look)?))?
                }
                ("allOf" | "oneOf" | "anyOf", Value::Array(members)) => {
                    any(members.iter(), |member| self.walk(member, look))?
                }
                ("then" | "else", member) => self.walk(member, look)?,
                _ => false,
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn follow(&mut self, reference: &str, look: &mut Look<'_, Self>) -> Result<bool, Fault> {
        let key = definition_key(reference);
        if self.open.contains(&key) {
            return Ok(false);
        }
        let target = self.schemas.definition(&key)?;
        self.open.push(key);
        let found = self.walk(&target, look);
        self.open.pop();
        found
    }
}

fn any<'v>(
    mut schemas: impl Iterator<Item = &'v Value>,
    mut found: impl FnMut(&'v Value) -> Result<bool, Fault>,
) -> Result<bool, Fault> {
    schemas.try_fold(false, |already, schema| Ok(already || found(schema)?))
}
