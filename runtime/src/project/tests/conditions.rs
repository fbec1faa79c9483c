//! Conditions: true, false and unknown.

use fewtools_contract::{Comparison, Condition, Operand};
use serde_json::{Value, json};

use super::super::condition;
use crate::number;
use crate::trial::leak;

use Comparison::{AtLeast, AtMost, Equal, Less, More, Unequal};

/// Fields 0 to 7.
fn values() -> [Value; 8] {
    let large = number::of_digits("18446744073709551616");
    [json!(1), json!(1.5), json!("a"), json!("b"), json!(true), Value::Null, large, json!([1, {"a": 2.0}])]
}

fn truth(condition: &Condition<'static>) -> Option<bool> {
    let values = values();
    let null = Value::Null;
    let constants = [json!(1.0), json!("a"), json!([1, {"a": 2}])];
    let value = |operand: &Operand<'_>| match operand {
        Operand::Field(index) => &values[*index],
        Operand::Constant("1.0") => &constants[0],
        Operand::Constant("\"a\"") => &constants[1],
        Operand::Constant("[1,{\"a\":2}]") => &constants[2],
        _ => &null,
    };
    let not = Condition::Not(Box::leak(Box::new(*condition)));
    match (condition::holds(condition, &value), condition::holds(&not, &value)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

fn compare(left: usize, by: Comparison, right: Operand<'static>) -> Condition<'static> {
    Condition::Compare { left: Operand::Field(left), by, right }
}

#[test]
fn comparisons_know_kinds_and_all_digits() {
    let (field, constant) = (Operand::Field, Operand::Constant);
    for (left, by, right, expected) in [
        (0, Less, field(1), Some(true)),
        (0, Equal, constant("1.0"), Some(true)),
        (0, Unequal, field(1), Some(true)),
        (6, More, field(0), Some(true)),
        (6, AtMost, field(6), Some(true)),
        (2, Less, field(3), Some(true)),
        (2, AtLeast, field(3), Some(false)),
        (2, Equal, constant("\"a\""), Some(true)),
        (7, Equal, constant("[1,{\"a\":2}]"), Some(true)),
        (7, Less, field(7), None),
        (4, Equal, field(4), Some(true)),
        (4, Less, field(4), None),
        (0, Equal, field(2), None),
        (0, Unequal, field(2), None),
        (6, Equal, field(2), None),
        (5, Equal, field(5), None),
        (5, Less, field(0), None),
        (5, Equal, constant("null"), Some(true)),
        (5, Unequal, constant("null"), Some(false)),
        (0, Equal, constant("null"), Some(false)),
        (0, Unequal, constant("null"), Some(true)),
        (0, Less, constant("null"), None),
    ] {
        assert_eq!(truth(&compare(left, by, right)), expected, "{left} {by:?} {right:?}");
    }
}

#[test]
fn what_is_unknown_neither_holds_nor_does_its_opposite() {
    let yes = compare(0, Less, Operand::Field(1));
    let no = compare(1, Less, Operand::Field(0));
    let unknown = compare(5, Less, Operand::Field(0));
    let all = |of: &[Condition<'static>]| truth(&Condition::All(leak(of.to_vec())));
    let any = |of: &[Condition<'static>]| truth(&Condition::Any(leak(of.to_vec())));
    assert_eq!(truth(&unknown), None);
    assert_eq!(
        (all(&[yes, unknown]), all(&[unknown, no]), all(&[yes, yes])),
        (None, Some(false), Some(true))
    );
    assert_eq!((any(&[no, unknown]), any(&[unknown, yes]), any(&[no, no])), (None, Some(true), Some(false)));
    assert_eq!((all(&[]), any(&[])), (Some(true), Some(false)));
    assert_eq!(truth(&Condition::Holds(Operand::Field(4))), Some(true));
    assert_eq!(truth(&Condition::Holds(Operand::Field(0))), None);
    assert_eq!(truth(&Condition::Holds(Operand::Field(5))), None);
}
