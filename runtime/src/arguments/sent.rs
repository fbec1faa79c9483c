//! Turns a value that is no argument into what is sent, or refuses it: what an earlier answer gives for a slot, or what turns a page.

use std::borrow::Cow;

use fewtools_contract::{Check, Types};
use serde_json::Value;

use super::schema::Schema;
use super::value::{flat, normal, types_of, wrong_value};
use crate::number;
use crate::refusal::{Fault, reason};

/// Judges what goes to the slot of this name. In a parameter everything is text: a number may stand for its digits there,
/// and a text for the number that it spells. What is sent is written like an argument, whole numbers without a fraction.
///
/// # Errors
/// The first fault; it does not repeat the value.
pub(crate) fn judge(
    slot: &str,
    check: &Check<'_>,
    schema: Option<&Schema>,
    value: &Value,
) -> Result<Value, Fault> {
    let in_body = slot.starts_with("body");
    let meant = if in_body { Cow::Borrowed(value) } else { meant(check, value) };
    let meant = normal(check, meant.into_owned());
    flat(slot, check, &meant).map_err(|fault| match fault.reason {
        reason::VALUE => wrong_value(slot, check, None),
        _ => fault,
    })?;
    let judged = schema.map_or(Ok(()), |schema| schema.judge(slot, &meant));
    judged.map(|()| normal(check, value.clone())).map_err(|faults| {
        let unfit = || Fault::new(reason::VALUE, slot, format!("{slot} does not fit."));
        faults.into_iter().next().unwrap_or_else(unfit)
    })
}

/// What a parameter is sent, as the slot takes it.
fn meant<'v>(check: &Check<'_>, value: &'v Value) -> Cow<'v, Value> {
    match value {
        Value::Array(items) if check.types.meets(Types::ARRAY) => {
            Cow::Owned(items.iter().map(|item| scalar(check.items, item).into_owned()).collect())
        }
        value => scalar(check.types, value),
    }
}

fn scalar(types: Types, value: &Value) -> Cow<'_, Value> {
    let is_text = value.is_string() && number::written(value).is_none();
    match value {
        Value::Array(_) | Value::Object(_) | Value::Null => Cow::Borrowed(value),
        _ if types_of(value).meets(types) => Cow::Borrowed(value),
        Value::String(text) if is_text => spelled(types, text).map_or(Cow::Borrowed(value), Cow::Owned),
        other if types.meets(Types::STRING) => Cow::Owned(number::to_json(other).into()),
        _ => Cow::Borrowed(value),
    }
}

/// The value of one of these types that a text spells.
pub(crate) fn spelled(types: Types, text: &str) -> Option<Value> {
    if types.meets(Types::STRING) {
        return Some(text.into());
    }
    let value: Value = serde_json::from_slice(&number::marked(text.as_bytes())).ok()?;
    let number = number::written(&value).is_some() && types.meets(Types::NUMBER.with(Types::INTEGER));
    (number || (value.is_boolean() && types.meets(Types::BOOLEAN))).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers_are_sent_without_a_fraction() {
        let number = Check { types: Types::INTEGER, ..Check::ANY };
        let long = number::of_digits;
        for (slot, check, value, sent) in [
            ("query.a", &number, json!(100.0), "100"),
            ("body.a", &number, json!(100.0), "100"),
            ("body.a", &number, long("123456789012345678901234567890.00"), "123456789012345678901234567890"),
            ("body.a", &number, long("-123456789012345678901.0"), "-123456789012345678901"),
            ("body.a", &number, long("12345678901234567890.0e1"), "12345678901234567890.0e1"),
            ("body.a", &Check::ANY, long("12345678901234567.5"), "12345678901234567.5"),
            ("body.a", &Check::ANY, json!({"n": [100.0, 1.5]}), r#"{"n":[100,1.5]}"#),
            ("query.a", &Check { types: Types::STRING, ..Check::ANY }, json!("100.0"), r#""100.0""#),
        ] {
            let ready = judge(slot, check, None, &value).map(|value| number::to_json(&value));
            assert_eq!(ready.as_deref(), Ok(sent), "{value}");
        }
    }

    #[test]
    fn what_a_slot_does_not_take_is_not_sent() {
        let text = Check { types: Types::STRING, max_length: 4, ..Check::ANY };
        let number = Check { types: Types::INTEGER, minimum: "1", maximum: "9", ..Check::ANY };
        let word = Check { types: Types::STRING, values: &["\"open\"", "\"shut\""], ..Check::ANY };
        let list = Check { types: Types::ARRAY, items: Types::STRING, max_items: 2, ..Check::ANY };
        let said = |slot: &str, check: &Check<'_>, value: Value| {
            judge(slot, check, None, &value).err().map(|fault| fault.text)
        };
        for (slot, check, value) in [
            ("query.a", &text, json!("abcd")),
            ("query.a", &text, json!(1234)),
            ("query.a", &text, json!(true)),
            ("query.a", &number, json!("7")),
            ("body.a", &number, json!(7.0)),
            ("query.a", &word, json!("open")),
            ("query.a", &list, json!([1, "b"])),
        ] {
            assert_eq!(said(slot, check, value.clone()), None, "{value}");
        }
        for (slot, check, value, told) in [
            ("query.a", &text, json!("secret"), "query.a must have at most 4 characters, not 6."),
            ("query.a", &text, json!({"secret": 1}), "query.a must be text, not an object."),
            ("query.a", &text, json!(["secret"]), "query.a must be text, not an array."),
            ("body.a", &text, json!(1), "body.a must be text, not an integer."),
            ("query.a", &number, json!("10"), "query.a must be at least 1 and at most 9."),
            ("query.a", &number, json!("x"), "query.a must be an integer, not text."),
            ("query.a", &word, json!("opens"), "query.a must be one of: open, shut."),
            ("query.a", &list, json!(["a", {}]), "query.a[1] must be text, not an object."),
        ] {
            assert_eq!(said(slot, check, value).as_deref(), Some(told));
        }
    }
}
