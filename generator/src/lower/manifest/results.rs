//! `result` or `rows` of a tool or a variant → what leaves of an answer.

use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use crate::lower::curation::{ResultEntry, RowsEntry};

const ROWS: Keys = Keys {
    expected: "the name of a projection, or a mapping with `at`, `pick` or `ordered_by`",
    known: &["at", "pick", "ordered_by"],
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

fn whole(at: &Cursor<'_>) -> Option<ResultEntry> {
    if at.value == "link" {
        return at.later("`link`", PROJECTION);
    }
    Some(ResultEntry {
        projection: Some(at.word(PROJECTION)?),
        rows: None,
        full: None,
        link: false,
        at: at.at.clone(),
    })
}

fn rows(at: &Cursor<'_>) -> Option<ResultEntry> {
    if let Value::String(_) = at.value {
        let projection = Some(at.word(PROJECTION)?);
        return Some(ResultEntry {
            projection,
            rows: Some(RowsEntry::default()),
            full: None,
            link: false,
            at: at.at.clone(),
        });
    }
    let members = at.members(&ROWS)?;
    let ordered_by = members.get("ordered_by").and_then(|at| at.prose());
    let rows = RowsEntry {
        path: members.get("at").and_then(|at| at.word("the way to the list, like `items`")),
        ordered_by: ordered_by.map(|word| word.value).unwrap_or_default(),
    };
    let projection = members.get("pick").and_then(|at| at.word(PROJECTION));
    Some(ResultEntry { projection, rows: Some(rows), full: None, link: false, at: at.at.clone() })
}
