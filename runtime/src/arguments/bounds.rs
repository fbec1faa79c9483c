//! Refuses arguments that are larger or deeper than any request needs, and numbers that no reader holds.

use serde_json::{Map, Value};

use crate::number;
use crate::refusal::{Fault, Refusal, reason};

/// The most levels of arrays and objects in one argument.
const DEPTH: usize = 64;
/// The most bytes of text and names in one argument.
const BYTES: usize = 8 << 20;
/// The most values in one argument.
const VALUES: usize = 200_000;

/// Judges size and depth of every argument.
pub(super) fn check(arguments: &Map<String, Value>) -> Result<(), Refusal> {
    let faults: Vec<Fault> = arguments.iter().filter_map(|(name, value)| fault(name, value)).collect();
    if faults.is_empty() { Ok(()) } else { Err(Refusal::new(faults)) }
}

/// What is wrong with the size of one argument.
pub(super) fn fault(name: &str, value: &Value) -> Option<Fault> {
    let mut left = Left { bytes: BYTES, values: VALUES };
    let shown = super::nearest::shown(name);
    match left.spend(value, DEPTH) {
        Ok(()) => None,
        Err(Exceeded::Size) => {
            Some(Fault::new(reason::TOO_LARGE, name, format!("{shown} is larger than an argument may be.")))
        }
        Err(Exceeded::Number) => Some(Fault::new(
            reason::RANGE,
            name,
            format!("{shown} is or holds a number larger than any server reads."),
        )),
        Err(Exceeded::Depth) => Some(Fault::new(
            reason::TOO_DEEP,
            name,
            format!("{shown} is nested deeper than {DEPTH} levels, which no argument may be."),
        )),
    }
}

struct Left {
    bytes: usize,
    values: usize,
}

enum Exceeded {
    Size,
    /// A number that is infinite where it is read as a float.
    Number,
    Depth,
}

impl Left {
    fn spend(&mut self, value: &Value, depth: usize) -> Result<(), Exceeded> {
        let below = depth.checked_sub(1).ok_or(Exceeded::Depth)?;
        self.values = self.values.checked_sub(1).ok_or(Exceeded::Size)?;
        match value {
            Value::String(text) => match number::digits(text).map(str::parse::<f64>) {
                Some(Ok(float)) if float.is_infinite() => Err(Exceeded::Number),
                _ => self.spend_text(text),
            },
            Value::Array(items) => items.iter().try_for_each(|item| self.spend(item, below)),
            Value::Object(members) => members.iter().try_for_each(|(key, member)| {
                self.spend_text(key)?;
                self.spend(member, below)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }

    fn spend_text(&mut self, text: &str) -> Result<(), Exceeded> {
        self.bytes = self.bytes.checked_sub(text.len()).ok_or(Exceeded::Size)?;
        Ok(())
    }
}
