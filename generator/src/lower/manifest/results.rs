//! `result` or `rows` of a tool or a variant → what leaves of an answer.

use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use crate::lower::curation::{ResultEntry, RowsEntry, Word};

const RESULT: Keys = Keys {
    expected: "the name of a projection, a mapping with `brief` and `full`, or `link`",
    known: &["brief", "full"],
    later: &[],
};

const ROWS: Keys = Keys {
    expected: "the name of a projection, or a mapping with `at`, `pick`, `ordered_by`, or `brief` and `full`",
    known: &["at", "pick", "ordered_by", "brief", "full"],
    later: &[],
};

const PROJECTION: &str = "the name of a projection";

pub(super) fn of(members: &Members<'_>) -> Option<ResultEntry> {
    match (members.get("result"), members.get("rows")) {
        (Some(_), Some(_)) => {
            members.conflict("result", "rows", "`result` for one answer, or `rows` for a list");
            None
        }
        (Some(result), None) => whole(&result),
        (None, Some(page)) => rows(&page),
        (None, None) => None,
    }
}

/// The result of what nobody can ask a detail or an address of: one projection.
pub(super) fn plain(members: &Members<'_>, instead: &str) -> Option<ResultEntry> {
    let result = of(members)?;
    let key = if result.rows.is_some() { "rows" } else { "result" };
    let what = match (&result.full, result.link) {
        (Some(_), _) => "full",
        (None, true) => "link",
        (None, false) => return Some(result),
    };
    members.conflict(key, what, instead);
    None
}

fn whole(at: &Cursor<'_>) -> Option<ResultEntry> {
    if at.value == "link" {
        return Some(ResultEntry { link: true, ..empty(at) });
    }
    if let Value::String(_) = at.value {
        return Some(ResultEntry { projection: Some(at.word(PROJECTION)?), ..empty(at) });
    }
    let members = at.members(&RESULT)?;
    let (brief, full) = two(&members)?;
    Some(ResultEntry { projection: Some(brief), full: Some(full), ..empty(at) })
}

fn rows(at: &Cursor<'_>) -> Option<ResultEntry> {
    if let Value::String(_) = at.value {
        let projection = Some(at.word(PROJECTION)?);
        return Some(ResultEntry { projection, rows: Some(RowsEntry::default()), ..empty(at) });
    }
    let members = at.members(&ROWS)?;
    let ordered_by = members.get("ordered_by").and_then(|at| at.prose());
    let rows = RowsEntry {
        path: members.get("at").and_then(|at| at.word("the way to the list, like `items`")),
        ordered_by: ordered_by.map(|word| word.value).unwrap_or_default(),
    };
    let (projection, full) = match members.get("brief").or(members.get("full")) {
        Some(_) if members.get("pick").is_some() => {
            members.conflict("pick", "brief", "`pick` for one projection, or `brief` and `full` for two");
            return None;
        }
        Some(_) => {
            let (brief, full) = two(&members)?;
            (Some(brief), Some(full))
        }
        None => (members.get("pick").and_then(|at| at.word(PROJECTION)), None),
    };
    Some(ResultEntry { projection, rows: Some(rows), full, ..empty(at) })
}

/// `brief` and `full`, of which neither goes without the other.
fn two(members: &Members<'_>) -> Option<(Word, Word)> {
    let brief = members.required("brief", "the projection that leaves unless a call says `detail: full`");
    let full = members.required("full", "the projection that leaves where a call says `detail: full`");
    Some((brief?.word(PROJECTION)?, full?.word(PROJECTION)?))
}

fn empty(at: &Cursor<'_>) -> ResultEntry {
    ResultEntry { projection: None, rows: None, full: None, link: false, at: at.at.clone() }
}
