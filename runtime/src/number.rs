//! Carries numbers that neither a 64-bit integer nor a float holds, digit for digit, from JSON text to JSON text.
//!
//! Such a number travels in a [`Value`] as a text: a mark and its digits. The mark is a character that no text has a
//! use for (a noncharacter of Unicode), and a text that begins with it and goes on as a JSON number is that number
//! wherever it comes from, so that nothing is gained by sending one.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use crate::decimal;

/// What a text begins with that is a number.
const MARK: char = '\u{fdd0}';
/// A number of fewer characters and without an exponent is always held exactly.
const SHORT: usize = 16;
/// `{"params":{"arguments":{…}}}`: what is nested less is the protocol's.
#[cfg(any(test, feature = "stdio", feature = "http"))]
const ARGUMENTS: usize = 3;

/// The JSON text with every number marked that would be rounded.
pub(crate) fn marked(json: &[u8]) -> Cow<'_, [u8]> {
    marked_where(0, json, is_rounded)
}

/// The same for the answer of an API, where a fraction of up to 17 digits is what a float looks like that was written
/// with all the digits it might need: `0.10000000000000001`.
pub(crate) fn marked_in_answer(json: &[u8]) -> Cow<'_, [u8]> {
    marked_where(0, json, |number| is_rounded(number) && !is_long_float(number))
}

/// The same for the arguments of a message.
#[cfg(any(feature = "stdio", feature = "http"))]
pub(crate) fn marked_in_arguments(message: &[u8]) -> Cow<'_, [u8]> {
    marked_where(ARGUMENTS, message, is_rounded)
}

/// The digits of a marked number.
pub(crate) fn digits(text: &str) -> Option<&str> {
    text.strip_prefix(MARK).filter(|digits| is_number(digits.as_bytes()))
}

/// A number of these digits.
pub(crate) fn of_digits(digits: &str) -> Value {
    let exact = digits.parse::<i64>().map(Number::from).or_else(|_| digits.parse::<u64>().map(Number::from));
    exact.map_or_else(|_| Value::String(format!("{MARK}{digits}")), Value::Number)
}

/// A number as it is written, marked or not.
pub(crate) fn written(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        Value::String(text) => digits(text).map(Cow::Borrowed),
        _ => None,
    }
}

/// A scalar as text, a number as its digits; `None` for an empty text and for everything else.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        number if written(number).is_some() => written(number).map(Cow::into_owned),
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The value as compact JSON, marked numbers as numbers.
pub(crate) fn to_json(value: &Value) -> String {
    unmarked(value.to_string())
}

/// An object as compact JSON, marked numbers as numbers.
pub(crate) fn object_to_json(members: &Map<String, Value>) -> String {
    unmarked(serde_json::to_string(members).unwrap_or_default())
}

/// The value with marked numbers as texts of their digits, for those who cannot take the numbers.
pub(crate) fn as_texts(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(digits) = digits(text) {
                *text = digits.to_owned();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(as_texts),
        Value::Object(members) => members.values_mut().for_each(as_texts),
        _ => {}
    }
}

/// The value with marked numbers rounded, for a judge that knows no others; `None` where there are none.
#[cfg(feature = "full-validation")]
pub(crate) fn rounded(value: &Value) -> Option<Value> {
    fn has_mark(value: &Value) -> bool {
        match value {
            Value::String(text) => digits(text).is_some(),
            Value::Array(items) => items.iter().any(has_mark),
            Value::Object(members) => members.values().any(has_mark),
            _ => false,
        }
    }
    fn round(value: &mut Value) {
        match value {
            Value::String(text) => {
                let float = digits(text).and_then(|digits| digits.parse::<f64>().ok());
                if let Some(float) = float {
                    let most = float.clamp(f64::MIN, f64::MAX);
                    *value = Number::from_f64(most).map_or(Value::Null, Value::Number);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(round),
            Value::Object(members) => members.values_mut().for_each(round),
            _ => {}
        }
    }
    has_mark(value).then(|| {
        let mut value = value.clone();
        round(&mut value);
        value
    })
}

/// Writes whole numbers without a fraction: `5.0` as `5`, wherever the integer is the same number.
pub(crate) fn simplify(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            if let Some(integer) = integer(number) {
                *number = integer;
            }
        }
        Value::String(text) => {
            let whole = digits(text).and_then(|digits| digits.split_once('.'));
            if let Some((whole, _)) = whole.filter(|(_, fraction)| fraction.bytes().all(|byte| byte == b'0'))
            {
                *value = of_digits(whole);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(simplify),
        Value::Object(members) => members.values_mut().for_each(simplify),
        _ => {}
    }
}

/// Whether two values are the same JSON value: numbers by what they say, `1` and `1.0` alike.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    if let (Some(one), Some(other)) = (written(one), written(other)) {
        return decimal::compare(&one, &other) == Some(Ordering::Equal);
    }
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let alike =
                |(key, value): (&String, &Value)| other.get(key).is_some_and(|other| same(value, other));
            one.len() == other.len() && one.iter().all(alike)
        }
        (one, other) => one == other,
    }
}

