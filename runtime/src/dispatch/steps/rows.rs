//! Collects what a step answers for each row, in the order of the rows.

use serde_json::{Map, Value};

/// The rows that a step runs for, and what came of them.
pub(super) struct Rows {
    /// The rows that are looked at.
    pub(super) items: Vec<Value>,
    bodies: Vec<Value>,
    left: usize,
}

impl Rows {
    /// The first rows of an array.
    pub(super) fn of(array: &[Value], most: u32) -> Self {
        let items: Vec<Value> = array.iter().take(most as usize).cloned().collect();
        let left = items.len();
        Self { bodies: vec![Value::Null; left], items, left }
    }

    /// Takes what was answered for a row; `null` for nothing. Gives everything once the last row has come.
    pub(super) fn take(&mut self, row: usize, body: Value) -> Option<Value> {
        if let Some(place) = self.bodies.get_mut(row) {
            *place = body;
        }
        self.left = self.left.saturating_sub(1);
        (self.left == 0).then(|| self.whole())
    }

    /// An array of `{item, body}`.
    pub(super) fn whole(&mut self) -> Value {
        let pairs = std::mem::take(&mut self.items).into_iter().zip(std::mem::take(&mut self.bodies));
        let pair = |(item, body)| {
            Value::Object(Map::from_iter([("item".to_owned(), item), ("body".to_owned(), body)]))
        };
        pairs.map(pair).collect()
    }
}
