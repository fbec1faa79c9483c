//! One keyword of a schema → what it adds to a shape.

use serde_json::{Map, Number, Value};

use super::{Additional, Shape};

/// Takes in a keyword; one that no shape holds makes the flat facts insufficient.
pub(super) fn absorb(shape: &mut Shape, keyword: &str, value: &Value) {
    match (keyword, value) {
        ("minimum", Value::Number(bound)) => shape.narrow_bound(0, true, bound),
        ("maximum", Value::Number(bound)) => shape.narrow_bound(1, false, bound),
        ("exclusiveMinimum", Value::Number(bound)) => shape.narrow_bound(2, true, bound),
        ("exclusiveMaximum", Value::Number(bound)) => shape.narrow_bound(3, false, bound),
        ("minLength", Value::Number(least)) => shape.length.0 = shape.length.0.max(whole(least)),
        ("maxLength", Value::Number(most)) => shape.length.1 = shape.length.1.min(whole(most)),
        ("minItems", Value::Number(least)) => shape.count.0 = shape.count.0.max(whole(least)),
        ("maxItems", Value::Number(most)) => shape.count.1 = shape.count.1.min(whole(most)),
        ("format", Value::String(format)) => shape.format.clone_from(format),
        ("contentMediaType", Value::String(kind)) => shape.content_media_type.clone_from(kind),
        ("contentEncoding", Value::String(kind)) => shape.content_encoding.clone_from(kind),
        ("description", Value::String(text)) if shape.description.is_empty() => {
            shape.description.clone_from(text)
        }
        ("readOnly", Value::Bool(read_only)) => shape.read_only |= read_only,
        ("properties", Value::Object(properties)) => absorb_properties(shape, properties),
        ("required", Value::Array(names)) => {
            shape.required.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
            shape.exact = false;
        }
        ("items", items) => match &shape.items {
            None => shape.items = Some(items.clone()),
            Some(_) => shape.exact = false,
        },
        ("prefixItems", Value::Array(items)) => {
            shape.tuple.clone_from(items);
            shape.exact = false;
        }
        ("additionalProperties", Value::Bool(false)) => {
            shape.additional = Additional::Closed;
            shape.exact = false;
        }
        ("additionalProperties", Value::Bool(true)) => {
            if shape.additional == Additional::Unsaid {
                shape.additional = Additional::Schema(Value::Bool(true));
            }
        }
        ("additionalProperties", schema) => {
            shape.additional = Additional::Schema(schema.clone());
            shape.exact = false;
        }
        _ if is_annotation(keyword) => {}
        _ => shape.exact = false,
    }
}

fn absorb_properties(shape: &mut Shape, properties: &Map<String, Value>) {
    for (name, schema) in properties {
        match shape.properties.entry(name.clone()) {
            indexmap::map::Entry::Vacant(free) => {
                free.insert(schema.clone());
            }
            indexmap::map::Entry::Occupied(_) if *schema == Value::Bool(true) => {}
            indexmap::map::Entry::Occupied(mut taken) if *taken.get() == Value::Bool(true) => {
                taken.insert(schema.clone());
            }
            indexmap::map::Entry::Occupied(mut taken) => {
                let both = Value::from(vec![taken.get().clone(), schema.clone()]);
                taken.insert(Value::Object(Map::from_iter([("allOf".to_owned(), both)])));
            }
        }
    }
    shape.exact = false;
}

/// Keywords that say something of several properties at once.
pub(super) fn joins(keyword: &str) -> bool {
    matches!(
        keyword,
        "minProperties"
            | "maxProperties"
            | "propertyNames"
            | "patternProperties"
            | "dependentRequired"
            | "dependentSchemas"
            | "if"
            | "not"
            | "unevaluatedProperties"
    )
}

/// Keywords that say nothing about what is accepted.
pub fn is_annotation(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "title"
                | "description"
                | "default"
                | "example"
                | "examples"
                | "deprecated"
                | "readOnly"
                | "writeOnly"
                | "$comment"
                | "externalDocs"
                | "xml"
                | "discriminator"
                | "contentEncoding"
                | "contentMediaType"
                | "contentSchema"
                | "format"
        )
}

fn whole(number: &Number) -> u32 {
    number.as_u64().map_or(0, |number| u32::try_from(number).unwrap_or(u32::MAX))
}
