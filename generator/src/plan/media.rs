//! A media type → how a body of it becomes bytes.

use std::rc::Rc;

use fewtools_contract::media::{is_json_sequence, is_text};
use fewtools_contract::{MediaKind, Types};
use serde_json::{Value, json};

use super::bytes;
use super::shape::Shape;
use super::slots::parts;
use crate::lower::Schemas;
use crate::lower::api::Media;

/// What the name of a media type of `application` holds where its values are bytes.
const OF_BYTES: [&str; 33] = [
    "octet",
    "binary",
    "pdf",
    "zip",
    "tar",
    "rar",
    "7z",
    "compress",
    "archive",
    "msword",
    "ms-",
    "office",
    "opendocument",
    "proto",
    "msgpack",
    "cbor",
    "bson",
    "avro",
    "parquet",
    "arrow",
    "wasm",
    "sqlite",
    "pkcs",
    "x509",
    "font",
    "photoshop",
    "image",
    "audio",
    "video",
    "ogg",
    "epub",
    "shockwave",
    "java-",
];

/// How a body of this media type is written.
pub fn kind(media_type: &str) -> MediaKind {
    // Most are this one, and no other needs so little to be told.
    if media_type == "application/json" {
        return MediaKind::Json;
    }
    match essence(media_type).as_str() {
        "application/json" | "text/json" | "*/*" | "application/*" => MediaKind::Json,
        "application/x-www-form-urlencoded" => MediaKind::Form,
        "multipart/form-data" => MediaKind::Multipart,
        other if other.ends_with("+json") => MediaKind::Json,
        other if is_text(other) => MediaKind::Text,
        _ => MediaKind::Bytes,
    }
}

/// The media type whose schema an answer is read by: the first JSON one, else the first stream of JSON values.
pub fn of_answer(media: &[Media]) -> Option<&Media> {
    let is_list = |media: &&Media| media.is_stream() && is_json_sequence(&essence(&media.media_type));
    let json = media.iter().find(|media| kind(&media.media_type) == MediaKind::Json);
    json.or_else(|| media.iter().find(is_list))
}

fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// How a body of this media type and schema is written: `*/*` is JSON but where it has no schema, or one that says
/// `binary`, which both mean bytes (OpenAPI 3.0 and 3.1, Media Type Object). A form that is one text is that text, and so is
/// a text of a media type that is not known to hold bytes, where nothing says `binary` (OpenAPI 3.0.3, Data Types).
pub fn kind_of(media: &Media, shape: &Shape) -> MediaKind {
    let is_binary = || shape.solid() == Types::STRING && bytes::is_said_binary(shape);
    match kind(&media.media_type) {
        MediaKind::Json if is_range(&media.media_type) && (media.schema.is_none() || is_binary()) => {
            MediaKind::Bytes
        }
        MediaKind::Form if shape.solid() == Types::STRING => MediaKind::Text,
        MediaKind::Bytes if bytes::is_plain_text(shape) && !holds_bytes(&media.media_type) => MediaKind::Text,
        kind => kind,
    }
}

/// Whether a media type stands for several, of which a request has to say one.
pub fn is_range(media_type: &str) -> bool {
    media_type.contains('*')
}

/// The media type that is sent where a document offers several: the first JSON one, else the first form, multipart,
/// text or other one; one that cannot be sent, or whose values are no lists although it has no others, comes last.
pub fn preferred<'m>(schemas: &Schemas, media: &'m [Media]) -> Option<&'m Media> {
    let rank = |media: &Media| match kind(&media.media_type) {
        MediaKind::Json => 0,
        MediaKind::Form => 1,
        MediaKind::Multipart => 2,
        MediaKind::Text => 3,
        MediaKind::Bytes => 4,
    };
    media
        .iter()
        .min_by_key(|media| (unsendable(schemas, media).is_some(), is_no_patch(schemas, media), rank(media)))
}

