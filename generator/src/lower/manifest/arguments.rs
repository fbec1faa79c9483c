//! `args` of the manifest → shared arguments.

use indexmap::IndexMap;

use super::cursor::Cursor;
use super::keys::Keys;
use crate::lower::curation::{ArgEntry, ArgType, Spot};

const ARGUMENT: Keys = Keys {
    expected: "a mapping with `to`, `type` or `default`",
    known: &["to", "type", "default"],
    later: &[],
};

pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<ArgEntry>> {
    let entries = at.entries("a mapping of arguments");
    entries
        .into_iter()
        .filter_map(|(name, at)| Some((name.value, Spot::new(argument(&at)?, name.at))))
        .collect()
}

/// `type` of an argument.
pub(super) fn typed(at: &Cursor<'_>) -> Option<Spot<ArgType>> {
    Some(Spot::new(at.choice(&ArgType::NAMES)?, at.at.clone()))
}

fn argument(at: &Cursor<'_>) -> Option<ArgEntry> {
    let members = at.members_or(&ARGUMENT, "type: {}")?;
    Some(ArgEntry {
        to: members.get("to").and_then(|at| at.word("a slot like `path.id`, `query.id` or `body.id`")),
        ty: members.get("type").and_then(|at| typed(&at)),
        default: members.get("default").map(|at| Spot::new(at.value.clone(), at.at)),
    })
}
