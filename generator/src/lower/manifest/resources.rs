//! `resources` → what can be read at an address, each with the operation that answers.

use indexmap::IndexMap;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{names, results, tools};
use crate::lower::curation::{ListFromEntry, ResourceEntry, Spot};

const RESOURCE: Keys = Keys {
    expected: "a resource: a mapping with `about` and `call`",
    known: &[
        "about",
        "name",
        "call",
        "bind",
        "fixed",
        "not_offered",
        "list_from",
        "unlisted",
        "result",
        "rows",
    ],
    later: &[],
};

const LIST_FROM: Keys = Keys {
    expected: "the address of a resource, or a mapping with `resource`, `bind` or `label`",
    known: &["resource", "bind", "label"],
    later: &[],
};

/// What names an operation.
const OPERATION: &str = "an operationId, or a method and a path like `GET /queues`";

pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<ResourceEntry>> {
    let entries = at.entries("a mapping of addresses to resources");
    let entries = entries.into_iter();
    entries.filter_map(|(name, at)| Some((name.value, Spot::new(resource(&at)?, name.at)))).collect()
}

fn resource(at: &Cursor<'_>) -> Option<ResourceEntry> {
    let members = at.members(&RESOURCE)?;
    let about = members.required("about", "one sentence on what is read").and_then(|at| at.prose());
    let call = members.required("call", OPERATION).and_then(|at| at.word(OPERATION));
    let result = results::plain(&members, "one projection: a read says nothing but the address");
    let (list_from, unlisted) = (list_from(&members), members.get("unlisted").and_then(|at| at.prose()));
    if members.get("list_from").is_some() && members.get("unlisted").is_some() {
        members.conflict("list_from", "unlisted", "keep one of the two");
    }
    Some(ResourceEntry {
        about: about?,
        name: members.get("name").and_then(|at| at.word("a name")),
        call: call?,
        bind: map(&members, "bind", "a mapping of variables to slots"),
        fixed: tools::values(members.get("fixed"), "a mapping of slots to values"),
        not_offered: members.get("not_offered").map(|at| at.words("a list of slots")).unwrap_or_default(),
        list_from,
        unlisted,
        result,
    })
}

/// `list_from: address`, or a mapping that says more.
fn list_from(members: &Members<'_>) -> Option<Spot<ListFromEntry>> {
    let at = members.get("list_from")?;
    if at.value.is_string() {
        let resource = at.word(LIST_FROM.expected)?;
        return Some(Spot::new(ListFromEntry { resource, bind: IndexMap::new(), label: None }, at.at));
    }
    let members = at.members(&LIST_FROM)?;
    let resource = members.required("resource", "the address of a resource");
    let entry = ListFromEntry {
        resource: resource.and_then(|at| at.word("the address of a resource"))?,
        bind: map(&members, "bind", "a mapping of variables to fields of a row"),
        label: members.get("label").and_then(|at| at.word("a field of a row")),
    };
    Some(Spot::new(entry, at.at))
}

fn map(members: &Members<'_>, key: &str, expected: &str) -> IndexMap<String, crate::lower::curation::Word> {
    members.get(key).map(|at| names(&at, expected)).unwrap_or_default()
}
