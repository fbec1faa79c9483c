//! Turns values of an answer into the types that functions of the host program take, and back.

use serde_json::{Map, Number, Value};

use crate::number;

/// An argument of a function; `null` where there is none.
pub fn argument(given: &[Value], index: usize) -> &Value {
    given.get(index).unwrap_or(&Value::Null)
}

/// A type that a value of an answer can be taken as.
pub trait FromAnswer: Sized {
    /// The value; `None` where it is `null` or of another kind.
    fn from_answer(value: &Value) -> Option<Self>;
}

impl FromAnswer for String {
    fn from_answer(value: &Value) -> Option<Self> {
        value.as_str().filter(|text| number::digits(text).is_none()).map(str::to_owned)
    }
}

impl FromAnswer for bool {
    fn from_answer(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

/// A whole number that fits; `5.0` is one.
impl FromAnswer for i64 {
    fn from_answer(value: &Value) -> Option<Self> {
        let mut value = value.clone();
        number::simplify(&mut value);
        value.as_i64()
    }
}

/// Any number, as near as a float comes to it.
impl FromAnswer for f64 {
    fn from_answer(value: &Value) -> Option<Self> {
        number::written(value)?.parse().ok().filter(|float: &Self| float.is_finite())
    }
}

/// Any value but `null`. A number that neither 64 bits nor a float hold is the text of its digits.
impl FromAnswer for Value {
    fn from_answer(value: &Value) -> Option<Self> {
        let mut value = value.clone();
        number::as_texts(&mut value);
        (!value.is_null()).then_some(value)
    }
}

impl FromAnswer for Map<String, Value> {
    fn from_answer(value: &Value) -> Option<Self> {
        match Value::from_answer(value) {
            Some(Value::Object(members)) => Some(members),
            _ => None,
        }
    }
}

/// An array all of whose items are of the kind.
impl<T: FromAnswer> FromAnswer for Vec<T> {
    fn from_answer(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::from_answer).collect()
    }
}

/// Always there: `None` for `null` and for another kind.
impl<T: FromAnswer> FromAnswer for Option<T> {
    fn from_answer(value: &Value) -> Option<Self> {
        Some(T::from_answer(value))
    }
}

/// A type that a function of the host program gives as a field.
pub trait IntoAnswer {
    /// The value of the field.
    fn into_answer(self) -> Value;
}

impl IntoAnswer for Value {
    fn into_answer(self) -> Value {
        self
    }
}

impl IntoAnswer for String {
    fn into_answer(self) -> Value {
        self.into()
    }
}

impl IntoAnswer for bool {
    fn into_answer(self) -> Value {
        self.into()
    }
}

impl IntoAnswer for i64 {
    fn into_answer(self) -> Value {
        self.into()
    }
}

/// `null` for what JSON has no number for.
impl IntoAnswer for f64 {
    fn into_answer(self) -> Value {
        Number::from_f64(self).map_or(Value::Null, Value::Number)
    }
}

impl<T: IntoAnswer> IntoAnswer for Option<T> {
    fn into_answer(self) -> Value {
        self.map_or(Value::Null, T::into_answer)
    }
}

impl<T: IntoAnswer> IntoAnswer for Vec<T> {
    fn into_answer(self) -> Value {
        self.into_iter().map(T::into_answer).collect()
    }
}
