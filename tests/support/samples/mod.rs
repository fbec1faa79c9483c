//! A JSON Schema → a value that satisfies it: made by rule, the same every time, and odd enough to need encoding.
//!
//! The sampler knows no `not` and no `if`, and takes one branch of each choice. Whoever asks judges the value, and
//! asks again with the next [`Mood`] where it does not fit.

mod pattern;
mod text;
mod view;

use serde_json::{Map, Number, Value, json};

use self::view::View;

/// Where a value goes, which says what its texts can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Any text can be sent.
    Anywhere,
    /// A part of a path, which is never empty.
    Path,
    /// A header: letters of ASCII.
    Header,
    /// A cookie that is sent as it is: no spaces, quotes, commas and semicolons.
    RawCookie,
    /// Items that a space divides.
    Spaced,
}

/// How much of an object is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// Its required members.
    Required,
    /// All of its members, to a depth of three.
    All,
}

/// How a value is made.
#[derive(Debug, Clone, Copy)]
pub struct Mood {
    /// Where the value goes.
    pub place: Place,
    /// How much of each object is given.
    pub fill: Fill,
    /// Which branch of a choice is taken, counted round.
    pub turn: usize,
}

/// How often another value is tried.
pub const TURNS: usize = 16;

/// Depth to which optional members are given.
const OPTIONAL_DEPTH: usize = 3;
/// Depth at which a value is given up.
const MAX_DEPTH: usize = 24;
/// Values that one sample holds before its optional members are left out.
const MAX_VALUES: usize = 300;

/// Makes values of schemas that refer to the same definitions.
#[derive(Debug)]
pub struct Sampler<'d> {
    definitions: &'d Map<String, Value>,
}

impl<'d> Sampler<'d> {
    /// A sampler of schemas that refer to these as `#/$defs/<name>`.
    pub fn new(definitions: &'d Map<String, Value>) -> Self {
        Self { definitions }
    }

    /// A value of all these schemas together; `None` where the rules make none.
    pub fn value(&self, schemas: &[&Value], mood: Mood) -> Option<Value> {
        Sample { sampler: self, mood, values: 0, index: 0 }.value(schemas, 0)
    }
}

struct Sample<'s> {
    sampler: &'s Sampler<'s>,
    mood: Mood,
    /// Values made so far.
    values: usize,
    /// The index in the array that is being filled: items differ by it.
    index: usize,
}

