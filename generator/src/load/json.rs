//! JSON text → tree.

use std::cell::RefCell;

use serde::de::DeserializeSeed;
use serde_json::Value;

use super::parse::beyond;
use super::tree::{Notes, Seed};
use super::yaml;
use crate::diagnostics::{Fault, FileId, Place};

/// Parses a text that is meant to be JSON.
pub(super) fn tree(file: FileId, text: &str) -> (Result<Value, Fault>, Notes) {
    let notes = RefCell::default();
    let mut parser = serde_json::Deserializer::from_str(text);
    // The tree has its own bound on depth, the same for both formats.
    parser.disable_recursion_limit();
    let result = Seed::root(&notes).deserialize(&mut parser).and_then(|tree| parser.end().map(|()| tree));
    let notes = notes.into_inner();
    match result {
        Ok(tree) => (Ok(tree), notes),
        Err(error) if is_out_of_range(&error) => with_text_numbers(file, text, &error, notes),
        Err(error) => (Err(fault(file, text, &error, &notes)), notes),
    }
}

fn is_out_of_range(error: &serde_json::Error) -> bool {
    error.is_syntax() && error.to_string().starts_with("number out of range")
}

/// A number that no double holds, as some generators write for a bound, must not lose the document: the YAML parser
/// takes it as text.
fn with_text_numbers(
    file: FileId,
    text: &str,
    error: &serde_json::Error,
    notes: Notes,
) -> (Result<Value, Fault>, Notes) {
    match yaml::tree(file, text) {
        (Ok(tree), notes) => (Ok(tree), notes),
        (Err(_), _) => (Err(fault(file, text, error, &notes)), notes),
    }
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
