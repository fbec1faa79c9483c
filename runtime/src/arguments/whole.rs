//! The values of a call → whether the body that they make is one, where each by itself does not tell.

use fewtools_contract::{Body, BodyField, Content, FieldEncoding, Source};
use serde_json::Value;

use super::schema::{Named, Schema};
use super::text;
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};
use crate::request::{self, Prepared};

/// How many arguments are looked at for the one that needs what no argument gives.
const TRIED: usize = 50;

/// Judges the body that the inputs make by its whole schema.
///
/// # Errors
/// The first faults, each named after the argument that its field comes from.
pub(super) fn judge(route: &Route, inputs: &[Option<Value>]) -> Result<(), Vec<Fault>> {
    let Some((schema, call)) = route.whole() else { return Ok(()) };
    let judge = Judge { route, schema, call, fields: fields(route) };
    let body = judge.body(inputs).map_err(|fault| vec![fault])?;
    let required = call.call.body.is_some_and(|body| body.required);
    if !required && body.as_object().is_some_and(serde_json::Map::is_empty) {
        return Ok(());
    }
    judge.body_fits(&body).map_err(|faults| {
        let told = faults.into_iter().map(|fault| match fault.reason {
            reason::UNSENDABLE => judge.needless(inputs, fault),
            _ => fault,
        });
        told.map(|fault| judge.of_fields(fault)).collect()
    })
}

struct Judge<'r> {
    route: &'r Route,
    schema: &'r Schema,
    call: &'r Prepared,
    fields: &'static [BodyField<'static>],
}

impl Judge<'_> {
    /// The body, in which a file is its text.
    fn body(&self, inputs: &[Option<Value>]) -> Result<Value, Fault> {
        let mut body = request::change(self.call, inputs)?;
        for field in self.fields.iter().filter(|field| is_file(field)) {
            if let Some(value) = field.at.first().and_then(|key| body.get_mut(*key)) {
                as_text(value);
            }
        }
        Ok(body)
    }

    fn body_fits(&self, body: &Value) -> Result<(), Vec<Fault>> {
        self.schema.judge_parts(&|keys: &[String]| named(self.route, keys), body)
    }

    /// A fault of what no argument gives, told with the one argument without which nothing needs it.
    fn needless(&self, inputs: &[Option<Value>], fault: Fault) -> Fault {
        let is_told = |faults: Vec<Fault>| faults.iter().any(|other| other.text == fault.text);
        let mends = |index: &usize| {
            let without = inputs.iter().enumerate();
            let without: Vec<Option<Value>> =
                without.map(|(own, value)| value.clone().filter(|_| own != *index)).collect();
            let body = self.body(&without);
            body.is_ok_and(|body| !self.body_fits(&body).err().is_some_and(is_told))
        };
        let given = self.fields.iter().filter_map(|field| match field.source {
            Source::Input(index) => inputs.get(index)?.as_ref().map(|_| index),
            Source::Fixed(_) => None,
        });
        let input = given.take(TRIED).find(mends).and_then(|index| self.route.variant.inputs.get(index));
        match input.map(|input| self.route.argument(input).name) {
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
            self.fields.iter().filter_map(|field| argument(self.route, field.source)).collect();
        let Some(first) = names.first().filter(|_| fault.argument == self.route.subject()) else {
            return fault;
        };
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

/// The body of the one request of a variant.
fn body(route: &Route) -> Option<Body<'static>> {
    route.variant.work.exchange()?.call.body
}

/// The fields that the body is made of.
fn fields(route: &Route) -> &'static [BodyField<'static>] {
    match body(route).map(|body| body.content) {
        Some(Content::Fields { fields, .. }) => fields,
        _ => &[],
    }
}

/// The argument that a value comes from.
fn argument(route: &Route, source: Source<'_>) -> Option<&'static str> {
    match source {
        Source::Input(index) => route.variant.inputs.get(index).map(|input| route.argument(input).name),
        Source::Fixed(_) => None,
    }
}

/// What a place of the body is called: the argument that it comes from, else the field of the API.
pub(crate) fn named(route: &Route, keys: &[String]) -> Named {
    let (whole, more) = match body(route).map(|body| body.content) {
        Some(Content::Whole(source)) => (argument(route, source), None),
        Some(Content::Fields { more, .. }) => (None, more),
        None => (None, None),
    };
    let fields = fields(route);
    let along = |at: &[&str]| at.iter().zip(keys).all(|(one, key)| one == key);
    let leading = || fields.iter().filter(|field| field.at.len() <= keys.len() && along(field.at));
    let file = leading().any(is_file);
    let from_field = || leading().find_map(|field| Some((argument(route, field.source)?, field.at.len())));
    if let Some((name, skip)) = whole.map(|name| (name, 0)).or_else(from_field) {
        return Named { file, ..Named::argument(name, skip) };
    }
    let Some(key) = keys.first() else { return Named::field(&route.subject(), 0) };
    let below = fields.iter().filter(|field| field.at.len() > keys.len() && along(field.at));
    let parts: Vec<&'static str> = below.filter_map(|field| argument(route, field.source)).collect();
    let closed = parts.is_empty() && more.is_none();
    Named { parts, closed, file, ..Named::field(key, 1) }
}
