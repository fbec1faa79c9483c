//! Makes the named fields of a result. A way that leads nowhere, or to something of another kind, gives `null`.

use fewtools_contract::{Field, Finding, Operand, Phrase, Picked, Segment, Way};
use serde_json::{Map, Value};

use super::sources::Sources;
use super::{condition, items, now, sum};
use crate::number;
use crate::visible::plain;

/// The longest text that a finding copies from a field, in characters.
const COPIED: usize = 200;

/// Where fields are read from, and what else they are made of.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    pub(super) here: &'s Value,
    pub(super) sources: &'s Sources<'s>,
}

impl<'s> Scope<'s> {
    /// What a way leads to.
    pub(super) fn at(self, way: &Way<'_>) -> Option<&'s Value> {
        self.sources.at(way, self.here)
    }

    /// The same, read from an item.
    pub(super) fn in_item(self, here: &'s Value) -> Self {
        Self { here, ..self }
    }
}

/// The value at the end of a path.
pub(crate) fn at<'v>(path: &[Segment<'_>], from: &'v Value) -> Option<&'v Value> {
    path.iter().try_fold(from, |value, segment| match segment {
        Segment::Key(key) => value.get(key),
        Segment::Index(index) => value.get(index),
    })
}

/// The fields of a result, of which some may be set whatever was read.
pub(super) fn result(fields: &[Field<'_>], scope: Scope<'_>) -> Map<String, Value> {
    let Sources { set, constants, .. } = scope.sources;
    made(fields, scope, |field| {
        set.iter().find(|(name, _)| *name == field.name).map(|(_, text)| constants.value(text).clone())
    })
}

/// The fields of an item; the whole item where none are named.
pub(super) fn row(fields: &[Field<'_>], scope: Scope<'_>) -> Value {
    if fields.is_empty() { scope.here.clone() } else { Value::Object(pick(fields, scope)) }
}

fn pick(fields: &[Field<'_>], scope: Scope<'_>) -> Map<String, Value> {
    made(fields, scope, |_| None)
}

/// Fields in their order. Findings are made last, because they may be of any other field.
fn made(
    fields: &[Field<'_>],
    scope: Scope<'_>,
    set: impl Fn(&Field<'_>) -> Option<Value>,
) -> Map<String, Value> {
    let value = |field: &Field<'_>| set(field).unwrap_or_else(|| picked(&field.value, scope));
    let mut values: Vec<Value> = fields.iter().map(value).collect();
    for (index, field) in fields.iter().enumerate() {
        if let Picked::Findings(findings) = field.value {
            let found = found(findings, (fields, &values), scope);
            if let Some(place) = values.get_mut(index) {
                *place = found;
            }
        }
    }
    fields.iter().map(|field| field.name.to_owned()).zip(values).collect()
}

/// A field by itself; findings are made elsewhere.
fn picked(what: &Picked<'_>, scope: Scope<'_>) -> Value {
    match what {
        Picked::At(way) => scope.at(way).cloned().unwrap_or_default(),
        Picked::Scalars { at, lists } => {
            scope.at(at).and_then(|value| scalars(value, *lists)).unwrap_or_default()
        }
        Picked::Digits(way) => scope.at(way).map_or(Value::Null, digits),
        Picked::Text { at, most } => scope.at(at).map_or(Value::Null, |text| cut(text, *most as usize)),
        Picked::Object { at, pick: fields } => object(at, fields, scope),
        Picked::Each { of, pick: fields } => items::chosen(of, scope).map_or(Value::Null, |items| {
            items.into_iter().map(|item| row(fields, scope.in_item(item))).collect()
        }),
        Picked::EachScalars { of, lists } => items::chosen(of, scope).map_or(Value::Null, |items| {
            items.into_iter().filter_map(|item| scalars(item, *lists)).collect()
        }),
        Picked::Count(of) => items::chosen(of, scope).map_or(Value::Null, |items| items.len().into()),
        Picked::Sum { of, at: path } => items::chosen(of, scope)
            .map_or(Value::Null, |items| sum::of(items.iter().filter_map(|item| at(path, item)))),
        Picked::Constant(text) => scope.sources.constants.value(text).clone(),
        Picked::Now => now::text(scope.sources.now).into(),
        Picked::Hook { hook, of } => {
            let given: Vec<Value> = of.iter().map(|way| scope.at(way).cloned().unwrap_or_default()).collect();
            scope.sources.functions.call(*hook, &given)
        }
        Picked::Findings(_) => Value::Null,
    }
}

/// The fields of the object at the end of a way; of the same place where the way is none.
fn object(way: &Way<'_>, fields: &[Field<'_>], scope: Scope<'_>) -> Value {
    if *way == Way::here(&[]) {
        return Value::Object(pick(fields, scope));
    }
    match scope.at(way) {
        Some(object @ Value::Object(_)) => Value::Object(pick(fields, scope.in_item(object))),
        _ => Value::Null,
    }
}

/// A value that holds no object, and lists only so deep; what is anything else is nothing, and left out of a list.
fn scalars(value: &Value, lists: u8) -> Option<Value> {
    match (value, lists.checked_sub(1)) {
        (Value::Object(_), _) | (Value::Array(_), None) => None,
        (Value::Array(items), Some(lists)) => {
            Some(items.iter().filter_map(|item| scalars(item, lists)).collect())
        }
        (scalar, _) => Some(scalar.clone()),
    }
}

/// A number as the text of its digits; a text as it is.
fn digits(value: &Value) -> Value {
    match number::written(value) {
        Some(digits) => digits.into_owned().into(),
        None if value.is_string() => value.clone(),
        None => Value::Null,
    }
}

/// A text of so many bytes at most, cut between two characters.
fn cut(value: &Value, most: usize) -> Value {
    let Some(text) = value.as_str().filter(|text| number::digits(text).is_none()) else {
        return Value::Null;
    };
    if text.len() <= most {
        return value.clone();
    }
    let end = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    format!("{}…", text.get(..end).unwrap_or_default()).into()
}

/// The sentences whose conditions hold. A number that leaves as the text of its digits is compared as the number.
fn found(findings: &[Finding<'_>], (fields, values): (&[Field<'_>], &[Value]), scope: Scope<'_>) -> Value {
    let field = |index: usize| values.get(index).unwrap_or(&Value::Null);
    let compared = |index: usize| match fields.get(index).map(|field| &field.value) {
        Some(Picked::Digits(way)) => scope.at(way).unwrap_or(&Value::Null),
        _ => field(index),
    };
    let value = |operand: &Operand<'_>| match operand {
        Operand::Field(index) => compared(*index),
        other => scope.sources.value(other, scope.here),
    };
    let holds = findings.iter().filter(|finding| condition::holds(&finding.when, &value));
    let said = holds.map(|finding| {
        let phrases = finding.say.iter().map(|phrase| match phrase {
            Phrase::Text(text) => (*text).to_owned(),
            Phrase::Field(index) => word(field(*index)),
        });
        Value::String(phrases.collect())
    });
    said.collect()
}

/// A value inside of a sentence: short, and nothing in it that hides.
fn word(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) if number::digits(text).is_none() => plain(text, COPIED),
        other => plain(&number::to_json(other), COPIED),
    }
}