impl Sample<'_> {
    fn value(&mut self, schemas: &[&Value], depth: usize) -> Option<Value> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES * 10 {
            return None;
        }
        let mut view = View::default();
        for schema in schemas {
            view = view.with(schema, self.sampler.definitions, self.mood.turn)?;
        }
        if let Some(values) = &view.values {
            let solid: Vec<&&Value> = values.iter().filter(|value| !value.is_null()).collect();
            let chosen = solid.get((self.index + self.mood.turn) % solid.len().max(1));
            return Some(chosen.map_or(Value::Null, |value| (**value).clone()));
        }
        match view.word(self.mood.turn)? {
            "object" => self.object(&view, depth).map(Value::Object),
            "array" => self.array(&view, depth).map(Value::Array),
            "string" => text::of(&view, self.mood, self.index).map(Value::from),
            "number" => number(&view, self.index, 2.5),
            "integer" => number(&view, self.index, 7.0),
            "boolean" => Some(Value::from(self.index.is_multiple_of(2))),
            _ => Some(Value::Null),
        }
    }

    fn object(&mut self, view: &View<'_>, depth: usize) -> Option<Map<String, Value>> {
        let index = std::mem::take(&mut self.index);
        let mut members = Map::new();
        for (name, schemas) in &view.properties {
            let required = view.required.contains(name);
            let room = self.values < MAX_VALUES && depth < OPTIONAL_DEPTH && self.mood.fill == Fill::All;
            let answered = view.is_read_only(name, self.sampler.definitions);
            if !(required || room) || (answered && !(required && self.mood.turn >= TURNS / 2)) {
                continue;
            }
            let tag = view.tags.iter().find(|(property, _)| property == name);
            let tag = tag.map(|(_, value)| json!({ "const": value }));
            let tagged: Vec<&Value> = schemas.iter().copied().chain(&tag).collect();
            match self.value(&tagged, depth + 1).or_else(|| self.value(schemas, depth + 1)) {
                Some(value) => members.insert((*name).to_owned(), value),
                None if required => return None,
                None => None,
            };
        }
        let undeclared = view.required.iter().filter(|name| !view.properties.contains_key(**name));
        for name in undeclared {
            members.insert((*name).to_owned(), self.value(&view.additional, depth + 1)?);
        }
        let shows_more = self.mood.fill == Fill::All && view.is_map() && depth < OPTIONAL_DEPTH;
        let is_part = self.mood.place == Place::Path && depth == 0;
        if is_part && members.is_empty() {
            for (name, schemas) in view.properties.iter().take(1) {
                members.insert((*name).to_owned(), self.value(schemas, depth + 1)?);
            }
        }
        let wants = view.min_properties.max(usize::from(shows_more || is_part));
        for number in 0..wants.saturating_sub(members.len()) {
            self.index = number;
            let name = self.key(view, number)?;
            let value = self.value(&view.schemas_of_key(&name), depth + 1)?;
            members.insert(name, value);
        }
        self.index = index;
        Some(members)
    }

    fn key(&mut self, view: &View<'_>, number: usize) -> Option<String> {
        if view.names.is_empty() {
            let of_pattern = view.pattern_properties.first().and_then(|(name, _)| pattern::text(name, 0, 0));
            return Some(of_pattern.unwrap_or_else(|| format!("extra{number}")));
        }
        let mut key = View::default();
        for schema in &view.names {
            key = key.with(schema, self.sampler.definitions, self.mood.turn)?;
        }
        match &key.values {
            Some(values) => values.get(number)?.as_str().map(str::to_owned),
            None if key.patterns.is_empty() && key.format.is_empty() => Some(format!("extra{number}")),
            None => text::of(&key, self.mood, number),
        }
    }

    fn array(&mut self, view: &View<'_>, depth: usize) -> Option<Vec<Value>> {
        let outer = self.index;
        let fixed = view.prefix.map_or(0, Vec::len);
        let wants = if self.mood.fill == Fill::All && depth < OPTIONAL_DEPTH { 2 } else { 1 };
        let count = wants.max(fixed).max(view.count.0).min(view.count.1);
        let mut items = Vec::new();
        for index in 0..count {
            self.index = index;
            let own = view.prefix.and_then(|prefix| prefix.get(index));
            let item = match own {
                Some(schema) => self.value(&[schema], depth + 1),
                None => self.value(&view.items, depth + 1),
            };
            match item {
                Some(item) if !items.contains(&item) => items.push(item),
                Some(item) if index < view.count.0 && !view.unique => items.push(item),
                Some(_) => {}
                None if index < view.count.0 => return None,
                None => break,
            }
        }
        self.index = outer;
        Some(items)
    }
}

/// A number inside the bounds: the wanted one, else the one of the bounds that is nearer to it.
fn number(view: &View<'_>, index: usize, wanted: f64) -> Option<Value> {
    let whole = wanted.fract() == 0.0;
    let step = view.step.unwrap_or(if whole { 1.0 } else { 0.5 }).abs();
    let low = view.low.map(|(low, exclusive)| if exclusive { low + step } else { low });
    let high = view.high.map(|(high, exclusive)| if exclusive { high - step } else { high });
    let mut value = wanted + index as f64;
    value = low.map_or(value, |low| value.max(low));
    value = high.map_or(value, |high| value.min(high));
    if let Some(step) = view.step.filter(|step| *step > 0.0) {
        value = (value / step).floor() * step;
        value = if low.is_some_and(|low| value < low) { value + step } else { value };
    }
    if whole {
        let rounded = if low.is_some_and(|low| value.floor() < low) { value.ceil() } else { value.floor() };
        return Some(Value::from(rounded as i64));
    }
    Number::from_f64(value).map(Value::Number)
}
