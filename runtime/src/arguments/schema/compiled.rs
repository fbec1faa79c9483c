//! Compiles the schemas of a catalogue, each once, with its named definitions as one shared document.

use std::collections::BTreeMap;
use std::sync::Arc;

use fewtools_contract::Definition;
use jsonschema::{Draft, Registry, Validator};
use serde_json::{Map, Value};

use super::sentence;
use crate::refusal::Fault;

/// The address under which the definitions are known; nothing is ever fetched from it.
const DEFINITIONS: &str = "fewtools:///definitions";
/// The faults told of one value.
const TOLD: usize = 5;

/// A compiled schema.
pub(crate) struct Schema {
    validator: Validator,
}

impl Schema {
    /// Judges a value of the argument of this name.
    ///
    /// # Errors
    /// The first faults.
    pub(crate) fn judge(&self, name: &str, value: &Value) -> Result<(), Vec<Fault>> {
        if self.validator.is_valid(value) {
            return Ok(());
        }
        let errors = self.validator.iter_errors(value).take(TOLD);
        Err(errors.map(|error| sentence::fault(name, &error)).collect())
    }
}

/// Compiles schemas; equal texts once.
pub(crate) struct Compiler {
    definitions: Option<Registry<'static>>,
    compiled: BTreeMap<&'static str, Option<Arc<Schema>>>,
}

impl Compiler {
    /// Prepares the definitions. One that is no JSON is left out, and what refers to it is not compiled.
    pub(crate) fn new(definitions: &[Definition<'static>]) -> Self {
        let parsed = definitions.iter().filter_map(|definition| {
            let schema = serde_json::from_str(definition.schema).ok()?;
            Some((definition.name.to_owned(), schema))
        });
        let document = Map::from_iter([("$defs".to_owned(), Value::Object(parsed.collect()))]);
        let definitions = Registry::new()
            .draft(Draft::Draft202012)
            .add(DEFINITIONS, Value::Object(document))
            .and_then(|builder| builder.prepare())
            .map_err(|error| tracing::warn!(%error, "the named schemas of the catalogue cannot be used"))
            .ok();
        Self { definitions, compiled: BTreeMap::new() }
    }

    /// The compiled schema; `None`, with a warning that names the place, where it cannot be compiled: an odd schema
    /// of the document costs this argument its full check and never the server its start.
    pub(crate) fn schema(&mut self, text: &'static str, place: &str) -> Option<Arc<Schema>> {
        if text.is_empty() {
            return None;
        }
        if let Some(known) = self.compiled.get(text) {
            return known.clone();
        }
        let compiled = self.compile(text).map_err(|error| {
            let error: String = error.chars().take(200).collect();
            tracing::warn!(place, error, "this schema cannot be compiled; only its flat facts are checked");
        });
        let compiled = compiled.ok().map(Arc::new);
        self.compiled.insert(text, compiled.clone());
        compiled
    }

    fn compile(&self, text: &str) -> Result<Schema, String> {
        let mut schema = serde_json::from_str(text).map_err(|error| error.to_string())?;
        point_at_definitions(&mut schema);
        let mut options = jsonschema::options().with_draft(Draft::Draft202012).offline();
        if let Some(definitions) = &self.definitions {
            options = options.with_registry(definitions);
        }
        let validator = options.build(&schema).map_err(|error| error.to_string())?;
        Ok(Schema { validator })
    }
}

/// Leads references into `#/$defs` to the shared document, so that no schema needs a copy of it.
fn point_at_definitions(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(point_at_definitions),
        Value::Object(members) => {
            for (key, member) in members {
                match (key.as_str(), member) {
                    ("enum" | "const" | "default" | "examples", _) => {}
                    ("$ref", Value::String(target)) if target.starts_with("#/$defs/") => {
                        *target = format!("{DEFINITIONS}{target}");
                    }
                    (_, member) => point_at_definitions(member),
                }
            }
        }
        _ => {}
    }
}
