//! `client` → the operations that code of the downstream crate calls, each with what is said of its effect.

use serde_json::Value;

use super::cursor::Cursor;
use super::keys::Keys;
use super::tools;
use crate::lower::curation::{ClientEntry, Word};

const ENTRY: Keys = Keys {
    expected: "an operation, or a mapping with `call` and `effect`",
    known: &["call", "effect"],
    later: &[],
};

pub(super) fn of(at: &Cursor<'_>) -> Vec<ClientEntry> {
    if let Value::String(_) = at.value {
        at.words("a list of operations");
        return Vec::new();
    }
    let entries: Vec<ClientEntry> = at.items("a list of operations").iter().filter_map(entry).collect();
    let calls: Vec<Word> = entries.iter().map(|entry| entry.call.clone()).collect();
    at.once(&calls);
    entries
}

fn entry(at: &Cursor<'_>) -> Option<ClientEntry> {
    if let Value::String(_) = at.value {
        return Some(ClientEntry { call: at.word("a name")?, effect: None });
    }
    let members = at.members(&ENTRY)?;
    let call = members.required("call", "an operation")?.word("an operation")?;
    Some(ClientEntry { call, effect: tools::effect(&members) })
}
