//! A tree → typed records, strictly: a field that a record does not have is an error. Keeps where each field stands.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::StringDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::node::{Node, WHOLE};

/// One step into a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Item(usize),
}

/// A field that a case states: the record's name, the field's, and where it stands.
#[derive(Debug, Clone)]
pub struct Stated {
    pub record: &'static str,
    pub field: String,
    pub path: Vec<Step>,
}

/// Reads a value; with it, every field of a record that is stated, and every field that a record could state.
pub fn read<'n, T: de::Deserialize<'n>>(node: &'n Node) -> Result<(T, Log), String> {
    let log = RefCell::new(Log::default());
    let value = T::deserialize(Reader { node, path: Vec::new(), log: &log }).map_err(|error| error.0)?;
    Ok((value, log.into_inner()))
}

/// For a field that may be `null`, which is not the same as left out.
pub fn given<'n, D: Deserializer<'n>>(deserializer: D) -> Result<Option<Node>, D::Error> {
    de::Deserialize::deserialize(deserializer).map(Some)
}

/// For a list of texts of which a single one may stand alone.
pub fn words<'n, D: Deserializer<'n>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let node: Node = de::Deserialize::deserialize(deserializer)?;
    let word = |node: &Node| match node {
        Node::List(_) | Node::Map(_) | Node::Null => Err(de::Error::custom("expected a text")),
        scalar => Ok(scalar.shown()),
    };
    match &node {
        Node::List(items) => items.iter().map(word).collect(),
        one => Ok(vec![word(one)?]),
    }
}

/// What was met on the way.
#[derive(Debug, Default)]
pub struct Log {
    /// The fields that are stated.
    pub stated: Vec<Stated>,
    /// The fields that the records met have.
    pub known: Vec<(&'static str, &'static str)>,
}

struct Reader<'n, 'l> {
    node: &'n Node,
    path: Vec<Step>,
    log: &'l RefCell<Log>,
}

/// Why a tree is no record.
#[derive(Debug)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl de::Error for Unfit {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl<'n, 'l> Reader<'n, 'l> {
    fn inner(&self, node: &'n Node, step: Step) -> Self {
        let mut path = self.path.clone();
        path.push(step);
        Reader { node, path, log: self.log }
    }

    fn located(path: &[Step], error: Unfit) -> Unfit {
        if error.0.starts_with("at ") {
            return error;
        }
        let words: Vec<String> = path
            .iter()
            .map(|step| match step {
                Step::Key(key) => key.clone(),
                Step::Item(index) => index.to_string(),
            })
            .collect();
        Unfit(format!("at {}: {}", words.join("."), error.0))
    }
}

impl<'n> Deserializer<'n> for Reader<'n, '_> {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Unfit> {
        let path = self.path.clone();
        let read = match self.node {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Text(text) => visitor.visit_borrowed_str(text),
            Node::Number(text) => match (text.parse::<u64>(), text.parse::<f64>()) {
                (Ok(whole), _) => visitor.visit_u64(whole),
                (_, Ok(number)) => visitor.visit_f64(number),
                _ => Err(de::Error::custom(format!("{text} is no number"))),
            },
            Node::List(items) => visitor.visit_seq(Items { reader: &self, items, at: 0 }),
            Node::Map(members) => {
                visitor.visit_map(Members { reader: &self, members, at: 0, record: None, value: None })
            }
        };
        read.map_err(|error| Self::located(&path, error))
    }

    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Unfit> {
        match self.node {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'n>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        match name {
            WHOLE => visitor.visit_string(self.node.json()),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_struct<V: Visitor<'n>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        self.log.borrow_mut().known.extend(fields.iter().map(|field| (name, *field)));
        let Node::Map(members) = self.node else { return self.deserialize_any(visitor) };
        let path = self.path.clone();
        let access = Members { reader: &self, members, at: 0, record: Some(name), value: None };
        visitor.visit_map(access).map_err(|error| Self::located(&path, error))
    }

    fn deserialize_enum<V: Visitor<'n>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        let Some(word) = self.node.text() else { return Err(de::Error::custom("expected a word")) };
        let word: StringDeserializer<Unfit> = word.to_owned().into_deserializer();
        visitor.visit_enum(word).map_err(|error| Self::located(&self.path, error))
    }

    forward_to_deserialize_any! {
        <V: Visitor<'n>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

struct Items<'r, 'n, 'l> {
    reader: &'r Reader<'n, 'l>,
    items: &'n [Node],
    at: usize,
}

impl<'n> SeqAccess<'n> for Items<'_, 'n, '_> {
    type Error = Unfit;

    fn next_element_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, Unfit> {
        let Some(item) = self.items.get(self.at) else { return Ok(None) };
        let reader = self.reader.inner(item, Step::Item(self.at));
        self.at += 1;
        seed.deserialize(reader).map(Some)
    }
}

struct Members<'r, 'n, 'l> {
    reader: &'r Reader<'n, 'l>,
    members: &'n [(String, Node)],
    at: usize,
    record: Option<&'static str>,
    value: Option<Reader<'n, 'l>>,
}

impl<'n> MapAccess<'n> for Members<'_, 'n, '_> {
    type Error = Unfit;

    fn next_key_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<Option<S::Value>, Unfit> {
        let Some((key, value)) = self.members.get(self.at) else { return Ok(None) };
        self.at += 1;
        let inner = self.reader.inner(value, Step::Key(key.clone()));
        if let Some(record) = self.record {
            let stated = Stated { record, field: key.clone(), path: inner.path.clone() };
            self.reader.log.borrow_mut().stated.push(stated);
        }
        self.value = Some(inner);
        let key: StringDeserializer<Unfit> = key.clone().into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'n>>(&mut self, seed: S) -> Result<S::Value, Unfit> {
        match self.value.take() {
            Some(reader) => seed.deserialize(reader),
            None => Err(de::Error::custom("a value without a key")),
        }
    }
}
