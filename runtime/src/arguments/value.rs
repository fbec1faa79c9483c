//! Judges the value of each argument: type, accepted values, bounds, the full schema, and its form.

use std::cmp::Ordering;

use fewtools_contract::{Check, Conversion, Input, Types};
use serde_json::Value;

use super::convert::{Ready, convert, digits_inside};
use super::nearest::{nearest, shown};
use super::{bounds, presence, text};
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};
use crate::{decimal, number, twice};

/// Judges every given value and converts it; absent ones become their defaults.
pub(super) fn judge(route: &Route, given: Vec<Option<Value>>, faults: &mut Vec<Fault>) -> Vec<Option<Ready>> {
    let crowded: Vec<bool> = route
        .variant
        .inputs
        .iter()
        .map(|input| presence::crowded_out(route, &given, input.argument))
        .collect();
    let unsent = presence::without_body(route, &given);
    let mut faulty: Vec<usize> = Vec::new();
    let mut judged = Vec::with_capacity(given.len());
    for (index, (value, crowded)) in given.into_iter().zip(crowded).enumerate() {
        judged.push(match value {
            None if crowded || unsent.contains(&index) => None,
            None => route.default(index).cloned(),
            Some(value) => match one(route, index, value) {
                Ok(ready) => Some(ready),
                Err(found) => {
                    // An argument that goes to several places is refused once.
                    let argument = route.variant.inputs.get(index).map(|input| input.argument);
                    if argument.is_none_or(|argument| !faulty.contains(&argument)) {
                        faulty.extend(argument);
                        faults.extend(found);
                    }
                    None
                }
            },
        });
    }
    judged
}

/// Judges one given value and converts it.
pub(super) fn one(route: &Route, index: usize, value: Value) -> Result<Ready, Vec<Fault>> {
    let Some(input) = route.variant.inputs.get(index) else { return Err(Vec::new()) };
    let name = route.argument(input).name;
    let value = normal(&input.check, from_json_text(name, &input.check, value)?);
    fits(route, index, name, &value).map_err(|faults| with_takes(name, &input.check, faults))?;
    let mut ready = convert(input.conversion, value)
        .map(|ready| ready.in_pages_of(route.variant))
        .map_err(|unfit| vec![Fault::new(unfit.reason, name, format!("{name} {}.", unfit.phrase))])?;
    for way in input.digits {
        digits_inside(way, &mut ready.sent).map_err(|unfit| {
            vec![Fault::new(unfit.reason, name, format!("{name}{} {}.", text::way(way), unfit.phrase))]
        })?;
    }
    seconds_in_bounds(name, input, &ready).map_err(|fault| vec![fault])?;
    Ok(ready)
}

/// A duration that is sent as seconds has the bounds of that number.
fn seconds_in_bounds(name: &str, input: &Input<'_>, ready: &Ready) -> Result<(), Fault> {
    let seconds = number::written(&ready.sent).filter(|_| input.conversion == Conversion::DurationSeconds);
    let Some(seconds) = seconds.filter(|seconds| !in_bounds(&input.check, seconds)) else { return Ok(()) };
    let said = format!("{name} must be {} seconds, not {seconds}.", range(&input.check));
    Err(Fault::new(reason::RANGE, name, said))
}

fn fits(route: &Route, index: usize, name: &str, value: &Value) -> Result<(), Vec<Fault>> {
    if let Some(input) = route.variant.inputs.get(index) {
        flat(name, &input.check, value).map_err(|fault| vec![fault])?;
    }
    route.schema(index).map_or(Ok(()), |schema| schema.judge(name, value))
}

/// The faults of an argument, the last followed by what it takes.
fn with_takes(name: &str, check: &Check<'_>, mut faults: Vec<Fault>) -> Vec<Fault> {
    if let Some(last) = faults.last_mut() {
        last.text.push_str(&text::takes(name, check));
    }
    faults
}

/// An object or array that a client sent as JSON text, where text itself is not accepted.
fn from_json_text(name: &str, check: &Check<'_>, value: Value) -> Result<Value, Vec<Fault>> {
    let structured = Types::OBJECT.with(Types::ARRAY);
    if !check.types.meets(structured) || check.types.meets(Types::STRING) {
        return Ok(value);
    }
    let text = value.as_str().unwrap_or_default().as_bytes();
    let parsed = serde_json::from_slice(&number::marked(text)).ok();
    let Some(parsed) = parsed.filter(|parsed| types_of(parsed).meets(check.types) && !is_scalar(parsed))
    else {
        return Ok(value);
    };
    if let Some(key) = twice::key(text, 1) {
        let said = format!("{name} has the key {} twice.", shown(&key));
        return Err(vec![Fault::new(reason::VALUE, name, said)]);
    }
    bounds::fault(name, &parsed).map_or(Ok(parsed), |fault| Err(vec![fault]))
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Object(_))
}

/// Whole numbers written without a fraction; a larger one than 64 bits hold is marked where an integer is wanted.
pub(super) fn normal(check: &Check<'_>, mut value: Value) -> Value {
    number::simplify(&mut value);
    let whole = check.types.meets(Types::INTEGER) && !check.types.meets(Types::NUMBER);
    let float = value.as_number().filter(|number| whole && number.is_f64()).and_then(|number| {
        let text = format!("{:.0}", number.as_f64()?);
        (decimal::compare(&text, &number.to_string()) == Some(Ordering::Equal)).then_some(text)
    });
    float.map_or(value, |digits| number::of_digits(&digits))
}

