//! A `type` keyword or a value → the types it stands for.

use fewtools_contract::Types;
use serde_json::Value;

/// The types that a `type` keyword names; `number` brings `integer`, an unknown word brings everything.
pub fn types_of(value: &Value) -> Types {
    let named = |name: &str| match Types::named(name) {
        Some(Types::NUMBER) => Types::NUMBER.with(Types::INTEGER),
        Some(types) => types,
        None => Types::ANY,
    };
    match value {
        Value::String(name) => named(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(named).fold(Types(0), Types::with),
        _ => Types::ANY,
    }
}

/// The types of some values; a number without a fraction counts as an integer too.
pub(super) fn types_in(values: &[Value]) -> Types {
    values.iter().map(type_of).fold(Types(0), Types::with)
}

/// The types of a value. A number is of both number types where it has no fraction.
pub fn type_of(value: &Value) -> Types {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() != 0.0) => Types::NUMBER,
        Value::Number(_) => Types::INTEGER.with(Types::NUMBER),
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}
