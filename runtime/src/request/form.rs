//! Writes `application/x-www-form-urlencoded` pairs.

use fewtools_contract::{BodyField, Encoding, FieldEncoding, Style};
use serde_json::{Map, Value};

use super::encode::{Kept, encode};
use super::style;

/// A form body.
pub(super) fn body(members: &Map<String, Value>, fields: &[BodyField<'_>]) -> String {
    let pairs = members.iter().flat_map(|(key, value)| {
        let field = fields.iter().find(|field| field.at == [key.as_str()]);
        match field.map_or(FieldEncoding::Usual, |field| field.encoding) {
            FieldEncoding::As(encoding) => style::query(key, encoding, value),
            FieldEncoding::Usual | FieldEncoding::File(_) => usual(key, value),
        }
    });
    pairs.collect::<Vec<_>>().join("&")
}

/// The whole query as one value (OpenAPI 3.2, `in: querystring`).
pub(super) fn querystring(encoding: Encoding<'_>, value: &Value) -> Option<String> {
    let text = match (encoding, value) {
        (Encoding::Content(media_type), Value::Object(members)) if !style::is_json(media_type) => {
            body(members, &[])
        }
        (Encoding::Content(media_type), value) => {
            encode(&style::content(media_type, value), Kept::Unreserved)
        }
        (Encoding::Styled { .. }, value) => encode(&style::content("", value), Kept::Query),
    };
    (!text.is_empty()).then_some(text)
}

/// Where the document says nothing of a field, an array repeats its name and an object is JSON text (OpenAPI 3.1.1,
/// section 4.8.14.4).
fn usual(name: &str, value: &Value) -> Vec<String> {
    let encoding = match value {
        Value::Object(_) => Encoding::Content("application/json"),
        _ => Encoding::Styled { style: Style::Form, explode: true, allow_reserved: false },
    };
    style::query(name, encoding, value)
}
