//! The root of a document → which version of OpenAPI it is written in.

use serde_json::Value;

use crate::diagnostics::Fault;
use crate::lower::node::Node;

/// A version of OpenAPI, as far as versions differ in what their words mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// 3.0: schemas are a dialect of their own.
    V30,
    /// 3.1: schemas are JSON Schema 2020-12.
    V31,
}

/// The version as written, and its dialect.
pub(super) fn of(root: &Node) -> Result<(String, Dialect), Fault> {
    if let Some(written) = written(root, "openapi") {
        return match release(&written) {
            "3.0" => Ok((written, Dialect::V30)),
            "3.1" => Ok((written, Dialect::V31)),
            _ => Err(unsupported(root, "openapi", &format!("OpenAPI {written}"))),
        };
    }
    if let Some(written) = written(root, "swagger") {
        return Err(unsupported(root, "swagger", &format!("OpenAPI {written} (Swagger)")));
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
    Fault::error("unsupported-version", root.at.key(key), format!("{version} is not read yet"))
        .instead("convert the document to OpenAPI 3.0 or 3.1")
}

fn no_openapi(root: &Node) -> Fault {
    let others = [("asyncapi", "an AsyncAPI"), ("arazzo", "an Arazzo"), ("overlay", "an Overlay")];
    let (at, what) = match others.iter().find(|(key, _)| root.value.get(*key).is_some()) {
        Some((key, noun)) => (root.at.key(key), format!("this is {noun} document, not an OpenAPI document")),
        None => (root.at.clone(), "this is no OpenAPI document: it has no `openapi` key".to_owned()),
    };
    Fault::error("not-openapi", at, what)
        .instead("name a file that begins with `openapi: 3.0.3` or `openapi: 3.1.0`")
}