/// Whether a JSON Patch, which is a list (RFC 6902, section 3), is described as an object: the schema of another media type
/// beside it.
fn is_no_patch(schemas: &Schemas, media: &Media) -> bool {
    let is_patch = essence(&media.media_type) == "application/json-patch+json";
    let place = media.schema.as_ref().filter(|_| is_patch);
    let shape = place.and_then(|place| Shape::of(schemas, &*schemas.at(place).ok()?).ok());
    shape.is_some_and(|shape| shape.solid() == Types::OBJECT)
}

/// Why a body of a media type is not sent.
pub struct Unsendable {
    /// What is in the way.
    pub why: String,
    /// What to write instead.
    pub instead: &'static str,
}

/// Why a body of this media type is not sent. A schema that cannot be read is a matter of its own.
pub fn unsendable(schemas: &Schemas, media: &Media) -> Option<Unsendable> {
    let name = &media.media_type;
    let no = |why: String| Some(Unsendable { why, instead: "another media type in the document" });
    let kind = kind(name);
    if !matches!(kind, MediaKind::Form | MediaKind::Multipart) {
        let other = name.trim_start().to_ascii_lowercase().starts_with("multipart/");
        return no(format!("a body of `{name}` is not sent, only one of `multipart/form-data`"))
            .filter(|_| other);
    }
    let declared = schemas.at(media.schema.as_ref()?).ok()?;
    let shape = Shape::of(schemas, &declared).ok()?;
    let fits = shape.solid().is_empty()
        || shape.types.meets(Types::OBJECT)
        || kind_of(media, &shape) == MediaKind::Text;
    if !fits {
        return no(format!("a body of `{name}` is made of fields, and its schema takes no object"));
    }
    let hides = kind == MediaKind::Multipart
        && parts::hides_files(schemas, media, &declared, &shape).unwrap_or_default();
    hides.then(|| Unsendable {
        why: format!("a file is one of several things that `{name}` may hold, and nothing tells which it is"),
        instead: "an overlay that gives the file a property of its own, or another media type in the document",
    })
}

/// The schema of a body that is sent as text: where the document shows the value that the text stands for (XML, CSV),
/// any text is accepted.
pub fn as_text(declared: Rc<Value>, shape: &Shape) -> Rc<Value> {
    let scalar = shape.solid().without(Types::OBJECT).without(Types::ARRAY) == shape.solid();
    if scalar { declared } else { Rc::new(json!({"type": "string"})) }
}

/// The schema of a body that is sent as a form, of which the document may say less: an object.
pub fn as_form(declared: Rc<Value>, shape: &Shape) -> Rc<Value> {
    let object = json!({"type": "object"});
    match &*declared {
        _ if shape.solid() == Types::OBJECT || !shape.solid().meets(Types::OBJECT) => declared,
        Value::Bool(_) => Rc::new(object),
        schema => Rc::new(json!({"allOf": [schema, object]})),
    }
}

/// The `contentType` that a media type names for a field; empty for none.
pub fn content_type<'m>(media: &'m Media, field: &str) -> &'m str {
    media.encoding.get(field).map_or("", |(_, content_type)| content_type.as_str())
}

/// The `Content-Type` that is sent for a media type of the document: a range becomes JSON or plain text. A range of
/// bytes stays one, as the argument says which of its types it is.
pub fn concrete(media_type: &str, kind: MediaKind) -> &str {
    match kind {
        MediaKind::Bytes => media_type,
        _ if !is_range(media_type) => media_type,
        MediaKind::Text => "text/plain",
        _ => "application/json",
    }
}

/// Whether a media type that is neither JSON nor text nor a form is known to hold bytes.
fn holds_bytes(media_type: &str) -> bool {
    let essence = essence(media_type);
    let Some((kind, name)) = essence.split_once('/') else { return true };
    kind != "application" || name.contains('*') || OF_BYTES.iter().any(|word| name.contains(word))
}
