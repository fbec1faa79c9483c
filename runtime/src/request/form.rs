//! Writes `application/x-www-form-urlencoded` pairs.

use fewtools_contract::{BodyField, Encoding, Style};
use serde_json::{Map, Value};

use super::encode::{Kept, encode};
use super::style;

/// A form body. Where the document says nothing of a field, an array repeats its name and an object is JSON text.
pub(super) fn body(members: &Map<String, Value>, fields: &[BodyField<'_>]) -> String {
    let pairs = members.iter().flat_map(|(key, value)| {
        let field = fields.iter().find(|field| field.at == [key.as_str()]);
        pair(key, field.map_or(DEFAULT, |field| field.encoding), value)
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

const DEFAULT: Encoding<'static> =
    Encoding::Styled { style: Style::Form, explode: true, allow_reserved: false };

fn pair(name: &str, encoding: Encoding<'_>, value: &Value) -> Vec<String> {
    match (encoding, value) {
        (Encoding::Styled { style: Style::Form, explode: true, .. }, Value::Object(_)) => {
            style::query(name, Encoding::Content("application/json"), value)
        }
        _ => style::query(name, encoding, value),
    }
}
