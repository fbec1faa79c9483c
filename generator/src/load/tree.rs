//! What a parser sees → a JSON tree, with repeated keys noted and depth and size bounded.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use super::limits::{MAX_DEPTH, MAX_NODES, MAX_REPEATED};
use super::references;
use crate::diagnostics::Pointer;

/// What is noted while a tree is built.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The members whose key was there before, each once.
    pub(super) repeated: Vec<Pointer>,
    /// The bound that was met; building stopped there.
    pub(super) met: Option<Bound>,
    /// The values built.
    pub(super) values: usize,
    /// Whether some reference may lead to another file: its text does not begin with `#`.
    pub(super) leads_out: bool,
    /// The members and items of what is being built, the innermost last: how many there are is known at the end, and a
    /// mapping that never grows is made in a fraction of the time.
    members: Vec<(String, Value)>,
    items: Vec<Value>,
}

/// A bound on the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// [`MAX_DEPTH`]
    Depth,
    /// [`MAX_NODES`]
    Nodes,
}

/// Builds one value.
#[derive(Clone, Copy)]
pub(super) struct Seed<'a> {
    notes: &'a RefCell<Notes>,
    way: Way<'a>,
    depth: usize,
}

/// The way from the root to a value, kept on the stack and turned into a pointer only when one is needed.
#[derive(Clone, Copy)]
enum Way<'a> {
    Root,
    Key(&'a Way<'a>, &'a str),
    Index(&'a Way<'a>, usize),
}

impl Way<'_> {
    fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, key) => parent.pointer().key(key),
            Self::Index(parent, index) => parent.pointer().index(*index),
        }
    }
}

impl<'a> Seed<'a> {
    /// Builds a root.
    pub(super) fn root(notes: &'a RefCell<Notes>) -> Self {
        Self { notes, way: Way::Root, depth: 0 }
    }

    fn below<'b>(&self, way: Way<'b>) -> Seed<'b>
    where
        'a: 'b,
    {
        Seed { notes: self.notes, way, depth: self.depth + 1 }
    }

    /// Counts one value; an error when a bound is met.
    fn count<E: Error>(&self) -> Result<(), E> {
        let mut notes = self.notes.borrow_mut();
        notes.values += 1;
        if notes.values > MAX_NODES {
            notes.met = Some(Bound::Nodes);
            return Err(E::custom("too many values"));
        }
        Ok(())
    }

    /// Opens a list or a mapping; an error when it is too deep.
    fn open<E: Error>(&self) -> Result<(), E> {
        if self.depth >= MAX_DEPTH {
            self.notes.borrow_mut().met = Some(Bound::Depth);
            return Err(E::custom("nested too deep"));
        }
        self.count()
    }

    fn repeated(&self, key: &str) {
        let mut notes = self.notes.borrow_mut();
        let pointer = self.way.pointer().key(key);
        if notes.repeated.len() < MAX_REPEATED && !notes.repeated.contains(&pointer) {
            notes.repeated.push(pointer);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.count()?;
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.count()?;
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.count()?;
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.count()?;
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.visit_string(value.to_owned())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        self.count()?;
        Ok(Value::String(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.count()?;
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        self.open()?;
        let begin = self.notes.borrow().items.len();
        let mut index = 0;
        while let Some(item) = access.next_element_seed(self.below(Way::Index(&self.way, index)))? {
            self.notes.borrow_mut().items.push(item);
            index += 1;
        }
        let items = self.notes.borrow_mut().items.drain(begin..).collect();
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        self.open()?;
        let begin = self.notes.borrow().members.len();
        while let Some(key) = access.next_key::<String>()? {
            let value = access.next_value_seed(self.below(Way::Key(&self.way, &key)))?;
            let mut notes = self.notes.borrow_mut();
            notes.leads_out |= references::leads_out(&key, &value);
            notes.members.push((key, value));
        }
        let (members, repeated) = mapping(self.notes.borrow_mut().members.drain(begin..));
        repeated.iter().for_each(|key| self.repeated(key));
        Ok(Value::Object(members))
    }
}

/// A mapping of members, of equal keys the first, and the keys that were there before.
fn mapping(members: impl ExactSizeIterator<Item = (String, Value)>) -> (Map<String, Value>, Vec<String>) {
    let mut kept = Map::with_capacity(members.len());
    let mut repeated = Vec::new();
    for (key, value) in members {
        match kept.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
            }
            Entry::Occupied(entry) => repeated.push(entry.key().clone()),
        }
    }
    (kept, repeated)
}
