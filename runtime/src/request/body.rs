//! Turns the sources of a body into its bytes and its content type.

use fewtools_contract::{Body, BodyField, Content, FieldEncoding, MediaKind, Source, Spreading};
use serde_json::{Map, Value};

use super::encode::text;
use super::{Prepared, form, multipart, spread, unsendable};
use crate::arguments::bytes as binary;
use crate::number;
use crate::refusal::{Fault, reason};

/// A body as it is sent.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) content_type: String,
}

/// What a call says of the body, for one that is put together with what is there: an object.
pub(super) fn change(prepared: &Prepared, inputs: &[Option<Value>]) -> Result<Value, Fault> {
    match prepared.call.body.map(|body| body.content) {
        Some(Content::Whole(source)) => {
            Ok(prepared.content(source, inputs).cloned().unwrap_or_else(|| Value::Object(Map::new())))
        }
        Some(Content::Fields { fields, more }) => {
            Members { prepared, inputs, fields }.collect(more).map(Value::Object)
        }
        None => Ok(Value::Object(Map::new())),
    }
}

/// The body, or the one that is put together already; `None` where there is none to send.
pub(super) fn write(
    prepared: &Prepared,
    inputs: &[Option<Value>],
    whole: Option<&Value>,
) -> Result<Option<Written>, Fault> {
    let Some(body) = &prepared.call.body else { return Ok(None) };
    if let Some(whole) = whole {
        return Writer { prepared, body, fields: &[], whole: "" }.write(whole).map(Some);
    }
    match body.content {
        Content::Whole(source) => match prepared.content(source, inputs) {
            Some(value) => Writer { prepared, body, fields: &[], whole: prepared.source_name(source) }
                .write(value)
                .map(Some),
            None if body.required => {
                Err(Fault::new(reason::MISSING, "", "the body of the request is missing.".into()))
            }
            None => Ok(None),
        },
        Content::Fields { fields, more } => {
            let members = Members { prepared, inputs, fields }.collect(more)?;
            if members.is_empty() && !body.required {
                return Ok(None);
            }
            Writer { prepared, body, fields, whole: "" }.write(&Value::Object(members)).map(Some)
        }
    }
}

struct Writer<'r> {
    prepared: &'r Prepared,
    body: &'r Body<'r>,
    fields: &'r [BodyField<'r>],
    /// The argument that is the whole body; empty where it is put together.
    whole: &'r str,
}

impl<'r> Writer<'r> {
    fn write(&self, value: &Value) -> Result<Written, Fault> {
        let bytes = match (self.body.kind, value) {
            (MediaKind::Json, value) => number::to_json(value).into_bytes(),
            (MediaKind::Form, Value::Object(members)) => form::body(members, self.fields).into_bytes(),
            (MediaKind::Multipart, Value::Object(members)) => return self.multipart(members),
            (MediaKind::Form | MediaKind::Multipart, _) => {
                return Err(unsendable(self.whole, "must be an object to be sent as a form"));
            }
            (MediaKind::Text, value) => self.text(&text(value))?,
            (MediaKind::Bytes, value) => return self.binary(value),
        };
        Ok(Written { bytes, content_type: self.body.media_type.to_owned() })
    }

