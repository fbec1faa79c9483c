//! `where: field` or `where: field == constant` → a filter.

use serde_json::Value;

use super::cursor::Cursor;
use crate::lower::curation::{FilterEntry, Spot};

/// How a condition is written.
const FORM: &str = "`field`, or `field == constant`";

pub(super) fn of(at: &Cursor<'_>) -> Option<FilterEntry> {
    let word = at.word(FORM)?;
    let (field, constant) = match word.value.split_once("==") {
        Some((field, written)) => (field.trim(), constant(written.trim())),
        None => (word.value.trim(), Some(Value::Bool(true))),
    };
    let Some(equals) = constant.filter(|_| is_bare(field)) else {
        return at.unknown("a condition", FORM.to_owned());
    };
    Some(FilterEntry { path: Spot::new(field.to_owned(), word.at), equals })
}

/// A scalar of JSON, a text in single quotes, or a bare word.
fn constant(written: &str) -> Option<Value> {
    match serde_json::from_str(written) {
        Ok(Value::Array(_) | Value::Object(_)) => None,
        Ok(scalar) => Some(scalar),
        Err(_) => {
            let quoted = written.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
            let text = quoted.filter(|text| !text.contains('\''));
            text.or_else(|| Some(written).filter(|word| is_bare(word))).map(Value::from)
        }
    }
}

/// Whether a text is one word without signs of a larger language.
fn is_bare(word: &str) -> bool {
    !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || "=!<>&|()'\"".contains(c))
}