/// The same number as a 64-bit integer, if there is one.
fn integer(number: &Number) -> Option<Number> {
    let text = format!("{:.0}", number.as_f64()?);
    let same = decimal::compare(&text, &number.to_string()) == Some(Ordering::Equal);
    let exact = text.parse::<i64>().map(Number::from).or_else(|_| text.parse::<u64>().map(Number::from)).ok();
    exact.filter(|_| same)
}

fn marked_where(depth: usize, json: &[u8], wanted: impl Fn(&str) -> bool) -> Cow<'_, [u8]> {
    let text = |start, end| json.get(start..end).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let numbers = numbers(depth, json).filter(|(start, end)| text(*start, *end).is_some_and(&wanted));
    let mut rounded = numbers.peekable();
    if rounded.peek().is_none() {
        return Cow::Borrowed(json);
    }
    let mut marked = Vec::with_capacity(json.len() + 64);
    let mut copied = 0;
    for (start, end) in rounded {
        marked.extend_from_slice(json.get(copied..start).unwrap_or_default());
        marked.extend_from_slice(format!("\"{MARK}").as_bytes());
        marked.extend_from_slice(json.get(start..end).unwrap_or_default());
        marked.push(b'"');
        copied = end;
    }
    marked.extend_from_slice(json.get(copied..).unwrap_or_default());
    Cow::Owned(marked)
}

/// JSON text with the marked numbers in it as numbers. In JSON text a quote before the mark begins a text: inside of
/// one it would stand behind a backslash.
fn unmarked(json: String) -> String {
    let begin = format!("\"{MARK}");
    if !json.contains(&begin) {
        return json;
    }
    let mut pieces = json.split(&begin);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let quoted = !plain.ends_with('\\');
        match piece
            .split_once('"')
            .filter(|(digits, rest)| quoted && is_number(digits.as_bytes()) && !rest.starts_with(':'))
        {
            Some((digits, rest)) => {
                plain.push_str(digits);
                plain.push_str(rest);
            }
            None => {
                plain.push_str(&begin);
                plain.push_str(piece);
            }
        }
    }
    plain
}

/// The numbers outside of texts that could be rounded, as ranges; none that are nested less than `depth`.
fn numbers(depth: usize, json: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let (mut at, mut nested) = (0, 0_usize);
    std::iter::from_fn(move || {
        while let Some(byte) = json.get(at) {
            match byte {
                b'"' => at = after_text(json, at + 1),
                b'-' | b'0'..=b'9' => {
                    let start = at;
                    let rest = json.get(at..).unwrap_or_default();
                    let number = rest.iter().take_while(|byte| is_of_number(**byte));
                    let mut exponent = false;
                    at += number.inspect(|byte| exponent |= matches!(byte, b'e' | b'E')).count();
                    if nested >= depth && (exponent || at - start >= SHORT) {
                        return Some((start, at));
                    }
                }
                b'{' | b'[' => (at, nested) = (at + 1, nested + 1),
                b'}' | b']' => (at, nested) = (at + 1, nested.saturating_sub(1)),
                _ => at += 1,
            }
        }
        None
    })
}

/// Where a text ends whose first quote stands before `at`: behind its last quote.
pub(crate) fn after_text(json: &[u8], mut at: usize) -> usize {
    while let Some(byte) = json.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E')
}

