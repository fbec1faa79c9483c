//! A value and the shape it should have → whether it fits, for constants and defaults that a person has written.

use serde_json::{Number, Value};

use super::shape::{Shape, type_of};
use super::slots::Slot;
use crate::lower::Api;

/// Whether the flat facts of a shape accept a value.
pub fn fits(shape: &Shape, value: &Value) -> bool {
    let listed = shape.values.as_ref().is_none_or(|values| values.contains(value));
    let sized = match value {
        Value::Number(number) => within(&shape.bounds, number),
        Value::String(text) => between(shape.length, text.chars().count()),
        Value::Array(items) => between(shape.count, items.len()),
        _ => true,
    };
    shape.types.meets(type_of(value)) && listed && sized
}

/// What a value is to be that a shape refuses, where it lists none: its type, or how great a value of this type may be.
pub fn wanted(shape: &Shape, value: &Value) -> String {
    let counted = |number: u32, of: &str| format!("{number} {of}{}", if number == 1 { "" } else { "s" });
    let span = |(least, most): (u32, u32), of: &str| match (least, most) {
        (0, most) => format!("at most {}", counted(most, of)),
        (least, u32::MAX) => format!("at least {}", counted(least, of)),
        (least, most) => format!("{least} to {}", counted(most, of)),
    };
    match value {
        _ if !shape.types.meets(type_of(value)) => {
            format!("a value of type {}", shape.types.names().collect::<Vec<_>>().join(" or "))
        }
        Value::String(_) => format!("a text of {}", span(shape.length, "character")),
        Value::Array(_) => format!("a list of {}", span(shape.count, "item")),
        _ => {
            let words = ["of at least", "of at most", "above", "below"].iter().zip(&shape.bounds);
            let bounds = words.filter_map(|(word, bound)| Some(format!("{word} {}", bound.as_ref()?)));
            format!("a number {}", bounds.collect::<Vec<_>>().join(" and "))
        }
    }
}

/// The default that a slot's schema gives, where that schema does not accept it.
pub fn unfit_default<'s>(api: &Api, slot: &'s Slot) -> Option<&'s Value> {
    let default = slot.schema.get("default")?;
    let shape = Shape::of(&api.schemas, &slot.schema).ok()?;
    (!fits(&shape, default)).then_some(default)
}

fn within(bounds: &[Option<Number>; 4], number: &Number) -> bool {
    let [minimum, maximum, above, below] =
        bounds.each_ref().map(|bound| bound.as_ref().and_then(Number::as_f64));
    let Some(number) = number.as_f64() else { return true };
    minimum.is_none_or(|bound| number >= bound)
        && maximum.is_none_or(|bound| number <= bound)
        && above.is_none_or(|bound| number > bound)
        && below.is_none_or(|bound| number < bound)
}

fn between((least, most): (u32, u32), count: usize) -> bool {
    u32::try_from(count).is_ok_and(|count| (least..=most).contains(&count))
}
