//! A media type and a schema → whether a value of the body is bytes, which no JSON value is, and how it is given.

use fewtools_contract::{Conversion, MediaKind, Types};
use serde_json::{Map, Value, json};

use super::checks;
use super::conversions::Typed;
use super::media;
use super::shape::Shape;
use super::surface::CheckPlan;
use crate::diagnostics::Fault;
use crate::lower::Schemas;

/// What of a slot is bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bytes {
    /// Nothing.
    #[default]
    No,
    /// The whole body.
    Whole,
    /// The whole body, of a media type that the argument says.
    Ranged,
    /// A field, sent as a file.
    File,
    /// A field that is an array, each item sent as a file; the fewest and the most of them.
    Files(u32, u32),
    /// A field that is one file or an array of them; the most of them.
    FileOrFiles(u32),
}

impl Bytes {
    /// What of a field of a multipart body is bytes, given the `contentType` that the document names for it.
    ///
    /// # Errors
    /// A schema that cannot be read.
    pub fn of_field(schemas: &Schemas, field: &Shape, content_type: &str) -> Result<Self, Fault> {
        if is_bytes(field, content_type) {
            return Ok(Self::File);
        }
        if let [members] = field.alternatives.as_slice() {
            return Self::of_members(schemas, members, content_type);
        }
        let items = field.items.as_ref().filter(|_| field.solid() == Types::ARRAY);
        let items = items.map(|items| Shape::of(schemas, items)).transpose()?;
        let (least, most) = field.count;
        let files = items.is_some_and(|items| is_bytes(&items, content_type));
        Ok(if files { Self::Files(least, most) } else { Self::No })
    }

    /// What a field is whose schema lists alternatives: bytes where some of them are, and the others are texts, which are
    /// sent as the bytes that they are.
    fn of_members(schemas: &Schemas, members: &[Value], content_type: &str) -> Result<Self, Fault> {
        let (mut one, mut many) = (false, None);
        for member in members {
            let shape = Shape::of(schemas, member)?;
            let nested = !shape.alternatives.is_empty();
            match if nested { Self::No } else { Self::of_field(schemas, &shape, content_type)? } {
                Self::File => one = true,
                Self::Files(least, most) => {
                    let (fewest, limit) = many.unwrap_or((least, most));
                    many = Some((least.min(fewest), most.max(limit)));
                }
                _ if shape.solid().is_empty() || is_text_or_texts(schemas, &shape)? => {}
                _ => return Ok(Self::No),
            }
        }
        Ok(match (one, many) {
            (false, None) => Self::No,
            (true, None) => Self::File,
            (false, Some((least, most))) => Self::Files(least, most),
            (true, Some((_, most))) => Self::FileOrFiles(most),
        })
    }

    /// A text for the listing that says how bytes are given.
    pub fn described(self, description: &str) -> String {
        match (self, description.trim().trim_end_matches('.')) {
            (Self::No, _) => description.to_owned(),
            (Self::Ranged, "") => "Bytes as base64, with their media type".to_owned(),
            (Self::Ranged, text) => format!("{text}. As base64, with its media type"),
            (_, "") => "Bytes as base64".to_owned(),
            (_, text) => format!("{text}. As base64"),
        }
    }

    /// Whether a constant says all that has to be known to send it.
    pub fn is_told(self, value: &Value) -> bool {
        let told = |media_type: &str| media_type.contains('/');
        match (self, value) {
            (Self::Ranged, Value::String(text)) => {
                let address = text.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
                address.is_some_and(|(media_type, _)| told(media_type))
            }
            (Self::Ranged, _) => value.get("media_type").and_then(Value::as_str).is_some_and(told),
            _ => true,
        }
    }

    /// How an argument that is bytes is listed, checked and converted; `None` for one that is not.
    pub fn typed(self) -> Option<Typed> {
        let one = Types::STRING.with(Types::OBJECT);
        let (listed, types) = match self {
            Self::No => return None,
            Self::Whole => (json!({"type": "string"}), one),
            Self::Ranged => (told(), one),
            Self::File => (file(), one),
            Self::Files(..) => (json!({"type": "array", "items": file()}), Types::ARRAY),
            Self::FileOrFiles(_) => (json!({"type": "array", "items": file()}), one.with(Types::ARRAY)),
        };
        let (items, count) = match self {
            Self::Files(least, most) => (one, (least, most)),
            Self::FileOrFiles(most) => (one, (0, most)),
            _ => (Types::ANY, (0, u32::MAX)),
        };
        let takes = match self {
            Self::Ranged => "data (base64 text, required), media_type (text, required)",
            _ => "data (base64 text, required), filename (text), media_type (text)",
        };
        let check = CheckPlan { items, count, takes: takes.to_owned(), ..checks::of_types(types) };
        let listed = listed.as_object().cloned().unwrap_or_else(Map::new);
        Some(Typed::new(listed, check, Conversion::Bytes))
    }
}

