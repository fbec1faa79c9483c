//! `projections` → the fields that leave, by projection.

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{LEAVE_OUT, condition};
use crate::diagnostics::Fault;
use crate::lower::curation::{
    Expression, FieldEntry, FromEntry, ItemsEntry, PickEntry, Spot, WayEntry, Word,
};

const FIELD: Keys = Keys {
    expected: "a path, or a mapping with `each`",
    known: &["each", "pick", "where"],
    later: &[
        ("from", "the path alone"),
        ("cap", LEAVE_OUT),
        ("const", LEAVE_OUT),
        ("fn", LEAVE_OUT),
        ("of", LEAVE_OUT),
        ("sort", LEAVE_OUT),
        ("first", "a path with the index, like `items/0`"),
        ("count", LEAVE_OUT),
        ("sum", LEAVE_OUT),
        ("when", LEAVE_OUT),
        ("say", LEAVE_OUT),
    ],
};

const FIELDS: &str = "a list of fields";

pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<Vec<FieldEntry>>> {
    let entries = at.entries("a mapping of projections");
    entries.into_iter().map(|(name, at)| (name.value, Spot::new(fields(&at), name.at))).collect()
}

/// A list of fields, each name once.
fn fields(at: &Cursor<'_>) -> Vec<FieldEntry> {
    let items = at.items(FIELDS);
    if at.value.as_array().is_some_and(Vec::is_empty) {
        let what = format!("`{}` lets nothing leave", at.path());
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead("the names of the fields"));
    }
    let fields: Vec<_> = items.iter().flat_map(written).collect();
    let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
    at.once(&names);
    fields
}

/// The fields of one item: a name that is its own path, or names with where they come from.
fn written(at: &Cursor<'_>) -> Vec<FieldEntry> {
    match at.value {
        Value::Object(_) => {
            let field = |(name, at): (Word, Cursor<'_>)| Some(FieldEntry { name, from: from(&at)? });
            at.entries(FIELDS).into_iter().filter_map(field).collect()
        }
        _ => bare(at).into_iter().collect(),
    }
}

fn bare(at: &Cursor<'_>) -> Option<FieldEntry> {
    let name = path(at, "a field: a name, or `name: path`")?;
    if let Some((_, last)) = name.value.rsplit_once('/') {
        let what = format!("`{}` is a path without the name it leaves under", name.value);
        let instead = format!("`{last}: {}`", name.value);
        at.fault(Fault::error("bad-value", name.at, what).instead(instead));
        return None;
    }
    Some(FieldEntry { from: FromEntry::Way(way(name.clone())), name })
}

fn from(at: &Cursor<'_>) -> Option<FromEntry> {
    match at.value {
        Value::String(_) => path(at, FIELD.expected).map(|path| FromEntry::Way(way(path))),
        Value::Array(_) => at.later("a list of findings", LEAVE_OUT),
        _ => each(&at.members(&FIELD)?),
    }
}

fn each(members: &Members<'_>) -> Option<FromEntry> {
    let filter = members.get("where").and_then(|at| condition::of(&at));
    let pick = members.get("pick").and_then(|at| pick(&at));
    let each = match members.get("each") {
        None if members.has_later => None,
        None => {
            members.missing("the key `each` is missing", "the way to the list whose items are picked from");
            None
        }
        Some(each) => path(&each, "the way to a list"),
    };
    let of = ItemsEntry { at: way(each?), filter, sort: None, first: None };
    Some(FromEntry::Each { of, pick })
}

fn way(path: Word) -> WayEntry {
    Spot::new(Expression::Path(path.value), path.at)
}

fn pick(at: &Cursor<'_>) -> Option<PickEntry> {
    match at.value {
        Value::Array(_) => Some(PickEntry::Fields(fields(at))),
        _ => at.word("a list of fields, or the name of a projection").map(PickEntry::Named),
    }
}

/// A path into an answer; an expression is not built yet.
fn path(at: &Cursor<'_>, expected: &str) -> Option<Word> {
    let word = at.word(expected)?;
    if let Some(expression) = word.value.strip_prefix('$') {
        let root = expression.split(['.', '#', '/']).next().unwrap_or_default();
        return at.later(&format!("the expression `${root}`"), "a path into the answer");
    }
    Some(word)
}
