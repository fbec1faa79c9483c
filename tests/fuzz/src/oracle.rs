//! The arguments of a call that was sent → whether the document's own schemas accept them, as another reader has it.
//!
//! The schemas are taken from the document as they stand there, and not through the generator.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fewtools::Request;
use fewtools_build::diagnostics::Sink;
use fewtools_build::load::{self, Documents};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use super::surface;

/// A finding, unless every argument satisfies its schema, and a JSON body that of the body.
pub(super) fn judge(tool: &str, arguments: &str, sent: &Request) {
    let Some(operation) = operations().get(tool) else { return };
    let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else { return };
    if arguments.values().any(is_marked) {
        return;
    }
    for (name, value) in &arguments {
        let Some(schema) = operation.arguments.get(name) else { continue };
        let is_absent = value.is_null() && operation.body.is_none();
        let accepted = is_absent
            || schema.is_valid(value)
            || structured(value).is_some_and(|inner| schema.is_valid(&inner));
        assert!(accepted, "{tool}: {name} is accepted as {value}");
    }
    if let (Some(schema), Some(body)) = (&operation.body, &sent.body) {
        let body = serde_json::from_slice(body).unwrap();
        assert!(schema.is_valid(&body), "{tool}: the body {body} is sent");
    }
}

/// An array or object that was sent as its JSON text.
fn structured(value: &Value) -> Option<Value> {
    serde_json::from_str(value.as_str()?).ok().filter(|inner: &Value| inner.is_array() || inner.is_object())
}

fn is_marked(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(surface::MARK) || text.contains("\\ufdd0"),
        Value::Array(items) => items.iter().any(is_marked),
        Value::Object(members) => members.values().any(is_marked),
        _ => false,
    }
}

/// The schemas of an operation whose arguments are sent as they are given.
struct Operation {
    /// By the argument's name.
    arguments: BTreeMap<String, Validator>,
    /// Of its body, where that is JSON.
    body: Option<Validator>,
}

fn operations() -> &'static BTreeMap<String, Operation> {
    static OPERATIONS: OnceLock<BTreeMap<String, Operation>> = OnceLock::new();
    OPERATIONS.get_or_init(|| {
        let documents = load::texts("", surface::DOCUMENT, &mut Sink::default());
        let document = &documents.source(Documents::DOCUMENT).unwrap().tree;
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
        // The manifest gives the arguments of this one other types.
        let as_given = operations.filter(|operation| operation["operationId"] != "typed");
        as_given.map(|operation| (text(&operation["operationId"]), read(document, operation))).collect()
    })
}

fn read(document: &Value, operation: &Value) -> Operation {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|parameter| parameter["schema"].is_object());
    let parameters = parameters.map(|parameter| (text(&parameter["name"]), parameter["schema"].clone()));
    let media = operation["requestBody"]["content"].as_object();
    let (media_type, body) = media.and_then(|media| media.iter().next()).unzip();
    let body = body.map(|media| resolved(document, &media["schema"]));
    let fields = body.and_then(|schema| schema["properties"].as_object()).into_iter().flatten();
    let fields = fields.map(|(name, schema)| (name.clone(), schema.clone()));
    let validator = |schema: &Value| within(document, schema);
    Operation {
        arguments: parameters
            .chain(fields)
            .map(|(name, schema)| (argument(&name), validator(&schema)))
            .collect(),
        body: body.filter(|_| media_type.is_some_and(|kind| kind.ends_with("json"))).map(validator),
    }
}

fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    let target = schema["$ref"].as_str().and_then(|target| document.pointer(target.trim_start_matches('#')));
    target.unwrap_or(schema)
}

/// A name as the argument has it that the tools list for it.
fn argument(name: &str) -> String {
    name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

/// A schema with the components that it refers to.
fn within(document: &Value, schema: &Value) -> Validator {
    let mut whole = schema.as_object().cloned().unwrap_or_else(Map::new);
    whole.insert("components".to_owned(), json!({ "schemas": document["components"]["schemas"] }));
    jsonschema::draft202012::new(&Value::Object(whole)).unwrap()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
