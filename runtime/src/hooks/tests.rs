//! Functions of the host program: what they take, what they give, what a panic costs.

use serde_json::{Map, Value, json};

use super::{FromAnswer, Functions, Hooks, IntoAnswer, argument};
use crate::number;

#[test]
fn values_become_the_types_that_functions_take() {
    assert_eq!(String::from_answer(&json!("a")), Some("a".to_owned()));
    assert_eq!(String::from_answer(&json!(1)), None);
    assert_eq!(i64::from_answer(&json!(5.0)), Some(5));
    assert_eq!(i64::from_answer(&json!(5.5)), None);
    assert_eq!(i64::from_answer(&number::of_digits("18446744073709551616")), None);
    assert_eq!(f64::from_answer(&number::of_digits("18446744073709551616")), Some(18446744073709551616.0));
    assert_eq!(f64::from_answer(&number::of_digits("1e999")), None);
    assert_eq!(bool::from_answer(&json!("true")), None);
    assert_eq!(Vec::<i64>::from_answer(&json!([1, 2])), Some(vec![1, 2]));
    assert_eq!(Vec::<i64>::from_answer(&json!([1, null])), None);
    assert_eq!(Vec::<Option<i64>>::from_answer(&json!([1, null])), Some(vec![Some(1), None]));
    assert_eq!(Option::<i64>::from_answer(&Value::Null), Some(None));
    assert_eq!(Value::from_answer(&Value::Null), None);
    let exact = Value::from_answer(&json!([number::of_digits("18446744073709551616")]));
    assert_eq!(exact, Some(json!(["18446744073709551616"])));
    assert_eq!(Map::from_answer(&json!({"a": 1})).map(|members| members.len()), Some(1));
    assert_eq!(argument(&[], 3), &Value::Null);
}

#[test]
fn what_functions_give_becomes_values() {
    assert_eq!(Some("rising".to_owned()).into_answer(), json!("rising"));
    assert_eq!(None::<i64>.into_answer(), Value::Null);
    assert_eq!(Some(f64::NAN).into_answer(), Value::Null);
    assert_eq!(vec![true, false].into_answer(), json!([true, false]));
}

#[test]
fn a_panic_costs_the_field() {
    let hooks = Hooks::new(|index, given| match index {
        0 => given.len().into(),
        _ => panic!("no such function"),
    });
    let functions = Functions::new(&[], Some(hooks));
    assert_eq!(functions.call(0, &[Value::Null]), json!(1));
    assert_eq!(functions.call(1, &[]), Value::Null);
}