/// The facts of a check that need no schema.
pub(super) fn flat(name: &str, check: &Check<'_>, value: &Value) -> Result<(), Fault> {
    let types = types_of(value);
    if !types.meets(check.types) {
        let said = format!("{name} must be {}, not {}.", text::types(check.types), text::kind(value));
        let accepted: Vec<&str> = check.types.names().collect();
        return Err(Fault::new(reason::TYPE, name, said).accepting(accepted));
    }
    if !check.values.is_empty() && !check.values.iter().any(|accepted| is_value(value, accepted)) {
        return Err(wrong_value(name, check, value.as_str()));
    }
    if let Some(number) = number::written(value) {
        number_in_bounds(name, check, &number)?;
        return if exact(check, value) { Ok(()) } else { Err(inexact(name)) };
    }
    match value {
        Value::String(text) => length_in_bounds(name, check, text),
        Value::Array(items) => items_in_bounds(name, check, items),
        _ => Ok(()),
    }
}

/// The JSON types a value has: a number without a fraction is an integer and a number.
pub(super) fn types_of(value: &Value) -> Types {
    if let Some(number) = number::written(value) {
        let whole = !value.is_f64() && value.is_number() || decimal::is_whole(&number);
        return if whole { Types::INTEGER.with(Types::NUMBER) } else { Types::NUMBER };
    }
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(_) => Types::NUMBER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

fn is_value(value: &Value, accepted: &str) -> bool {
    if let Some(number) = number::written(value) {
        return decimal::compare(&number, accepted) == Some(Ordering::Equal);
    }
    match value {
        Value::String(text) => serde_json::to_string(text).is_ok_and(|json| json == accepted),
        Value::Null => accepted == "null",
        Value::Bool(truth) => accepted == if *truth { "true" } else { "false" },
        _ => serde_json::from_str(accepted).is_ok_and(|known: Value| number::same(&known, value)),
    }
}

/// The refusal of a value that is none of those that are accepted. The nearest is told where the value is the caller's.
pub(super) fn wrong_value(name: &str, check: &Check<'_>, given: Option<&str>) -> Fault {
    let accepted = text::words(check.values);
    let closest = given.and_then(|given| nearest(given, accepted.iter().map(String::as_str)));
    let said = match accepted.as_slice() {
        [only] => format!("{name} must be {only}."),
        _ => format!("{name} must be one of: {}.{}", text::list(&accepted), text::did_you_mean(closest)),
    };
    let closest = closest.map(str::to_owned);
    Fault::new(reason::VALUE, name, said).accepting(accepted).near(closest.as_deref())
}

fn number_in_bounds(name: &str, check: &Check<'_>, given: &str) -> Result<(), Fault> {
    if in_bounds(check, given) {
        return Ok(());
    }
    Err(Fault::new(reason::RANGE, name, format!("{name} must be {}.", range(check))))
}

fn in_bounds(check: &Check<'_>, given: &str) -> bool {
    let fits = |bound: &str, orders: [Ordering; 2]| {
        bound.is_empty() || decimal::compare(given, bound).is_none_or(|order| orders.contains(&order))
    };
    let (above, below) = (Ordering::Greater, Ordering::Less);
    fits(check.minimum, [above, Ordering::Equal])
        && fits(check.maximum, [below, Ordering::Equal])
        && fits(check.exclusive_minimum, [above, above])
        && fits(check.exclusive_maximum, [below, below])
}

/// Whether a number is known to its last digit: a float that stands for an integer has been rounded on its way here.
fn exact(check: &Check<'_>, value: &Value) -> bool {
    check.types.meets(Types::NUMBER) || !value.is_f64()
}

fn inexact(name: &str) -> Fault {
    let said = format!("{name} has been rounded on its way: it has more digits than this program can read.");
    Fault::new(reason::RANGE, name, said)
}

fn range(check: &Check<'_>) -> String {
    let low = [("at least ", check.minimum), ("more than ", check.exclusive_minimum)];
    let high = [("at most ", check.maximum), ("less than ", check.exclusive_maximum)];
    let words = low.iter().chain(&high).filter(|(_, bound)| !bound.is_empty());
    words.map(|(word, bound)| format!("{word}{bound}")).collect::<Vec<_>>().join(" and ")
}

fn length_in_bounds(name: &str, check: &Check<'_>, text: &str) -> Result<(), Fault> {
    let length = text.chars().count() as u64;
    within(length, check.min_length, check.max_length).map_err(|bound| {
        let characters = plural(bound.limit, "character");
        Fault::new(
            reason::LENGTH,
            name,
            format!("{name} must have {} {characters}, not {length}.", bound.word),
        )
    })
}

fn items_in_bounds(name: &str, check: &Check<'_>, items: &[Value]) -> Result<(), Fault> {
    let length = items.len() as u64;
    within(length, check.min_items, check.max_items).map_err(|bound| {
        let items = plural(bound.limit, "item");
        Fault::new(reason::LENGTH, name, format!("{name} must have {} {items}, not {length}.", bound.word))
    })?;
    let wrong = items.iter().enumerate().find(|(_, item)| !types_of(item).meets(check.items));
    wrong.map_or(Ok(()), |(index, item)| {
        let said = format!("{name}[{index}] must be {}, not {}.", text::types(check.items), text::kind(item));
        Err(Fault::new(reason::TYPE, name, said).accepting(check.items.names()))
    })
}

struct Bound {
    word: &'static str,
    limit: u32,
}

fn within(length: u64, least: u32, most: u32) -> Result<(), Bound> {
    if length < u64::from(least) {
        return Err(Bound { word: "at least", limit: least });
    }
    if most != u32::MAX && length > u64::from(most) {
        return Err(Bound { word: "at most", limit: most });
    }
    Ok(())
}

fn plural(count: u32, word: &str) -> String {
    if count == 1 { format!("{count} {word}") } else { format!("{count} {word}s") }
}
