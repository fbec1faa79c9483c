//! Reads the body of an answer by its media type, and by its looks where the type is wrong or missing.

use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use serde_json::Value;

use super::{Content, digits};
use crate::request::is_json;
use crate::upstream::Response;

/// A body that is not what its type says.
pub(super) struct Unreadable;

/// The content of an answer.
pub(super) fn read(response: &Response) -> Result<Content, Unreadable> {
    let body = response.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&response.body);
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(Content::Empty);
    }
    if is_encoded(&response.headers) {
        return Err(Unreadable);
    }
    let declared =
        response.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if is_json(declared) {
        return json(body).map(Content::Json).ok_or(Unreadable);
    }
    if let Some(value) = looks_like_json(body).then(|| json(body)).flatten() {
        return Ok(Content::Json(value));
    }
    let media_type = essence(declared);
    let text =
        if is_text(&media_type) { Some(decoded(declared, body)) } else { undeclared(&media_type, body) };
    Ok(text.map_or(Content::Bytes { media_type, length: body.len() }, Content::Text))
}

/// The JSON of a body; a number that no Rust number holds exactly becomes a text of the same digits.
pub(super) fn json(body: &[u8]) -> Option<Value> {
    serde_json::from_slice(&digits::kept(body)).ok()
}

/// Whether a body begins as a JSON object or array does.
pub(super) fn looks_like_json(body: &[u8]) -> bool {
    matches!(body.trim_ascii_start().first(), Some(b'{' | b'['))
}

/// Compression that was not asked for cannot be undone here.
fn is_encoded(headers: &HeaderMap) -> bool {
    let encodings = headers.get_all(CONTENT_ENCODING).iter();
    encodings.into_iter().any(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// The media type without parameters, kept to the characters that one has.
fn essence(declared: &str) -> String {
    let name = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    name.chars().filter(|c| c.is_ascii_alphanumeric() || "/+.-_".contains(*c)).take(60).collect()
}

fn is_text(media_type: &str) -> bool {
    let named = ["application/xml", "application/yaml", "application/x-yaml", "application/x-ndjson"];
    let more = [
        "application/javascript",
        "application/graphql",
        "application/sql",
        "application/x-www-form-urlencoded",
    ];
    media_type.starts_with("text/")
        || media_type.ends_with("+xml")
        || media_type.ends_with("+yaml")
        || named.contains(&media_type)
        || more.contains(&media_type)
}

/// Text whose character set is UTF-8 unless the type says Latin-1; other bytes are replaced.
fn decoded(declared: &str, body: &[u8]) -> String {
    let declared = declared.to_ascii_lowercase();
    if declared.contains("charset=iso-8859-1") || declared.contains("charset=\"iso-8859-1\"") {
        return body.iter().map(|byte| char::from(*byte)).collect();
    }
    String::from_utf8_lossy(body).into_owned()
}

fn undeclared(media_type: &str, body: &[u8]) -> Option<String> {
    if !media_type.is_empty() {
        return None;
    }
    std::str::from_utf8(body).ok().map(str::to_owned)
}
