//! Turns an answer into the result: nothing but the fields the catalogue names, and no more than a model can take.

mod attachment;
mod cap;
mod condition;
mod constants;
mod fields;
mod frame;
mod items;
mod now;
mod onward;
pub(crate) mod parts;
mod rows;
mod sources;
mod sum;

#[cfg(test)]
mod tests;

use fewtools_contract::gate::WOULD_SEND;
use fewtools_contract::{Answer, Field, Rows};
use serde_json::{Map, Value};

use self::cap::Cap;
pub(crate) use self::constants::Constants;
use self::fields::Scope;
pub(crate) use self::fields::at;
pub(crate) use self::frame::Frame;
use self::onward::Onward;
pub(crate) use self::sources::{Seen, Sources};
use crate::Reply;
use crate::answer::{Answered, Content};
use crate::dispatch::Route;
use crate::pages::Gathered;

/// The result of a successful call.
pub(crate) fn reply(
    route: &Route,
    answered: Answered,
    tokens: u32,
    frame: &Frame,
    sources: &Sources<'_>,
) -> Reply {
    let Answered { content, status, next, location, .. } = answered;
    let cap = Cap::new(route, tokens, Onward::of_answer(route, &next), frame);
    match (content, route.answer(sources.inputs)) {
        (Content::Empty, Answer::Whole) if !location.is_empty() => {
            frame.plain(format!("{} See {location}", empty(status, frame)))
        }
        (Content::Empty, _) => frame.plain(empty(status, frame)),
        (Content::Settled(said), _) if frame.is_empty() => frame.plain(said),
        (Content::Settled(said), _) => frame.plain(format!("Nothing was changed. {said}")),
        (Content::Json(value), Answer::Whole) => whole(frame.distinct(route, value), &cap),
        (Content::Json(value), Answer::Object(pick)) => {
            cap.object(fields::result(pick, Scope { here: &value, sources }))
        }
        (Content::Text(text), Answer::Whole) => cap.text(text),
        (Content::Bytes { media_type, data }, Answer::Whole) => {
            attachment::reply(&media_type, &data, status, &cap)
        }
        (Content::Json(_) | Content::Rows(_) | Content::Text(_) | Content::Bytes { .. }, _) => {
            unexpected(status)
        }
    }
}

/// The result of a successful call with these inputs whose answer is a list.
pub(crate) fn rows(
    route: &Route,
    inputs: &[Option<Value>],
    (spec, gathered): (&Rows<'_>, Gathered<'_>),
    tokens: u32,
    frame: &Frame,
) -> Reply {
    rows::reply(spec, gathered, (route, inputs), &Cap::new(route, tokens, Onward::Unsaid, frame))
}

/// What leaves of a row.
pub(crate) fn row(fields: &[Field<'_>], row: &Value, sources: &Sources<'_>) -> Value {
    fields::row(fields, Scope { here: row, sources })
}

/// The most characters of a result of so many tokens; 0 for any number.
pub(crate) fn characters(tokens: u32) -> usize {
    if tokens == 0 { usize::MAX } else { tokens as usize * 4 + 3 }
}

/// The fields that leave of an answer; null where rows or no fields are named.
pub(crate) fn picked(route: &Route, answered: &Answered, sources: &Sources<'_>) -> Value {
    match (&answered.content, route.answer(sources.inputs)) {
        (Content::Json(value), Answer::Object(pick)) => {
            Value::Object(fields::result(pick, Scope { here: value, sources }))
        }
        (Content::Json(value), Answer::Whole) => value.clone(),
        _ => Value::Null,
    }
}

/// The result of a dry run that nobody was asked for.
pub(crate) fn shown(route: &Route, request: Map<String, Value>, tokens: u32, frame: &Frame) -> Reply {
    let cap = Cap::new(route, tokens, Onward::Unsaid, frame);
    cap.object(Map::from_iter([(WOULD_SEND.to_owned(), Value::Object(request))]))
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
