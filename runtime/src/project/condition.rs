//! Judges conditions: true, false, or unknown where a value is missing or of another kind.

use std::cmp::Ordering;

use fewtools_contract::{Comparison, Condition, Operand};
use serde_json::Value;

use crate::{decimal, number};

/// Whether a condition holds; what is unknown does not. `value` gives the value of an operand, `null` for none.
pub(crate) fn holds<'v>(condition: &Condition<'_>, value: &impl Fn(&Operand<'_>) -> &'v Value) -> bool {
    truth(condition, value) == Some(true)
}

/// The truth of a condition; `None` where it is unknown.
fn truth<'v>(condition: &Condition<'_>, value: &impl Fn(&Operand<'_>) -> &'v Value) -> Option<bool> {
    match condition {
        Condition::All(all) => decided(all.iter().map(|one| truth(one, value)), false),
        Condition::Any(any) => decided(any.iter().map(|one| truth(one, value)), true),
        Condition::Not(one) => truth(one, value).map(|truth| !truth),
        Condition::Holds(operand) => value(operand).as_bool(),
        Condition::Compare { left, by, right } if is_null(left) || is_null(right) => {
            let same = value(left).is_null() && value(right).is_null();
            match by {
                Comparison::Equal => Some(same),
                Comparison::Unequal => Some(!same),
                Comparison::Less | Comparison::AtMost | Comparison::More | Comparison::AtLeast => None,
            }
        }
        Condition::Compare { left, by, right } => compared(value(left), *by, value(right)),
    }
}

/// The word that asks for `null`, which alone knows of it.
fn is_null(operand: &Operand<'_>) -> bool {
    *operand == Operand::Constant("null")
}

/// Several truths as one, which is decided by the first that is `by` and unknown where that could still come.
fn decided(truths: impl Iterator<Item = Option<bool>>, by: bool) -> Option<bool> {
    let mut unknown = false;
    for truth in truths {
        match truth {
            Some(truth) if truth == by => return Some(by),
            Some(_) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(!by)
}

fn compared(left: &Value, by: Comparison, right: &Value) -> Option<bool> {
    let order = || order(left, right);
    match by {
        Comparison::Equal => same(left, right),
        Comparison::Unequal => same(left, right).map(|same| !same),
        Comparison::Less => order().map(Ordering::is_lt),
        Comparison::AtMost => order().map(Ordering::is_le),
        Comparison::More => order().map(Ordering::is_gt),
        Comparison::AtLeast => order().map(Ordering::is_ge),
    }
}

/// Whether two values of a kind are the same.
fn same(left: &Value, right: &Value) -> Option<bool> {
    let number = |value| number::written(value).is_some();
    let alike = match (left, right) {
        _ if number(left) || number(right) => number(left) && number(right),
        (Value::Null, _) | (_, Value::Null) => false,
        _ => std::mem::discriminant(left) == std::mem::discriminant(right),
    };
    alike.then(|| number::same(left, right))
}

/// How two numbers or two texts compare.
fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (number::written(left), number::written(right)) {
        (Some(left), Some(right)) => decimal::compare(&left, &right),
        (None, None) => Some(left.as_str()?.cmp(right.as_str()?)),
        _ => None,
    }
}