/// Whether a text is a JSON number that every reader holds, whole ones digit for digit.
pub(crate) fn is_finite(text: &str) -> bool {
    is_number(text.as_bytes()) && text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Whether the bytes are a JSON number (RFC 8259, section 6).
fn is_number(bytes: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let unsigned = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let whole = digits(unsigned);
    if whole == 0 || (whole > 1 && unsigned.starts_with(b"0")) {
        return false;
    }
    let mut rest = unsigned.get(whole..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix(b".") {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = fraction.get(count..).unwrap_or_default();
    }
    if let Some(exponent) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) {
        let exponent =
            exponent.strip_prefix(b"-").or_else(|| exponent.strip_prefix(b"+")).unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

fn is_rounded(text: &str) -> bool {
    if !is_number(text.as_bytes()) || text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
        return false;
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => {
            decimal::compare(text, &format!("{float:e}")).is_some_and(|order| order != Ordering::Equal)
        }
        _ => true,
    }
}

/// Whether a number is written as a float of no more digits than one may need.
fn is_long_float(text: &str) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits = mantissa.trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count();
    let finite = text.parse::<f64>().is_ok_and(|float| float.is_finite() && float != 0.0);
    text.contains(['.', 'e', 'E']) && digits <= 17 && finite
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{CALL, Trial, VARIANT, input, leak, parameter, things};
    use fewtools_contract::{Call, Location, Variant, Work};
    use serde_json::json;

    #[test]
    fn digits_survive_a_round_trip() {
        for json in [
            r#"{"id":9223372036854775807}"#,
            r#"{"id":18446744073709551616}"#,
            r#"[-92233720368547758090,1]"#,
            r#"[0.1000000000000000055,1e400,1e-400]"#,
            r#"["18446744073709551616\"18446744073709551616","\\",18446744073709551616]"#,
            r#"[12345678901234567.89]"#,
        ] {
            let value: Value = serde_json::from_slice(&marked(json.as_bytes())).expect("JSON");
            assert_eq!(to_json(&value), json);
        }
        for exact in ["[1.00000000000000000000]", "[3.141592653589793]", "[1e3]", "[00000000000000000000]"] {
            assert_eq!(marked(exact.as_bytes()), exact.as_bytes());
        }
    }

    #[test]
    fn floats_of_an_answer_may_have_all_their_digits() {
        for float in ["[0.10000000000000001]", "[-1.7976931348623157e308]", "[123.45678901234567]"] {
            assert_eq!(marked_in_answer(float.as_bytes()), float.as_bytes());
        }
        for exact in ["[0.100000000000000001]", "[18446744073709551616]", "[1e400]", "[1e-400]"] {
            assert_ne!(marked_in_answer(exact.as_bytes()), exact.as_bytes());
        }
    }

    #[test]
    fn only_arguments_of_a_message_are_marked() {
        let message =
            br#"{"id":18446744073709551616,"params":{"x":1e400,"arguments":{"a":18446744073709551616}}}"#;
        let marked = String::from_utf8_lossy(&marked_where(ARGUMENTS, message, is_rounded)).into_owned();
        assert_eq!(
            marked,
            "{\"id\":18446744073709551616,\"params\":{\"x\":1e400,\"arguments\":{\"a\":\"\u{fdd0}18446744073709551616\"}}}"
        );
    }

    #[test]
    fn a_text_with_a_mark_is_a_number_or_stays_a_text() {
        let texts = json!(["\u{fdd0}12", "\u{fdd0}1,2", "\u{fdd0}", "\\\u{fdd0}12", "\"\u{fdd0}12\"", {"\u{fdd0}1": 2}]);
        assert_eq!(
            to_json(&texts),
            "[12,\"\u{fdd0}1,2\",\"\u{fdd0}\",\"\\\\\u{fdd0}12\",\"\\\"\u{fdd0}12\\\"\",{\"\u{fdd0}1\":2}]"
        );
    }

    #[test]
    fn numbers_compare_by_what_they_say() {
        assert!(same(&json!({"a": [1]}), &json!({"a": [1.0]})));
        assert!(same(&of_digits("1e400"), &of_digits("10e399")));
        assert!(!same(&json!(1), &json!(true)) && !same(&json!([1]), &json!([1, 2])));
        let mut value = json!({"a": [5.0, 5.5, 1e21, -0.0, 1e17]});
        simplify(&mut value);
        assert_eq!(value.to_string(), r#"{"a":[5,5.5,1e+21,0,100000000000000000]}"#);
    }

    #[test]
    fn others_get_texts_or_rounded_numbers() {
        let mut value = json!({"a": [of_digits("18446744073709551616")]});
        assert_eq!(rounded(&value), Some(json!({"a": [18446744073709551616_f64]})));
        assert_eq!(rounded(&json!([1])), None);
        as_texts(&mut value);
        assert_eq!(value, json!({"a": ["18446744073709551616"]}));
    }

    #[test]
    fn arguments_are_read_digit_for_digit() {
        let call = Call { parameters: leak(vec![parameter(Location::Query, "a", 0)]), ..CALL };
        let inputs = leak(vec![input(0, "query.a")]);
        let trial = Trial::of(things(Variant { inputs, work: Work::one(call), ..VARIANT }, &["a"]));
        let arguments = crate::read_arguments(r#"{"a": 12345678901234567.89}"#).expect("an object");
        trial.call("things", Value::Object(arguments)).expect("a reply");
        assert!(trial.upstream.requests()[0].url.ends_with("?a=12345678901234567.89"));
        assert!(crate::read_arguments("[1]").is_err());
        let twice = crate::read_arguments(r#"{"a": [{"b": 1, "b": 2}]}"#).map_err(|error| error.to_string());
        assert_eq!(twice, Err("the key `b` is given twice".to_owned()));
    }
}
