//! What a document says without a schema → a schema made of the ones it has.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::diagnostics::{Fault, Place};
use crate::lower::schemas::Schemas;

/// Schemas that the document has no node for, by the place of the node that says the same.
pub(in crate::lower) type MadeSchemas = BTreeMap<Place, Made>;

/// A schema that the document has no node for.
#[derive(Debug)]
pub(in crate::lower) enum Made {
    /// An object of the fields of a form, each a parameter (OpenAPI 2.0).
    Form(Vec<FormField>),
    /// A list of the items of a stream, beside what is said of it as a whole (OpenAPI 3.2).
    Stream { whole: Option<Place>, items: Place },
}

/// A field of a form.
#[derive(Debug)]
pub(in crate::lower) struct FormField {
    pub(in crate::lower) name: String,
    pub(in crate::lower) required: bool,
    pub(in crate::lower) schema: Place,
}

impl Made {
    /// The schema in JSON Schema 2020-12.
    ///
    /// # Errors
    /// As [`Schemas::at`], of the schemas it is made of.
    pub(super) fn lowered(&self, schemas: &Schemas) -> Result<Value, Fault> {
        match self {
            Self::Form(fields) => form(schemas, fields),
            Self::Stream { whole, items } => {
                let list = json!({"type": "array", "items": schemas.at(items)?.as_ref()});
                match whole {
                    None => Ok(list),
                    Some(whole) => Ok(json!({"allOf": [schemas.at(whole)?.as_ref(), list]})),
                }
            }
        }
    }

    /// Where the property of this name stands.
    pub(super) fn property_at(&self, name: &str) -> Option<Place> {
        match self {
            Self::Form(fields) => {
                fields.iter().find(|field| field.name == name).map(|field| field.schema.clone())
            }
            Self::Stream { .. } => None,
        }
    }
}

fn form(schemas: &Schemas, fields: &[FormField]) -> Result<Value, Fault> {
    let mut properties = Map::new();
    for field in fields {
        properties.insert(field.name.clone(), schemas.at(&field.schema)?.as_ref().clone());
    }
    let required: Vec<&str> =
        fields.iter().filter(|field| field.required).map(|field| field.name.as_str()).collect();
    let mut schema = json!({"type": "object", "properties": properties});
    if !required.is_empty()
        && let Some(schema) = schema.as_object_mut()
    {
        schema.insert("required".to_owned(), json!(required));
    }
    Ok(schema)
}
