//! Where a fault is: a file and a JSON Pointer into it. Lines and columns are looked up only when printed.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

/// A file that was read, by its index in [`crate::load::Documents`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A JSON Pointer (RFC 6901).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pointer(String);

impl Pointer {
    /// The root of a document.
    pub fn root() -> Self {
        Self::default()
    }

    /// Takes over the text of a pointer, `/a~1b/0`; the empty text is the root.
    pub fn parse(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The member of this key below this pointer.
    pub fn key(&self, key: &str) -> Self {
        let mut text = String::with_capacity(self.0.len() + key.len() + 1);
        text.push_str(&self.0);
        text.push('/');
        for piece in key.split_inclusive(['~', '/']) {
            let (plain, escape) = match (piece.strip_suffix('~'), piece.strip_suffix('/')) {
                (Some(plain), _) => (plain, "~0"),
                (_, Some(plain)) => (plain, "~1"),
                _ => (piece, ""),
            };
            text.push_str(plain);
            text.push_str(escape);
        }
        Self(text)
    }

    /// The item of this index below this pointer.
    pub fn index(&self, index: usize) -> Self {
        Self([self.as_str(), "/", &index.to_string()].concat())
    }

    /// The pointer one level up; `None` at the root.
    pub fn parent(&self) -> Option<Self> {
        self.0.rfind('/').map(|end| Self(self.0[..end].to_owned()))
    }

    /// Its segments, unescaped.
    pub fn segments(&self) -> impl Iterator<Item = String> + '_ {
        self.0.split('/').skip(1).map(|segment| unescaped(segment).into_owned())
    }

    /// The node it leads to from a root; `None` when there is none. As [`Value::pointer`], which copies every segment.
    pub fn within<'v>(&self, root: &'v Value) -> Option<&'v Value> {
        let mut segments = self.0.split('/');
        // The text before the first slash is empty, unless the pointer is none.
        segments.next().filter(|before| before.is_empty())?;
        segments.try_fold(root, |node, segment| match node {
            Value::Object(members) => members.get(&*unescaped(segment)),
            Value::Array(items) => items.get(index(segment)?),
            _ => None,
        })
    }

    /// The text of the pointer.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The key that a segment stands for: `~1` is a slash, `~0` a tilde.
fn unescaped(segment: &str) -> Cow<'_, str> {
    let mut pieces = segment.split('~');
    let before = pieces.next().unwrap_or_default();
    if before.len() == segment.len() {
        return Cow::Borrowed(segment);
    }
    let mut key = String::with_capacity(segment.len());
    key.push_str(before);
    for piece in pieces {
        let (character, rest) = match (piece.strip_prefix('1'), piece.strip_prefix('0')) {
            (Some(rest), _) => ('/', rest),
            (_, Some(rest)) => ('~', rest),
            _ => ('~', piece),
        };
        key.push(character);
        key.push_str(rest);
    }
    Cow::Owned(key)
}

/// The index that a segment writes: digits, without a zero in front.
fn index(segment: &str) -> Option<usize> {
    let is_index = segment == "0" || !segment.starts_with(['+', '0']);
    is_index.then(|| segment.parse().ok()).flatten()
}

/// Which part of a node is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Part {
    /// The value.
    #[default]
    Value,
    /// The key that leads to it.
    Key,
    /// A spot of the text itself, whatever the node: for text that is no tree.
    Text {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The node in it.
    pub pointer: Pointer,
    /// The part of the node.
    pub part: Part,
}

impl Place {
    /// The value at a pointer.
    pub fn new(file: FileId, pointer: Pointer) -> Self {
        Self { file, pointer, part: Part::Value }
    }

    /// A line and a column of the text, both from 1.
    pub fn text(file: FileId, line: usize, column: usize) -> Self {
        Self { file, pointer: Pointer::root(), part: Part::Text { line, column } }
    }

    /// The same node, its key.
    pub fn at_key(&self) -> Self {
        Self { part: Part::Key, ..self.clone() }
    }

    /// The member of this key.
    pub fn key(&self, key: &str) -> Self {
        Self::new(self.file, self.pointer.key(key))
    }

    /// The item of this index.
    pub fn index(&self, index: usize) -> Self {
        Self::new(self.file, self.pointer.index(index))
    }
}
