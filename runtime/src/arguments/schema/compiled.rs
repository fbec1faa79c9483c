//! Compiles the schemas of a catalogue, each once, with its named definitions as one shared document.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use fewtools_contract::Definition;
use jsonschema::{Draft, Registry, Validator};
use serde_json::{Map, Value};

use super::{Named, sentence};
use crate::number;
use crate::refusal::Fault;

/// The address under which the definitions are known; nothing is ever fetched from it.
const DEFINITIONS: &str = "fewtools:///definitions";
/// The faults told of one value.
const TOLD: usize = 5;

/// Schemas are compiled at the start for this long; what is left then is compiled when it is first asked for, so that
/// a large document neither delays the start nor fills the memory with schemas that nobody uses.
const EAGER: Duration = Duration::from_millis(500);

/// A schema, compiled once.
pub(crate) struct Schema {
    text: &'static str,
    place: String,
    definitions: Arc<Option<Registry<'static>>>,
    validator: OnceLock<Option<Validator>>,
}

impl Schema {
    /// Judges a value of the argument of this name.
    ///
    /// # Errors
    /// The first faults.
    pub(crate) fn judge(&self, name: &str, value: &Value) -> Result<(), Vec<Fault>> {
        self.judge_parts(&|_| Named::argument(name, 0), value)
    }

    /// Judges a value whose parts have names of their own: what the place of a fault is called, by the keys at the
    /// beginning of the way to it.
    ///
    /// # Errors
    /// The first faults.
    pub(crate) fn judge_parts(
        &self,
        name: &dyn Fn(&[String]) -> Named,
        value: &Value,
    ) -> Result<(), Vec<Fault>> {
        let Some(validator) = self.validator() else { return Ok(()) };
        let rounded = number::rounded(value);
        let value = rounded.as_ref().unwrap_or(value);
        if validator.is_valid(value) {
            return Ok(());
        }
        let errors = validator.iter_errors(value).filter(|error| !name(&sentence::keys(error)).file);
        let faults: Vec<Fault> = errors.take(TOLD).map(|error| sentence::fault(name, &error)).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// The compiled schema; `None`, with a warning that names the place, where it cannot be compiled: an odd schema
    /// of the document costs this argument its full check and never the server its start.
    fn validator(&self) -> Option<&Validator> {
        let compiled = self.validator.get_or_init(|| {
            let compiled = self.compile().map_err(|error| {
                let (place, error) = (&self.place, error.chars().take(200).collect::<String>());
                tracing::warn!(
                    place,
                    error,
                    "this schema cannot be compiled; only its flat facts are checked"
                );
            });
            compiled.ok()
        });
        compiled.as_ref()
    }

    /// Whether it can be compiled.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.compile().map(drop)
    }

    fn compile(&self) -> Result<Validator, String> {
        let mut schema = serde_json::from_str(self.text).map_err(|error| error.to_string())?;
        point_at_definitions(&mut schema);
        let mut options = jsonschema::options().with_draft(Draft::Draft202012).offline();
        if let Some(definitions) = self.definitions.as_ref() {
            options = options.with_registry(definitions);
        }
        options.build(&schema).map_err(|error| error.to_string())
    }
}

/// Compiles schemas; equal texts once.
pub(crate) struct Compiler {
    definitions: Arc<Option<Registry<'static>>>,
    known: BTreeMap<&'static str, Arc<Schema>>,
    since: Instant,
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
        Self { definitions: Arc::new(definitions), known: BTreeMap::new(), since: Instant::now() }
    }

    /// The schema of this text, for the place where it is first met.
    pub(crate) fn schema(&mut self, text: &'static str, place: &str) -> Option<Arc<Schema>> {
        if text.is_empty() {
            return None;
        }
        if let Some(known) = self.known.get(text) {
            return Some(known.clone());
        }
        let (definitions, place) = (self.definitions.clone(), place.to_owned());
        let schema = Arc::new(Schema { text, place, definitions, validator: OnceLock::new() });
        if self.since.elapsed() < EAGER {
            schema.validator();
        }
        self.known.insert(text, schema.clone());
        Some(schema)
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_compiled_at_the_start_is_compiled_when_asked() {
        let severity = Definition { name: "Severity", schema: r#"{"enum":["info"]}"# };
        let mut compiler = Compiler::new(&[severity]);
        compiler.since = Instant::now().checked_sub(EAGER).expect("a moment ago");
        let schema = compiler.schema(r##"{"$ref":"#/$defs/Severity"}"##, "trial").expect("a schema");
        assert!(schema.validator.get().is_none());
        assert!(schema.judge("a", &json!("info")).is_ok() && schema.judge("a", &json!("warn")).is_err());
        assert!(schema.validator.get().is_some());
    }

    #[test]
    fn equal_texts_are_one_schema() {
        let mut compiler = Compiler::new(&[]);
        let first = compiler.schema(r#"{"type":"string"}"#, "one").expect("a schema");
        let second = compiler.schema(r#"{"type":"string"}"#, "two").expect("a schema");
        assert!(Arc::ptr_eq(&first, &second));
        assert!(compiler.schema("", "three").is_none());
    }
}
