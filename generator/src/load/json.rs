//! JSON text → tree.

use std::cell::RefCell;

use serde::de::DeserializeSeed;
use serde_json::Value;

use super::parse::beyond;
use super::tree::{Notes, Seed};
use crate::diagnostics::{Fault, FileId, Place};

/// Parses a text that is meant to be JSON.
pub(super) fn tree(file: FileId, text: &str) -> (Result<Value, Fault>, Notes) {
    let notes = RefCell::default();
    let mut parser = serde_json::Deserializer::from_str(text);
    // The tree has its own bound on depth, the same for both formats.
    parser.disable_recursion_limit();
    let result = Seed::root(&notes).deserialize(&mut parser).and_then(|tree| parser.end().map(|()| tree));
    let notes = notes.into_inner();
    (result.map_err(|error| fault(file, text, &error, &notes)), notes)
}

fn fault(file: FileId, text: &str, error: &serde_json::Error, notes: &Notes) -> Fault {
    let (line, column) = (error.line(), error.column());
    let at = Place::text(file, line, characters(text, line, column));
    if let Some(bound) = notes.met {
        return beyond(bound, at);
    }
    let said = error.to_string();
    let reason = said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said);
    Fault::error("syntax", at, format!("this is not JSON: {reason}"))
}

/// The column in characters of a column in bytes; both from 1.
fn characters(text: &str, line: usize, column: usize) -> usize {
    let bytes = text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default().as_bytes();
    let before = bytes.get(..column.saturating_sub(1)).unwrap_or(bytes);
    1 + before.iter().filter(|byte| !(0x80..0xc0).contains(*byte)).count()
}
