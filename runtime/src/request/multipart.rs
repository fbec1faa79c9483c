//! Writes `multipart/form-data` (RFC 7578). No value can end its part, add a header or add a part.

use std::hash::{DefaultHasher, Hasher};

use fewtools_contract::{BodyField, Encoding, FieldEncoding, Style};
use serde_json::{Map, Value};

use super::encode::text;
use super::style::{Shape, delimiter, is_json, numbered, repeated};
use super::unsendable;
use crate::arguments::bytes::{self, Bytes};
use crate::number;
use crate::refusal::Fault;

/// What a file is called that came without a name, as browsers do (WHATWG XHR, section 4.3).
const NAMELESS: &str = "blob";

/// A multipart body, and the boundary that its content type names.
pub(super) struct Multipart {
    pub(super) bytes: Vec<u8>,
    pub(super) boundary: String,
}

/// Writes the members of a body. `argument` names the argument that a field comes from.
pub(super) fn body<'r>(
    members: &Map<String, Value>,
    fields: &'r [BodyField<'r>],
    argument: impl Fn(Option<&'r BodyField<'r>>) -> &'r str,
) -> Result<Multipart, Fault> {
    let mut parts = Vec::new();
    for (name, value) in members {
        let field = fields.iter().find(|field| field.at == [name.as_str()]);
        let encoding = field.map_or(FieldEncoding::Usual, |field| field.encoding);
        parts_of(name, encoding, value, &mut parts).map_err(|why| unsendable(argument(field), &why))?;
    }
    let boundary = boundary(&parts);
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.content.len() + 200).sum());
    for part in &parts {
        part.write(&boundary, &mut bytes);
    }
    bytes.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok(Multipart { bytes, boundary })
}

struct Part {
    name: String,
    filename: Option<String>,
    content_type: Option<String>,
    content: Vec<u8>,
}

impl Part {
    fn text(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.to_owned(), filename: None, content_type: None, content: text.into().into_bytes() }
    }

    fn typed(name: &str, content_type: &str, text: impl Into<String>) -> Self {
        Self { content_type: Some(content_type.to_owned()), ..Self::text(name, text) }
    }

    fn write(&self, boundary: &str, body: &mut Vec<u8>) {
        let mut head =
            format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"", quoted(&self.name));
        if let Some(filename) = &self.filename {
            head.push_str(&format!("; filename=\"{}\"", quoted(filename)));
        }
        if let Some(content_type) = &self.content_type {
            head.push_str(&format!("\r\nContent-Type: {content_type}"));
        }
        head.push_str("\r\n\r\n");
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&self.content);
        body.extend_from_slice(b"\r\n");
    }
}

/// A name between quotes (WHATWG HTML, section 4.10.21.8); other control characters are escaped in the same way.
fn quoted(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '"' => quoted.push_str("%22"),
            c if c.is_ascii_control() => quoted.push_str(&format!("%{:02X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted
}

/// A boundary that stands in no part: made from the content, so that the same request has the same bytes, and made
/// again as long as it is found there.
fn boundary(parts: &[Part]) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write(&part.content);
        hasher.write(part.name.as_bytes());
    }
    loop {
        let boundary = format!("fewtools-{:016x}", hasher.finish());
        let found =
            |part: &Part| part.content.windows(boundary.len()).any(|window| window == boundary.as_bytes());
        if !parts.iter().any(found) {
            return boundary;
        }
        hasher.write(boundary.as_bytes());
    }
}

/// The parts of a field; none for an undefined value. An error is the rest of a sentence on its argument.
fn parts_of(
    name: &str,
    encoding: FieldEncoding<'_>,
    value: &Value,
    parts: &mut Vec<Part>,
) -> Result<(), String> {
    match encoding {
        FieldEncoding::As(Encoding::Styled { style, explode, .. }) => {
            styled(name, style, explode, value, parts);
            Ok(())
        }
        FieldEncoding::File(accepted) => each(value, |item| {
            parts.push(file(name, accepted, bytes::read(item)?)?);
            Ok(())
        }),
        FieldEncoding::As(Encoding::Content(content_type)) => each(value, |item| {
            parts.push(content(name, content_type, item)?);
            Ok(())
        }),
        FieldEncoding::Usual => each(value, |item| {
            parts.push(usual(name, item));
            Ok(())
        }),
    }
}

