//! The requests of a document's calls → one JSON object a line, for judges that are written in other languages.

use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fewtools::Request;
use serde_json::{Value, json};

use crate::outcome::Outcome;

/// Writes the requests of a document: operation, route, which call, and the request with its body as base64.
pub fn write(outcome: &Outcome, folder: &Path) -> PathBuf {
    let mut text = String::new();
    for tool in &outcome.tools {
        for call in &tool.calls {
            if let Ok(request) = &call.request {
                text.push_str(&line(&tool.operation, &tool.route, call.name(), request).to_string());
                text.push('\n');
            }
        }
    }
    let path = folder.join(format!("{}.jsonl", outcome.entry.name));
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

fn line(operation: &str, route: &str, call: &str, request: &Request) -> Value {
    let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers =
        request.headers.iter().map(|(name, value)| (name.as_str().to_owned(), Value::from(text(value))));
    json!({
        "operation": operation,
        "route": route,
        "call": call,
        "method": request.method.as_str(),
        "url": request.url,
        "headers": Value::Object(headers.collect()),
        "body": request.body.as_ref().map(|body| STANDARD.encode(body)),
    })
}
