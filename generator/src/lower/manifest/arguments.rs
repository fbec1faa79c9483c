//! `args` of the manifest → shared arguments.

use fewtools_contract::Types;
use indexmap::IndexMap;

use super::cursor::Cursor;
use super::keys::Keys;
use crate::lower::curation::{ArgEntry, ArgType, Spot};

const ARGUMENT: Keys = Keys {
    expected: "a mapping with `to`, `type` or `default`",
    known: &["to", "type", "default"],
    later: &[],
};

/// What `type` may say. `null` is no type of an argument.
const TYPES: [(&str, ArgType); 12] = [
    ("duration", ArgType::Duration),
    ("row-limit", ArgType::RowLimit),
    ("uuid", ArgType::Uuid),
    ("date", ArgType::Date),
    ("date-time", ArgType::DateTime),
    ("id-list", ArgType::IdList),
    ("string", ArgType::Plain(Types::STRING)),
    ("integer", ArgType::Plain(Types::INTEGER)),
    ("number", ArgType::Plain(Types::NUMBER)),
    ("boolean", ArgType::Plain(Types::BOOLEAN)),
    ("array", ArgType::Plain(Types::ARRAY)),
    ("object", ArgType::Plain(Types::OBJECT)),
];

pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<ArgEntry>> {
    let entries = at.entries("a mapping of arguments");
    entries
        .into_iter()
        .filter_map(|(name, at)| Some((name.value, Spot::new(argument(&at)?, name.at))))
        .collect()
}

/// `type` of an argument.
pub(super) fn typed(at: &Cursor<'_>) -> Option<Spot<ArgType>> {
    Some(Spot::new(at.choice(&TYPES)?, at.at.clone()))
}

fn argument(at: &Cursor<'_>) -> Option<ArgEntry> {
    let members = at.members_or(&ARGUMENT, "type: {}")?;
    Some(ArgEntry {
        to: members.get("to").and_then(|at| at.word("a slot like `path.id`, `query.id` or `body.id`")),
        ty: members.get("type").and_then(|at| typed(&at)),
        default: members.get("default").map(|at| Spot::new(at.value.clone(), at.at)),
    })
}
