//! Reads the body of an answer by its media type, and by its looks where the type is wrong or missing.

use fewtools_contract::media::{is_json_sequence, is_text};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::Content;
use crate::number;
use crate::pages::Wanted;
use crate::request::is_json;
use crate::upstream::Response;

/// A body that is not what its type says.
pub(super) struct Unreadable;

/// The content of an answer, or of a list what is wanted of it.
pub(super) fn read(response: Response, list: Option<&Wanted<'_>>) -> Result<Content, Unreadable> {
    let Response { headers, body, status } = response;
    let bare = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&body);
    let declared = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = essence(declared);
    let is_list = is_json_sequence(&media_type) && status != StatusCode::NO_CONTENT;
    if bare.iter().all(u8::is_ascii_whitespace) && !is_list {
        return Ok(Content::Empty);
    }
    if is_encoded(&headers) {
        return Err(Unreadable);
    }
    if let Some(content) = is_list.then(|| of_lines(bare, list)).flatten() {
        return Ok(content);
    }
    let structured = looks_like_json(bare);
    let read = |json: &[u8]| match list {
        None => self::json(json).map(Content::Json),
        Some(wanted) => wanted.read(json).map(Content::Rows),
    };
    if let Some(content) = (structured || is_json(declared)).then(|| read(bare)).flatten() {
        return Ok(content);
    }
    if structured && is_json(declared) {
        let other = std::str::from_utf8(bare).is_err().then(|| json_text(declared, &body));
        return other.and_then(|text| read(text.as_bytes())).ok_or(Unreadable);
    }
    match text(&media_type, declared, &body) {
        Some(text) => Ok(Content::Text(text)),
        None => Ok(Content::Bytes { media_type, data: body }),
    }
}

/// The list that lines of JSON are, however many there are; `None` where one is none.
fn of_lines(body: &[u8], list: Option<&Wanted<'_>>) -> Option<Content> {
    match list {
        None => lines(body).map(json).collect::<Option<_>>().map(|items| Content::Json(Value::Array(items))),
        Some(wanted) => wanted.read_lines(lines(body)).map(Content::Rows),
    }
}

/// The JSON of a body, with the digits of every number.
pub(super) fn json(body: &[u8]) -> Option<Value> {
    serde_json::from_slice(&number::marked_in_answer(body)).ok()
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

/// The JSON texts of a body. Where there are record separators, a text may have several lines; no text has one inside.
fn lines(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = if body.contains(&0x1e) { 0x1e } else { b'\n' };
    let lines = body.split(move |byte| *byte == end).map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty())
}

/// The body as text, if its type says that it is text, or says nothing and the bytes are. What is named JSON and is
/// not may be text too.
fn text(media_type: &str, declared: &str, body: &[u8]) -> Option<String> {
    if is_text(media_type) || media_type == "application/x-www-form-urlencoded" {
        let binary = body.contains(&0) && !is_utf16(declared, body);
        return (!binary).then(|| decoded(declared, body));
    }
    let unsure = media_type.is_empty() || is_json(media_type);
    std::str::from_utf8(body)
        .ok()
        .filter(|_| unsure)
        .map(|text| text.trim_start_matches('\u{feff}').to_owned())
}

fn is_utf16(declared: &str, body: &[u8]) -> bool {
    let marked = body.starts_with(b"\xff\xfe") || body.starts_with(b"\xfe\xff");
    marked || declared.to_ascii_lowercase().contains("utf-16")
}

/// The text of JSON that is not UTF-8, which it has to be (RFC 8259, section 8.1): in the encoding that is named, else with
/// a mark in place of what cannot be read.
fn json_text(declared: &str, body: &[u8]) -> String {
    let is_named = is_utf16(declared, body) || is_latin(declared);
    if is_named { decoded(declared, body) } else { String::from_utf8_lossy(body).into_owned() }
}

fn is_latin(declared: &str) -> bool {
    declared.to_ascii_lowercase().contains("iso-8859-1")
}

/// Text in UTF-16 where the type or a mark at its beginning says so, else in UTF-8, else in Latin-1, in which all bytes
/// are characters (RFC 9110, section 8.3.2, names no default).
fn decoded(declared: &str, body: &[u8]) -> String {
    let declared = declared.to_ascii_lowercase();
    if is_utf16(&declared, body) {
        let little = body.starts_with(b"\xff\xfe") || declared.contains("utf-16le");
        let unit = if little { u16::from_le_bytes } else { u16::from_be_bytes };
        let units = body.chunks_exact(2).filter_map(|pair| Some(unit(pair.try_into().ok()?)));
        let text: String = char::decode_utf16(units).map(|c| c.unwrap_or('?')).collect();
        return text.trim_start_matches('\u{feff}').to_owned();
    }
    let latin = || body.iter().map(|byte| char::from(*byte)).collect();
    if is_latin(&declared) {
        return latin();
    }
    let text = std::str::from_utf8(body).map(|text| text.trim_start_matches('\u{feff}').to_owned());
    text.unwrap_or_else(|_| latin())
}
