//! The values of a call → whether the body that they make is one, where each by itself does not tell.

use fewtools_contract::{Content, Source};
use serde_json::Value;

use super::schema::Named;
use super::text;
use crate::dispatch::Route;
use crate::refusal::Fault;
use crate::request;

/// Judges the body that the inputs make by its whole schema.
///
/// # Errors
/// The first faults, each named after the argument that its field comes from.
pub(super) fn judge(route: &Route, inputs: &[Option<Value>]) -> Result<(), Vec<Fault>> {
    let Some((schema, call)) = route.whole() else { return Ok(()) };
    let body = request::change(call, inputs).map_err(|fault| vec![fault])?;
    let required = call.call.body.is_some_and(|body| body.required);
    if !required && body.as_object().is_some_and(serde_json::Map::is_empty) {
        return Ok(());
    }
    schema.judge_parts(&|keys: &[String]| named(route, keys), &body).map_err(|faults| {
        let fields = fields(route);
        faults.into_iter().map(|fault| of_fields(route, &fields, fault)).collect()
    })
}

/// The arguments that are fields of the body.
fn fields(route: &Route) -> Vec<&'static str> {
    let body = route.variant.work.exchange().and_then(|exchange| exchange.call.body);
    let Some(Content::Fields { fields, .. }) = body.map(|body| body.content) else { return Vec::new() };
    let inputs = fields.iter().filter_map(|field| match field.source {
        Source::Input(index) => route.variant.inputs.get(index),
        Source::Fixed(_) => None,
    });
    inputs.map(|input| route.argument(input).name).collect()
}

/// A fault of no field in particular, told with the fields that there are.
fn of_fields(route: &Route, fields: &[&str], fault: Fault) -> Fault {
    let Some(first) = fields.first().filter(|_| fault.argument == route.subject()) else { return fault };
    let text = format!("{} Its body is made of {}.", fault.text, text::list(fields));
    Fault { text, argument: (*first).to_owned(), ..fault }
}

/// What a place of the body is called: the argument that it comes from, else the field of the API.
pub(crate) fn named(route: &Route, keys: &[String]) -> Named {
    let argument = |source: Source<'_>| match source {
        Source::Input(index) => route.variant.inputs.get(index).map(|input| route.argument(input).name),
        Source::Fixed(_) => None,
    };
    let body = route.variant.work.exchange().and_then(|exchange| exchange.call.body);
    let from_argument = match body.map(|body| body.content) {
        Some(Content::Whole(source)) => argument(source).map(|name| (name, 0)),
        Some(Content::Fields { fields, .. }) => {
            let leads =
                |at: &[&str]| at.len() <= keys.len() && at.iter().zip(keys).all(|(one, key)| one == key);
            let mut leading = fields.iter().filter(|field| leads(field.at));
            leading.find_map(|field| Some((argument(field.source)?, field.at.len())))
        }
        None => None,
    };
    match (from_argument, keys.first()) {
        (Some((name, skip)), _) => Named { name: name.to_owned(), skip, given: true },
        (None, Some(key)) => Named { name: key.clone(), skip: 1, given: false },
        (None, None) => Named { name: route.subject().into_owned(), skip: 0, given: false },
    }
}
