//! Turns the sources of a body into its bytes.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use fewtools_contract::{Body, BodyField, Content, MediaKind, Source};
use serde_json::{Map, Value};

use super::encode::text;
use super::{form, unsendable};
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};

/// The bytes of the body; `None` where there is none to send.
pub(super) fn bytes(route: &Route, inputs: &[Option<Value>]) -> Result<Option<Vec<u8>>, Fault> {
    let Some(body) = &route.variant.call.body else { return Ok(None) };
    match body.content {
        Content::Whole(source) => match route.content(source, inputs) {
            Some(value) => written(body, &[], value, route.source_name(source)).map(Some),
            None if body.required => {
                Err(Fault::new(reason::MISSING, "", "the body of the request is missing.".into()))
            }
            None => Ok(None),
        },
        Content::Fields { fields, more } => {
            let members = Members { route, inputs, fields }.collect(more)?;
            if members.is_empty() && !body.required {
                return Ok(None);
            }
            written(body, fields, &Value::Object(members), "").map(Some)
        }
    }
}

fn written(
    body: &Body<'_>,
    fields: &[BodyField<'_>],
    value: &Value,
    argument: &str,
) -> Result<Vec<u8>, Fault> {
    match (body.kind, value) {
        (MediaKind::Json, value) => Ok(value.to_string().into_bytes()),
        (MediaKind::Form, Value::Object(members)) => Ok(form::body(members, fields).into_bytes()),
        (MediaKind::Form, _) => Err(unsendable(argument, "must be an object to be sent as a form")),
        (MediaKind::Text, value) => Ok(text(value).into_owned().into_bytes()),
        (MediaKind::Bytes, value) => {
            value.as_str().and_then(|text| BASE64.decode(text).ok()).ok_or_else(|| {
                Fault::new(reason::FORMAT, argument, format!("{argument} must be bytes as base64 text."))
            })
        }
        (MediaKind::Multipart, _) => {
            Err(unsendable(argument, "cannot be sent: multipart bodies are not built yet"))
        }
    }
}

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

struct Members<'r> {
    route: &'r Route,
    inputs: &'r [Option<Value>],
    fields: &'r [BodyField<'r>],
}

impl Members<'_> {
    fn collect(&self, more: Option<Source<'_>>) -> Result<Map<String, Value>, Fault> {
        let mut members = Map::new();
        for (index, field) in self.fields.iter().enumerate() {
            if let Some(value) = self.route.field(index, self.inputs) {
                let argument = self.route.source_name(field.source);
                place(&mut members, field.at, value).ok_or_else(|| {
                    unsendable(argument, "and another argument stand at the same place of the body")
                })?;
            }
        }
        let Some((source, value)) =
            more.and_then(|source| Some((source, self.route.content(source, self.inputs)?)))
        else {
            return Ok(members);
        };
        let argument = self.route.source_name(source);
        let further = value.as_object().ok_or_else(|| unsendable(argument, "must be an object"))?;
        for (key, value) in further {
            if self.fields.iter().any(|field| field.at.first() == Some(&key.as_str())) {
                let why =
                    format!("cannot set {}, which has its own place", crate::arguments::nearest::shown(key));
                return Err(unsendable(argument, &why));
            }
            members.insert(key.clone(), value.clone());
        }
        Ok(members)
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
