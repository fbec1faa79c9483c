//! `exclude` → operations that are left out, each list with its reason.

use super::cursor::Cursor;
use super::keys::Keys;
use crate::diagnostics::Fault;
use crate::lower::curation::{ExcludeEntry, Word};

const EXCLUSION: Keys = Keys {
    expected: "a mapping with `ops` and `why`",
    known: &["ops", "why"],
    later: &[
        ("tags", "the operations themselves, in `ops`"),
        ("paths", "the operations themselves, in `ops`"),
    ],
};

pub(super) fn of(at: &Cursor<'_>) -> Vec<ExcludeEntry> {
    let entries = at.items("a list of `{ ops: […], why: … }`");
    let entries: Vec<_> = entries.iter().filter_map(exclusion).collect();
    at.once(&entries.iter().flat_map(distinct).collect::<Vec<_>>());
    entries
}

fn exclusion(at: &Cursor<'_>) -> Option<ExcludeEntry> {
    let members = at.members(&EXCLUSION)?;
    let why = members.required("why", "one sentence on why they are left out").and_then(|at| at.prose());
    let ops = match members.get("ops") {
        None if members.has_later => None,
        None => members.required("ops", "a list of operationIds, or methods and paths like `GET /queues`"),
        ops => ops,
    };
    let ops = ops.map(|at| listed(&at))?;
    // Where only the reason is missing, nobody forgot the operations.
    Some(ExcludeEntry { ops, why: why.map(|why| why.value).unwrap_or_default(), at: at.at.clone() })
}

fn listed(at: &Cursor<'_>) -> Vec<Word> {
    if at.value.as_array().is_some_and(Vec::is_empty) {
        let what = format!("`{}` is empty", at.path());
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead("the operations that are left out"));
    }
    at.words("a list of operations")
}

/// The operations of an entry, each once: repeats within one entry are told already.
fn distinct(entry: &ExcludeEntry) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for op in &entry.ops {
        if !words.iter().any(|word| word.value == op.value) {
            words.push(op.clone());
        }
    }
    words
}
