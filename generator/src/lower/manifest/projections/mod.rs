//! `projections` → the fields that leave, by projection.

mod findings;
mod forms;
mod functions;

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::Cursor;
use super::expressions;
use crate::diagnostics::Fault;
use crate::lower::curation::{Expression, FieldEntry, FromEntry, PickEntry, Spot, WayEntry, Word};

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
    let name = at.word("a field: a name, or `name: path`")?;
    if name.value.starts_with('$') {
        let what = format!("`{}` is an expression without the name it leaves under", name.value);
        let instead = format!("`<name>: {}`", name.value);
        at.fault(Fault::error("bad-value", name.at, what).instead(instead));
        return None;
    }
    if let Some((_, last)) = name.value.rsplit_once('/') {
        let what = format!("`{}` is a path without the name it leaves under", name.value);
        let instead = format!("`{last}: {}`", name.value);
        at.fault(Fault::error("bad-value", name.at, what).instead(instead));
        return None;
    }
    let path = Spot::new(Expression::Path(name.value.clone()), name.at.clone());
    Some(FieldEntry { from: FromEntry::Way(path), name })
}

fn from(at: &Cursor<'_>) -> Option<FromEntry> {
    match at.value {
        Value::String(text) if text == "$now" => Some(FromEntry::Now),
        Value::String(_) => way(at).map(FromEntry::Way),
        Value::Array(_) => Some(FromEntry::Findings(findings::of(at))),
        _ => forms::of(at),
    }
}

/// A path or an expression for a value; the time is none.
fn way(at: &Cursor<'_>) -> Option<WayEntry> {
    let way = expressions::way(at)?;
    if way.value == Expression::Now {
        return at.unknown("a path, or an expression for a part of an answer", "`<name>: $now`".to_owned());
    }
    Some(way)
}

fn pick(at: &Cursor<'_>) -> Option<PickEntry> {
    match at.value {
        Value::Array(_) => Some(PickEntry::Fields(fields(at))),
        _ => at.word("a list of fields, or the name of a projection").map(PickEntry::Named),
    }
}
