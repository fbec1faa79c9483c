//! Picks the named fields of an answer. A path that leads nowhere gives `null`.

use fewtools_contract::{Field, Filter, Picked, Segment};
use serde_json::{Map, Value};

use crate::number;

/// The fields of a value.
pub(super) fn pick(fields: &[Field<'_>], from: &Value) -> Map<String, Value> {
    fields.iter().map(|field| (field.name.to_owned(), picked(&field.value, from))).collect()
}

/// The value at the end of a path.
pub(crate) fn at<'v>(path: &[Segment<'_>], from: &'v Value) -> Option<&'v Value> {
    path.iter().try_fold(from, |value, segment| match segment {
        Segment::Key(key) => value.get(key),
        Segment::Index(index) => value.get(index),
    })
}

fn picked(what: &Picked<'_>, from: &Value) -> Value {
    match what {
        Picked::At(way) => at(way.path, from).cloned().unwrap_or_default(),
        Picked::Object { at: way, pick: fields } => match at(way.path, from) {
            Some(object @ Value::Object(_)) => Value::Object(pick(fields, object)),
            _ => Value::Null,
        },
        Picked::Each { of, pick: fields } => match at(of.at.path, from) {
            Some(Value::Array(items)) => each(items, of.filter.as_ref(), fields),
            _ => Value::Null,
        },
        _ => Value::Null,
    }
}

fn each(items: &[Value], filter: Option<&Filter<'_>>, fields: &[Field<'_>]) -> Value {
    let wanted =
        filter.map(|filter| (filter.at, serde_json::from_str::<Value>(filter.equals).unwrap_or_default()));
    let stays = |item: &&Value| {
        wanted
            .as_ref()
            .is_none_or(|(path, equals)| at(path, item).is_some_and(|value| number::same(value, equals)))
    };
    items.iter().filter(stays).map(|item| row(fields, item)).collect()
}

/// The fields of an item; the whole item where none are named.
pub(super) fn row(fields: &[Field<'_>], item: &Value) -> Value {
    if fields.is_empty() { item.clone() } else { Value::Object(pick(fields, item)) }
}
