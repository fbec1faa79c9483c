//! Text → tree: JSON by its first character, YAML otherwise.

use serde_json::Value;

use super::limits::{MAX_DEPTH, MAX_NODES};
use super::tree::{Bound, Notes};
use super::{Documents, json, yaml};
use crate::diagnostics::{Fault, FileId, Place, Pointer, Sink, kind, occurrences};

/// What a text gave.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// The tree; null where there is a fault that leaves none.
    pub(super) tree: Value,
    /// The values in it.
    pub(super) values: usize,
    /// Whether some reference may lead to another file.
    pub(super) leads_out: bool,
}

/// The tree of a text whose root is a mapping; null, and faults, for any other text.
pub(super) fn mapping(file: FileId, name: &str, text: &str, sink: &mut Sink) -> Parsed {
    let parsed = collection(file, name, text, sink);
    match parsed.tree {
        Value::Array(_) => {
            sink.push(no_mapping(file, name, &parsed.tree));
            Parsed::default()
        }
        _ => parsed,
    }
}

/// The tree of a text whose root is a mapping or a list; null, and faults, for any other text.
pub(super) fn collection(file: FileId, name: &str, text: &str, sink: &mut Sink) -> Parsed {
    if text.trim().is_empty() {
        let fault = Fault::error("empty-file", Place::text(file, 1, 1), format!("`{name}` is empty"));
        sink.push(fault.instead(begins(file)));
        return Parsed::default();
    }
    let (tree, notes) = read(file, name, text);
    let tree = sink.take(tree);
    sink.extend(repeated(file, text, &notes.repeated));
    match tree {
        None => Parsed::default(),
        Some(tree @ (Value::Object(_) | Value::Array(_))) => {
            Parsed { tree, values: notes.values, leads_out: notes.leads_out }
        }
        Some(other) => {
            sink.push(no_mapping(file, name, &other));
            Parsed::default()
        }
    }
}

fn no_mapping(file: FileId, name: &str, tree: &Value) -> Fault {
    let what = format!("`{name}` holds {}, not a mapping of keys", kind(tree));
    Fault::error("not-a-mapping", Place::text(file, 1, 1), what).instead(begins(file))
}

/// How a file of this kind begins.
fn begins(file: FileId) -> &'static str {
    match file {
        Documents::MANIFEST => "keys and values, beginning with `curation: 1`",
        Documents::DOCUMENT => "an OpenAPI document, beginning with `openapi: 3.1.0`",
        _ => "keys and values",
    }
}

fn read(file: FileId, name: &str, text: &str) -> (Result<Value, Fault>, Notes) {
    if !text.trim_start().starts_with(['{', '[']) {
        return yaml::tree(file, text);
    }
    let (tree, notes) = json::tree(file, text);
    // A YAML file may begin with a flow collection that is no JSON.
    let is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
    match tree {
        Err(_) if is_yaml && notes.met.is_none() => yaml::tree(file, text),
        tree => (tree, notes),
    }
}

/// The fault of a bound that was met.
pub(super) fn beyond(bound: Bound, at: Place) -> Fault {
    match bound {
        Bound::Depth => {
            Fault::error("too-deep", at, format!("the text is nested more than {MAX_DEPTH} levels deep"))
                .instead("take what lies deepest out, or put it in a place of its own and refer to it")
        }
        Bound::Nodes => {
            Fault::error("too-many-values", at, format!("the file holds more than {MAX_NODES} values"))
                .instead("take the operations that matter into a smaller file")
        }
    }
}

/// The faults of keys that stand more than once in their mapping.
fn repeated(file: FileId, text: &str, pointers: &[Pointer]) -> Vec<Fault> {
    if pointers.is_empty() {
        return Vec::new();
    }
    let fault = |(pointer, spots): (&Pointer, Vec<(usize, usize)>)| {
        let key = pointer.segments().last().unwrap_or_default();
        let what = format!("the key `{key}` is there twice");
        let fault = match spots.as_slice() {
            [first, second, ..] => Fault::error("duplicate-key", Place::text(file, second.0, second.1), what)
                .also(Place::text(file, first.0, first.1), "it is here first"),
            _ => Fault::error("duplicate-key", Place::new(file, pointer.clone()).at_key(), what),
        };
        fault.instead("keep one of the two")
    };
    pointers.iter().zip(occurrences(text, pointers)).map(fault).collect()
}
