//! Names of a document → fields of emitted structs and their Rust types, as the templates see them.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::lower::words::snake;

/// The most bytes of a name that is made of others.
pub(super) const LONGEST_NAME: usize = 80;

/// A field of a struct.
#[derive(Debug, Serialize)]
pub(super) struct Field {
    /// Its name in Rust.
    pub(super) name: String,
    /// Its name in JSON.
    pub(super) wire: String,
    /// The comment above it.
    pub(super) doc: String,
    pub(super) of: Kind,
    /// It is no `Option`.
    pub(super) required: bool,
}

/// A Rust type.
#[derive(Debug, Serialize)]
#[serde(tag = "is", content = "of")]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    List(Box<Kind>),
    /// A list whose items may be absent.
    Sparse(Box<Kind>),
    /// An emitted struct, by name.
    Object(String),
    Any,
}

/// The name of a field: in small letters, with a letter in front.
pub(super) fn field(wire: &str) -> String {
    let name: String = snake(wire).chars().take(LONGEST_NAME).collect();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        Some(_) => format!("n_{name}"),
        None => "unnamed".to_owned(),
    }
}

/// The name, or the first with a number behind it that is free.
pub(super) fn unique(taken: &mut BTreeSet<String>, name: String, between: &str) -> String {
    if taken.insert(name.clone()) {
        return name;
    }
    let mut number = 2_usize;
    loop {
        let numbered = format!("{name}{between}{number}");
        if taken.insert(numbered.clone()) {
            return numbered;
        }
        number += 1;
    }
}
