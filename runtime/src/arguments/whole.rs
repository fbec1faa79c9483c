//! The values of a request → whether the body that they make is one, where each by itself does not tell.

use std::borrow::Cow;

use fewtools_contract::{BodyField, Content, FieldEncoding, Source};
use serde_json::Value;

use super::schema::{Named, Schema};
use super::text;
use crate::refusal::{Fault, reason};
use crate::request::{self, Prepared};

/// How many values are looked at for the one that needs what nothing gives.
const TRIED: usize = 50;

/// The body of a request and its whole schema.
pub(crate) struct Whole<'r> {
    /// What refusals call the request.
    pub(crate) subject: Cow<'r, str>,
    /// The schema.
    pub(crate) schema: &'r Schema,
    /// The request.
    pub(crate) call: &'r Prepared,
}

impl Whole<'_> {
    /// Judges the body that these values make by its whole schema.
    ///
    /// # Errors
    /// The first faults, each named after what its field comes from.
    pub(crate) fn judge(&self, values: &[Option<Value>]) -> Result<(), Vec<Fault>> {
        let body = self.body(values).map_err(|fault| vec![fault])?;
        let required = self.call.call.body.is_some_and(|body| body.required);
        if !required && body.as_object().is_some_and(serde_json::Map::is_empty) {
            return Ok(());
        }
        self.judge_body(&body).map_err(|faults| {
            let told = faults.into_iter().map(|fault| match fault.reason {
                reason::UNSENDABLE => self.needless(values, fault),
                _ => fault,
            });
            told.map(|fault| self.of_fields(fault)).collect()
        })
    }

    /// The body, in which a file is its text.
    fn body(&self, values: &[Option<Value>]) -> Result<Value, Fault> {
        let mut body = request::change(self.call, values)?;
        for field in fields(self.call).iter().filter(|field| is_file(field)) {
            if let Some(value) = field.at.first().and_then(|key| body.get_mut(*key)) {
                as_text(value);
            }
        }
        Ok(body)
    }

    fn judge_body(&self, body: &Value) -> Result<(), Vec<Fault>> {
        self.schema.judge_parts(&|keys: &[String]| named(&self.subject, self.call, keys), body)
    }

    /// A fault of what nothing gives, told with the one value without which nothing needs it.
    fn needless(&self, values: &[Option<Value>], fault: Fault) -> Fault {
        let is_told = |faults: Vec<Fault>| faults.iter().any(|other| other.text == fault.text);
        let mends = |index: &usize| {
            let without = values.iter().enumerate();
            let without: Vec<Option<Value>> =
                without.map(|(own, value)| value.clone().filter(|_| own != *index)).collect();
            let body = self.body(&without);
            body.is_ok_and(|body| !self.judge_body(&body).err().is_some_and(is_told))
        };
        let given = fields(self.call).iter().filter_map(|field| match field.source {
            Source::Input(index) => values.get(index)?.as_ref().map(|_| index),
            Source::Fixed(_) => None,
        });
        match given.take(TRIED).find(mends).and_then(|index| name(self.call, Source::Input(index))) {
            Some(name) => {
                let text = format!("{} This call cannot give it: {name} asks for it.", fault.text);
                Fault { text, argument: name.to_owned(), ..fault }
            }
            None => fault,
        }
    }

    /// A fault of no field in particular, told with the fields that there are.
    fn of_fields(&self, fault: Fault) -> Fault {
        let names: Vec<&str> =
            fields(self.call).iter().filter_map(|field| name(self.call, field.source)).collect();
        let Some(first) = names.first().filter(|_| fault.argument == self.subject) else { return fault };
        let text = format!("{} Its body is made of {}.", fault.text, text::list(&names));
        Fault { text, argument: (*first).to_owned(), ..fault }
    }
}

/// A file as the text that its bytes are.
fn as_text(value: &mut Value) {
    if let Value::Array(items) = value {
        items.iter_mut().for_each(as_text);
    } else if let Some(text) = value.get_mut("data").map(Value::take) {
        *value = text;
    }
}

fn is_file(field: &BodyField<'_>) -> bool {
    matches!(field.encoding, FieldEncoding::File(_))
}

/// The fields that the body of a request is made of.
fn fields(call: &Prepared) -> &'static [BodyField<'static>] {
    match call.call.body.map(|body| body.content) {
        Some(Content::Fields { fields, .. }) => fields,
        _ => &[],
    }
}

/// What a value comes from that is no constant.
fn name(call: &Prepared, source: Source<'_>) -> Option<&'static str> {
    Some(call.source_name(source)).filter(|name| !name.is_empty())
}

/// What a place of the body of a request is called: what its value comes from, else the field of the API, else the subject.
pub(crate) fn named(subject: &str, call: &Prepared, keys: &[String]) -> Named {
    let (whole, more) = match call.call.body.map(|body| body.content) {
        Some(Content::Whole(source)) => (name(call, source), None),
        Some(Content::Fields { more, .. }) => (None, more),
        None => (None, None),
    };
    let fields = fields(call);
    let along = |at: &[&str]| at.iter().zip(keys).all(|(one, key)| one == key);
    let leading = || fields.iter().filter(|field| field.at.len() <= keys.len() && along(field.at));
    let file = leading().any(is_file);
    let from_field = || leading().find_map(|field| Some((name(call, field.source)?, field.at.len())));
    if let Some((name, skip)) = whole.map(|name| (name, 0)).or_else(from_field) {
        return Named { file, ..Named::argument(name, skip) };
    }
    let Some(key) = keys.first() else { return Named::field(subject, 0) };
    let below = fields.iter().filter(|field| field.at.len() > keys.len() && along(field.at));
    let parts: Vec<&'static str> = below.filter_map(|field| name(call, field.source)).collect();
    let closed = parts.is_empty() && more.is_none();
    Named { parts, closed, file, ..Named::field(key, 1) }
}
