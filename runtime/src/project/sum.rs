//! Adds numbers: exactly while all are whole, as floats from the first that is not.

use serde_json::{Number, Value};

use crate::number;

/// The sum; `null` where one of them is no number, and where no number can hold it.
pub(super) fn of<'v>(values: impl Iterator<Item = &'v Value>) -> Value {
    let written: Option<Vec<_>> = values.map(number::written).collect();
    let Some(numbers) = written else { return Value::Null };
    let whole = numbers.iter().try_fold(0_i128, |sum, number| {
        let number: i128 = number.parse().ok()?;
        sum.checked_add(number)
    });
    if let Some(sum) = whole {
        return number::of_digits(&sum.to_string());
    }
    let floats = numbers.iter().filter_map(|number| number.parse::<f64>().ok());
    let mut sum = Number::from_f64(floats.sum()).map_or(Value::Null, Value::Number);
    number::simplify(&mut sum);
    sum
}