fn told() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "properties": {"data": text, "media_type": text},
        "required": ["data", "media_type"],
    })
}

fn file() -> Value {
    let text = json!({"type": "string"});
    json!({
        "type": "object",
        "properties": {"data": text, "filename": text, "media_type": text},
        "required": ["data"],
    })
}

/// Bytes are a text of the format or the `contentEncoding` `binary` (RFC 2045, section 6.2), a text of a media type that is
/// no text (OpenAPI 3.1, section 4.8.24.4.1), and a value without any schema (OpenAPI 3.1.1, section 4.8.15.1.1).
fn is_bytes(shape: &Shape, content_type: &str) -> bool {
    let untyped = shape.solid() == Types::ANY.without(Types::NULL)
        && shape.values.is_none()
        && shape.properties.is_empty()
        && shape.alternatives.is_empty();
    if untyped {
        return content_type.is_empty() || is_binary(content_type);
    }
    let plain = shape.content_encoding.is_empty() && shape.format != "byte" && shape.values.is_none();
    let named = is_binary(content_type) || is_binary(&shape.content_media_type);
    shape.solid() == Types::STRING && (is_said_binary(shape) || (plain && named))
}

/// Whether a schema itself says that its text stands for bytes as they are.
pub fn is_said_binary(shape: &Shape) -> bool {
    shape.format == "binary" || shape.content_encoding.eq_ignore_ascii_case("binary")
}

/// Whether a schema is one of text, and says of nothing else that the text may stand for.
pub fn is_plain_text(shape: &Shape) -> bool {
    shape.solid() == Types::STRING
        && !is_said_binary(shape)
        && shape.format != "byte"
        && shape.content_encoding.is_empty()
        && shape.content_media_type.is_empty()
}

/// Whether a schema is one of any text, or of a list of such.
fn is_text_or_texts(schemas: &Schemas, shape: &Shape) -> Result<bool, Fault> {
    let is_any_text = |shape: &Shape| is_plain_text(shape) && shape.values.is_none();
    let items = shape.items.as_ref().filter(|_| shape.solid() == Types::ARRAY);
    let items = items.map(|items| Shape::of(schemas, items)).transpose()?;
    Ok(is_any_text(items.as_ref().unwrap_or(shape)))
}

/// Whether one of these media types is neither JSON nor text nor a form.
pub fn is_binary(media_types: &str) -> bool {
    let mut names =
        media_types.split(',').map(str::trim).filter(|name| !name.is_empty() && !name.starts_with('*'));
    names.any(|name| media::kind(name) == MediaKind::Bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_from_text() {
        let text = || Shape { types: Types::STRING, ..Shape::anything() };
        let format = |format: &str| Shape { format: format.to_owned(), ..text() };
        let media = |kind: &str, encoding: &str| Shape {
            content_media_type: kind.to_owned(),
            content_encoding: encoding.to_owned(),
            ..text()
        };
        for (shape, content_type, expected) in [
            (format("binary"), "", true),
            (format("binary"), "text/csv", true),
            (format("byte"), "image/png", false),
            (format(""), "", false),
            (format(""), "image/png, image/jpeg", true),
            (format(""), "text/csv", false),
            (media("application/octet-stream", ""), "", true),
            (media("image/png", "base64"), "", false),
            (media("", "binary"), "", true),
            (media("text/csv", "BINARY"), "", true),
            (media("text/html", ""), "", false),
            (Shape::anything(), "", true),
            (Shape::anything(), "application/json", false),
            (Shape { types: Types::OBJECT, ..Shape::anything() }, "image/png", false),
        ] {
            assert_eq!(is_bytes(&shape, content_type), expected, "{} {content_type}", shape.format);
        }
    }

    #[test]
    fn bytes_of_a_range_say_their_media_type() {
        for (value, told) in [
            (json!("aGk="), false),
            (json!("data:;base64,aGk="), false),
            (json!("data:image/png;base64,aGk="), true),
            (json!({"data": "aGk="}), false),
            (json!({"data": "aGk=", "media_type": "image/png"}), true),
        ] {
            assert_eq!(Bytes::Ranged.is_told(&value), told, "{value}");
            assert!(Bytes::Whole.is_told(&value));
        }
    }

    #[test]
    fn the_listing_says_base64() {
        assert_eq!(Bytes::No.described("A file."), "A file.");
        assert_eq!(Bytes::File.described("A file."), "A file. As base64");
        assert_eq!(Bytes::Whole.described(""), "Bytes as base64");
        assert_eq!(Bytes::Ranged.described("An image."), "An image. As base64, with its media type");
    }
}
