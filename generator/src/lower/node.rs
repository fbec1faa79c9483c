//! A value of a document with its place: what every reader of the document takes in.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::diagnostics::{Fault, Place};

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    pub(super) at: Place,
}

impl<'a> Node<'a> {
    pub(super) fn new(value: &'a Value, at: Place) -> Self {
        Self { value, at }
    }

    /// The member of this key. A `null` counts as absent: it is what YAML makes of a key without a value.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(Node::new(value, self.at.key(key)))
    }

    /// The text under this key; `None` for anything else.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.value.get(key)?.as_str()
    }

    /// The name under this key: YAML reads one that is not in quotes as a number or a truth.
    pub(super) fn name(&self, key: &str) -> Option<Cow<'a, str>> {
        match self.value.get(key)? {
            Value::String(text) => Some(Cow::Borrowed(text)),
            other @ (Value::Number(_) | Value::Bool(_)) => Some(Cow::Owned(other.to_string())),
            _ => None,
        }
    }

    /// The text under this key, or the empty text.
    pub(super) fn words(&self, key: &str) -> String {
        self.text(key).unwrap_or_default().to_owned()
    }

    /// The description of a node that a reference led to: what stands beside the reference, else its own.
    pub(super) fn described(&self, written: &Node) -> String {
        written.text("description").or_else(|| self.text("description")).unwrap_or_default().to_owned()
    }

    /// Whether `true` stands under this key.
    pub(super) fn is_set(&self, key: &str) -> bool {
        self.value.get(key) == Some(&Value::Bool(true))
    }

    /// The node as an object.
    pub(super) fn object(&self, noun: &str) -> Result<&'a Map<String, Value>, Fault> {
        self.value.as_object().ok_or_else(|| self.not(noun, "an object"))
    }

    /// The members of an object, in document order.
    pub(super) fn members(
        &self,
        noun: &str,
    ) -> Result<impl Iterator<Item = (&'a str, Node<'a>)> + use<'a>, Fault> {
        let at = self.at.clone();
        let map = self.object(noun)?;
        Ok(map.iter().map(move |(key, value)| (key.as_str(), Node::new(value, at.key(key)))))
    }

    /// The items of an array.
    pub(super) fn items(&self, noun: &str) -> Result<impl Iterator<Item = Node<'a>> + use<'a>, Fault> {
        let at = self.at.clone();
        let list = self.value.as_array().ok_or_else(|| self.not(noun, "a list"))?;
        Ok(list.iter().enumerate().map(move |(index, value)| Node::new(value, at.index(index))))
    }

    /// The items of an array; an object in its place is the only one, where it holds anything.
    pub(super) fn items_or_one(&self, noun: &str) -> Result<impl Iterator<Item = Node<'a>> + use<'a>, Fault> {
        let list = match self.value {
            Value::Object(_) => None,
            _ => Some(self.items(noun)?),
        };
        let one = list.is_none() && self.value.as_object().is_some_and(|members| !members.is_empty());
        Ok(list.into_iter().flatten().chain(one.then(|| self.clone())))
    }

    fn not(&self, noun: &str, shape: &str) -> Fault {
        Fault::error("wrong-shape", self.at.clone(), format!("{noun} is {}, not {shape}", kind(self.value)))
            .instead(format!("write {shape}"))
    }
}

/// The kind of a value, in words.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "`true` or `false`",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
