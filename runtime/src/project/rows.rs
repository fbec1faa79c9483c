//! Turns an array of the answer into a page of rows: `{items, returned, truncated, orderedBy?}`.

use fewtools_contract::Rows;
use serde_json::{Map, Value};

use super::cap::{Cap, Ends};
use super::fields::Scope;
use super::{fields, unexpected};
use crate::Reply;
use crate::arguments::Page;

/// Said where the API was asked for all it gives at once, so that nothing shows whether more is there.
const MAYBE: &str = "There may be more: the API gives no more rows at once.";

/// The rows of an answer.
pub(super) fn reply(spec: &Rows<'_>, answer: Scope<'_>, page: Page, has_next: bool, cap: &Cap<'_>) -> Reply {
    let Some(found) = array(spec, answer.here) else { return unexpected(200) };
    let row = |row| fields::row(spec.pick, answer.in_item(row));
    let rows: Vec<Value> = found.iter().take(page.wanted).map(row).collect();
    let full = found.len() >= page.wanted;
    let unseen = full && page.asked.is_some_and(|asked| asked <= page.wanted as u64);
    let mut envelope = Map::new();
    envelope.insert("items".into(), Value::Array(rows));
    envelope.insert("returned".into(), found.len().min(page.wanted).into());
    envelope.insert("truncated".into(), (found.len() > page.wanted || has_next || unseen).into());
    if !spec.ordered_by.is_empty() {
        envelope.insert("orderedBy".into(), spec.ordered_by.into());
    }
    if unseen && !has_next && found.len() == page.wanted {
        envelope.insert("note".into(), MAYBE.into());
    }
    cap.rows(envelope, if found.len() > page.wanted { Ends::Later } else { Ends::Here })
}

/// The array; an absent one and `null` are no rows, anything else is not what the document says.
fn array<'v>(spec: &Rows<'_>, answer: &'v Value) -> Option<&'v [Value]> {
    let Some((last, way)) = spec.at.split_last() else {
        return if answer.is_null() { Some(&[]) } else { answer.as_array().map(Vec::as_slice) };
    };
    let parent = fields::at(way, answer)?;
    match fields::at(std::slice::from_ref(last), parent) {
        None if parent.is_object() => Some(&[]),
        None => None,
        Some(Value::Null) => Some(&[]),
        Some(found) => found.as_array().map(Vec::as_slice),
    }
}
