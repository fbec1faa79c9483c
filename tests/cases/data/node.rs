//! A tree of plain data that keeps every number as it is written.

use std::fmt::Write;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::json;

/// The name under which a [`Node`] asks the reader for a whole tree.
pub const WHOLE: &str = "$node";

/// A value of JSON's data model; a number is its own text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    /// The member of a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.map()?.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The members of a map.
    pub fn map(&self) -> Option<&[(String, Node)]> {
        match self {
            Self::Map(members) => Some(members),
            _ => None,
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<&[Node]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text of a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A scalar as it is written; a list or a map as JSON.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.json(),
        }
    }

    /// Compact JSON.
    pub fn json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// The tree of a JSON text.
    pub fn of_json(text: &str) -> Result<Self, String> {
        json::parse(text)
    }

    /// Whether both are the same JSON value: numbers by value, members in any order.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => super::number::same(a, b),
            (Self::List(a), Self::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Self::Map(a), Self::Map(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, value)| other.get(key).is_some_and(|other| value.same(other)))
            }
            (a, b) => a == b,
        }
    }

    /// Whether this, or something inside it, holds all that the other does.
    pub fn holds(&self, part: &Self) -> bool {
        let here = match (self, part) {
            (Self::Map(_), Self::Map(wanted)) => {
                wanted.iter().all(|(key, value)| self.get(key).is_some_and(|found| found.holds(value)))
            }
            _ => self.same(part),
        };
        here || match self {
            Self::List(items) => items.iter().any(|item| item.holds(part)),
            Self::Map(members) => members.iter().any(|(_, value)| value.holds(part)),
            _ => false,
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => write!(out, "{value}").unwrap(),
            Self::Number(text) => out.push_str(text),
            Self::Text(text) => out.push_str(&serde_json::to_string(text).unwrap()),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Self::Map(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    write!(out, "{}:", serde_json::to_string(key).unwrap()).unwrap();
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole;
        impl Visitor<'_> for Whole {
            type Value = Node;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("anything")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
                Node::of_json(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_newtype_struct(WHOLE, Whole)
    }
}
