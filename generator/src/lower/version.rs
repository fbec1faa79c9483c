//! The root of a document → which version of OpenAPI it is written in.

use serde_json::Value;

use crate::diagnostics::Fault;
use crate::lower::node::Node;

/// A version of OpenAPI, as far as versions differ in what their words mean; older ones are less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dialect {
    /// 2.0: bodies are parameters, media types and servers have keys of their own.
    V20,
    /// 3.0: schemas are a dialect of their own.
    V30,
    /// 3.1: schemas are JSON Schema 2020-12.
    V31,
    /// 3.2: any method, the whole query as one parameter, streams.
    V32,
}

impl Dialect {
    /// Whether schemas are JSON Schema, where `null` is a type and every keyword beside `$ref` counts.
    pub(super) fn has_json_schema(self) -> bool {
        self >= Self::V31
    }

    /// The path of the object whose keys are the names of schemas.
    pub(super) fn definitions(self) -> &'static str {
        if self == Self::V20 { "/definitions" } else { "/components/schemas" }
    }
}

/// The version as written, and its dialect.
pub(super) fn of(root: &Node) -> Result<(String, Dialect), Fault> {
    if let Some(written) = written(root, "openapi") {
        return match release(&written) {
            "3.0" => Ok((written, Dialect::V30)),
            "3.1" => Ok((written, Dialect::V31)),
            "3.2" => Ok((written, Dialect::V32)),
            _ => Err(unsupported(root, "openapi", &format!("OpenAPI {written}"))),
        };
    }
    if let Some(written) = written(root, "swagger") {
        return match release(&written) {
            "2.0" | "2" => Ok((written, Dialect::V20)),
            _ => Err(unsupported(root, "swagger", &format!("OpenAPI {written} (Swagger)"))),
        };
    }
    Err(no_openapi(root))
}

/// The version under a key. YAML reads an unquoted `3.1` as a number.
fn written(root: &Node, key: &str) -> Option<String> {
    match root.value.get(key)? {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The first two numbers of a version.
fn release(version: &str) -> &str {
    version.match_indices('.').nth(1).and_then(|(end, _)| version.get(..end)).unwrap_or(version)
}

fn unsupported(root: &Node, key: &str, version: &str) -> Fault {
    Fault::error("unsupported-version", root.at.key(key), format!("{version} is not read"))
        .instead("convert the document to OpenAPI 2.0, 3.0, 3.1 or 3.2")
}

fn no_openapi(root: &Node) -> Fault {
    let others = [("asyncapi", "an AsyncAPI"), ("arazzo", "an Arazzo"), ("overlay", "an Overlay")];
    let (at, what) = match others.iter().find(|(key, _)| root.value.get(*key).is_some()) {
        Some((key, noun)) => (root.at.key(key), format!("this is {noun} document, not an OpenAPI document")),
        None => (
            root.at.clone(),
            "this is no OpenAPI document: it has neither an `openapi` nor a `swagger` key".to_owned(),
        ),
    };
    Fault::error("not-openapi", at, what)
        .instead("name a file that begins with `openapi: 3.1.0`, or `swagger: '2.0'`")
}