    fn multipart(&self, members: &Map<String, Value>) -> Result<Written, Fault> {
        let argument = |field: Option<&BodyField<'_>>| {
            field.map_or(self.whole, |field| self.prepared.source_name(field.source))
        };
        let multipart::Multipart { bytes, boundary } = multipart::body(members, self.fields, argument)?;
        let essence = self.body.media_type.split(';').next().unwrap_or_default().trim();
        Ok(Written { bytes, content_type: format!("{essence}; boundary={boundary}") })
    }

    /// Text in the character set that the media type names, UTF-8 where it names none.
    fn text(&self, text: &str) -> Result<Vec<u8>, Fault> {
        let mut parameters = self.body.media_type.split(';').skip(1).filter_map(|one| one.split_once('='));
        let charset = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
        let charset = charset
            .map_or_else(String::new, |(_, value)| value.trim().trim_matches('"').to_ascii_lowercase());
        let within =
            |most: u32| text.chars().map(|c| u8::try_from(c).ok().filter(|_| u32::from(c) < most)).collect();
        let bytes: Option<Vec<u8>> = match charset.as_str() {
            "" | "utf-8" | "utf8" => Some(text.as_bytes().to_vec()),
            "us-ascii" | "ascii" => within(0x80),
            "iso-8859-1" | "latin1" => within(0x100),
            _ => None,
        };
        bytes.ok_or_else(|| {
            unsendable(self.whole, &format!("cannot be written in the character set {charset}"))
        })
    }

    /// Bytes as they are. Where the document names a range of media types, the argument says which one it is.
    fn binary(&self, value: &Value) -> Result<Written, Fault> {
        let bytes = binary::read(value).map_err(|why| unsendable(self.whole, &why))?;
        let declared = self.body.media_type;
        let content_type = match bytes.media_type {
            _ if !declared.contains('*') && !declared.is_empty() => declared.to_owned(),
            Some(given) if multipart::is_accepted(&given, declared) => given.into_owned(),
            Some(given) => {
                let why = format!("must be of a media type of {declared}, not {given}");
                return Err(unsendable(self.whole, &why));
            }
            None if declared.is_empty() => "application/octet-stream".to_owned(),
            None => {
                let why = format!(
                    "must say which media type of {declared} it is: {{data, media_type}} with base64 text as data"
                );
                return Err(unsendable(self.whole, &why));
            }
        };
        Ok(Written { bytes: bytes.data, content_type })
    }
}

struct Members<'r> {
    prepared: &'r Prepared,
    inputs: &'r [Option<Value>],
    fields: &'r [BodyField<'r>],
}

impl Members<'_> {
    fn collect(&self, more: Option<Source<'_>>) -> Result<Map<String, Value>, Fault> {
        let mut members = Map::new();
        for (index, field) in self.fields.iter().enumerate() {
            if let Some(value) = self.prepared.field(index, self.inputs) {
                let argument = self.prepared.source_name(field.source);
                self.judge(argument, index, field, value)?;
                place(&mut members, field.at, value).ok_or_else(|| {
                    unsendable(argument, "and another argument stand at the same place of the body")
                })?;
            }
        }
        let Some((source, value)) =
            more.and_then(|source| Some((source, self.prepared.content(source, self.inputs)?)))
        else {
            return Ok(members);
        };
        let argument = self.prepared.source_name(source);
        let further = value.as_object().ok_or_else(|| unsendable(argument, "must be an object"))?;
        for (key, member) in further {
            if self.fields.iter().any(|field| field.at.first() == Some(&key.as_str())) {
                let why =
                    format!("cannot set {}, which has its own place", crate::arguments::nearest::shown(key));
                return Err(unsendable(argument, &why));
            }
            members.insert(key.clone(), member.clone());
        }
        if let Some(reserved) = self.prepared.reserved(Spreading::More) {
            reserved.judge(argument, value)?;
        }
        Ok(members)
    }

    /// Judges the keys of a field that becomes several fields of a form.
    fn judge(&self, argument: &str, index: usize, field: &BodyField<'_>, value: &Value) -> Result<(), Fault> {
        let pairs = self.prepared.call.body.is_some_and(|body| body.kind != MediaKind::Json);
        let (FieldEncoding::As(encoding), Source::Input(_), true) = (field.encoding, field.source, pairs)
        else {
            return Ok(());
        };
        let name = field.at.first().copied().unwrap_or_default();
        spread::judge(self.prepared.reserved(Spreading::Field(index)), argument, name, encoding, value)
    }
}

/// Puts a value where the keys lead; `None` where something else stands in the way.
fn place(members: &mut Map<String, Value>, at: &[&str], value: &Value) -> Option<()> {
    match at {
        [] => None,
        [key] => members.insert((*key).to_owned(), value.clone()).is_none().then_some(()),
        [key, rest @ ..] => {
            let inner = members.entry(*key).or_insert_with(|| Value::Object(Map::new()));
            place(inner.as_object_mut()?, rest, value)
        }
    }
}
