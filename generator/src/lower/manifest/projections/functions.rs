//! `{ fn, of, returns }` → a method that the downstream crate implements.

use serde_json::Value;

use super::super::cursor::{Cursor, Members};
use super::way;
use crate::lower::curation::{FromEntry, HookEntry, HookReturn, Spot, WayEntry, Word};

/// The most bytes of a name.
const MOST: usize = 48;

const RETURNS: [(&str, HookReturn); 4] = [
    ("text", HookReturn::Text),
    ("integer", HookReturn::Integer),
    ("number", HookReturn::Number),
    ("boolean", HookReturn::Boolean),
];

pub(super) fn of(members: &Members<'_>, lead: &Cursor<'_>) -> Option<FromEntry> {
    let name = lead.word("the name of a function").and_then(|word| named(lead, word));
    let of = members.required("of", "a path, or a mapping of names to paths").map(|at| arguments(&at));
    let returns = members.get("returns").map(|at| Some(Spot::new(at.choice(&RETURNS)?, at.at)));
    if matches!(returns, Some(None)) {
        return None;
    }
    Some(FromEntry::Hook(HookEntry { name: name?, of: of??, returns: returns.flatten() }))
}

/// One way, which is called `of`, or several by name.
fn arguments(at: &Cursor<'_>) -> Option<Vec<(String, WayEntry)>> {
    let Value::Object(_) = at.value else { return Some(vec![("of".to_owned(), way(at)?)]) };
    let entries = at.entries("a mapping of names to paths");
    let read: Vec<_> = entries
        .into_iter()
        .map(|(name, value)| {
            let way = way(&value);
            let name = named(at, name)?;
            Some((name.value, way?))
        })
        .collect();
    read.into_iter().collect()
}

/// A name that Rust takes as it is.
fn named(at: &Cursor<'_>, name: Word) -> Option<Word> {
    let is_good = |name: &str| {
        name.len() <= MOST
            && name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    if is_good(&name.value) {
        return Some(name);
    }
    let snake = crate::lower::words::snake(&name.value);
    let instead = if is_good(&snake) { format!("`{snake}`") } else { "a name like `queue_trend`".to_owned() };
    let what = format!("`{}`: `{}` is no name of a Rust function or argument", at.path(), name.value);
    at.fault(crate::diagnostics::Fault::error("bad-value", name.at, what).instead(instead));
    None
}
