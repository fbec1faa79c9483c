//! Turns an answer into the result: nothing but the fields the catalogue names, and no more than a model can take.

mod attachment;
mod cap;
mod condition;
mod constants;
mod fields;
mod frame;
mod items;
mod now;
pub(crate) mod parts;
mod rows;
mod sources;
mod sum;

#[cfg(test)]
mod tests;

use fewtools_contract::Answer;
use serde_json::{Map, Value};

use self::cap::Cap;
pub(crate) use self::constants::Constants;
use self::fields::Scope;
pub(crate) use self::fields::at;
pub(crate) use self::frame::Frame;
pub(crate) use self::sources::{Seen, Sources};
use crate::Reply;
use crate::answer::{Answered, Content, Next};
use crate::arguments::Page;
use crate::dispatch::Route;

/// The result of a successful call.
pub(crate) fn reply(
    route: &Route,
    answered: Answered,
    page: Page,
    tokens: u32,
    frame: &Frame,
    sources: &Sources<'_>,
) -> Reply {
    let Answered { content, status, next } = answered;
    let has_next = next != Next::Unsaid;
    let cap = Cap::new(route, tokens, next, frame);
    match (content, route.variant.answer) {
        (Content::Empty, _) => frame.plain(empty(status, frame)),
        (Content::Json(value), Answer::Whole) => whole(value, &cap),
        (Content::Json(value), Answer::Object(pick)) => {
            cap.object(fields::result(pick, Scope { here: &value, sources }))
        }
        (Content::Json(value), Answer::Rows(spec)) => {
            rows::reply(&spec, Scope { here: &value, sources }, page, has_next, &cap)
        }
        (Content::Text(text), Answer::Whole) => cap.text(text),
        (Content::Bytes { media_type, data }, Answer::Whole) => {
            attachment::reply(&media_type, &data, status, &cap)
        }
        (Content::Json(_) | Content::Text(_) | Content::Bytes { .. }, _) => unexpected(status),
    }
}

/// The fields that leave of an answer; null where rows or no fields are named.
pub(crate) fn picked(route: &Route, answered: &Answered, sources: &Sources<'_>) -> Value {
    match (&answered.content, route.variant.answer) {
        (Content::Json(value), Answer::Object(pick)) => {
            Value::Object(fields::result(pick, Scope { here: value, sources }))
        }
        (Content::Json(value), Answer::Whole) => value.clone(),
        _ => Value::Null,
    }
}

/// The result of a dry run that nobody was asked for.
pub(crate) fn shown(route: &Route, request: Map<String, Value>, tokens: u32, frame: &Frame) -> Reply {
    let cap = Cap::new(route, tokens, Next::Unsaid, frame);
    cap.object(Map::from_iter([("wouldSend".to_owned(), Value::Object(request))]))
}

fn empty(status: u16, frame: &Frame) -> String {
    if frame.is_empty() {
        return format!("Done. The API answered {status} with an empty body.");
    }
    format!("Nothing was changed. The API answered {status} with an empty body.")
}

/// The whole answer as an object: an array under `items`, a scalar under `value`.
fn whole(value: Value, cap: &Cap<'_>) -> Reply {
    match value {
        Value::Object(members) => cap.object(members),
        Value::Array(items) => cap.items(items),
        scalar => cap.object(Map::from_iter([("value".to_owned(), scalar)])),
    }
}

/// An answer without the structure that the result is taken from.
fn unexpected(status: u16) -> Reply {
    let data = Map::from_iter([
        ("reason".to_owned(), "answer-unreadable".into()),
        ("status".to_owned(), status.into()),
    ]);
    Reply::failed(
        format!("The API accepted the call ({status}), but its answer is not the JSON that was expected."),
        data,
    )
}