/// Each item of an array, or the value itself; `null` is undefined.
fn each(value: &Value, mut write: impl FnMut(&Value) -> Result<(), String>) -> Result<(), String> {
    match value {
        Value::Null => Ok(()),
        Value::Array(items) => items.iter().filter(|item| !item.is_null()).try_for_each(write),
        one => write(one),
    }
}

fn usual(name: &str, value: &Value) -> Part {
    match value {
        Value::Array(_) | Value::Object(_) => Part::typed(name, "application/json", number::to_json(value)),
        scalar => Part::text(name, text(scalar)),
    }
}

fn content(name: &str, content_type: &str, value: &Value) -> Result<Part, String> {
    let content_type = chosen(content_type).unwrap_or("text/plain");
    if is_json(content_type) {
        return Ok(Part::typed(name, content_type, number::to_json(value)));
    }
    if matches!(value, Value::Array(_) | Value::Object(_)) {
        return Err(format!("must be text: it is sent as {content_type}"));
    }
    Ok(Part::typed(name, content_type, text(value)))
}

fn file(name: &str, accepted: &str, bytes: Bytes<'_>) -> Result<Part, String> {
    let given = bytes.media_type.as_deref();
    if let Some(given) = given.filter(|given| !is_accepted(given, accepted)) {
        return Err(format!("must be a file of the type {accepted}, not {given}"));
    }
    let content_type = given.or_else(|| chosen(accepted)).unwrap_or("application/octet-stream");
    Ok(Part {
        name: name.to_owned(),
        filename: Some(bytes.filename.as_deref().unwrap_or(NAMELESS).to_owned()),
        content_type: Some(content_type.to_owned()),
        content: bytes.data,
    })
}

/// The first media type of a list that is no range.
fn chosen(list: &str) -> Option<&str> {
    list.split(',').map(str::trim).find(|name| !name.is_empty() && !name.contains('*'))
}

/// Whether a media type is one of a list, in which a range like `image/*` stands for many; an empty list takes all.
pub(super) fn is_accepted(media_type: &str, list: &str) -> bool {
    let essence = |name: &str| name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let given = essence(media_type);
    let fits = |name: &str| match name.split_once('/') {
        Some(("*", _)) => true,
        Some((kind, "*")) => given.split_once('/').is_some_and(|(of, _)| of == kind),
        _ => name == given,
    };
    list.trim().is_empty() || list.split(',').any(|name| fits(&essence(name)))
}

/// A field of a style: what would be pairs of a query are parts, and nothing is percent-encoded.
fn styled(name: &str, style: Style, explode: bool, value: &Value, parts: &mut Vec<Part>) {
    match (style, value) {
        (Style::DeepObject, Value::Object(members)) => members.iter().for_each(|(key, member)| {
            styled(&format!("{name}[{key}]"), style, explode, member, parts);
        }),
        (Style::DeepObject, Value::Array(items)) => numbered(items).for_each(|(step, item)| {
            styled(&format!("{name}[{step}]"), style, explode, item, parts);
        }),
        (_, Value::Object(members)) if explode => members.iter().for_each(|(key, member)| {
            parts.extend(repeated(member).into_iter().map(|text| Part::text(key, text)));
        }),
        _ => match (Shape::of(value), explode) {
            (None, _) => {}
            (Some(Shape::Many(items)), true) => {
                parts.extend(items.into_iter().map(|item| Part::text(name, item)));
            }
            (Some(shape), _) => parts.push(Part::text(name, shape.flat().join(delimiter(style).1))),
        },
    }
}
