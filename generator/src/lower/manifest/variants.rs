//! `variants`, or a tool's own `call` → variants.

use fewtools_contract::GroupKind;
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{gates, names, results, shaping, tools};
use crate::diagnostics::Fault;
use crate::lower::curation::{Spot, VariantEntry, Word};

const VARIANT: Keys = Keys {
    expected: "a variant: a mapping with `call`",
    known: &[
        "call",
        "about",
        "needs",
        "one_of",
        "any_of",
        "at_most_one",
        "bind",
        "fixed",
        "not_offered",
        "effect",
        "gates",
        "ungated",
        "result",
        "rows",
        "merge_into",
        "keep_where",
    ],
    later: &[],
};

const GROUPS: [(&str, GroupKind); 3] =
    [("one_of", GroupKind::OneOf), ("any_of", GroupKind::AnyOf), ("at_most_one", GroupKind::AtMostOne)];

/// What names an operation.
pub(super) const OPERATION: &str = "an operationId, or a method and a path like `GET /queues`";

/// The variants of a family.
pub(super) fn of(at: &Cursor<'_>) -> Vec<VariantEntry> {
    let variants = at.entries("a mapping of values to variants");
    if at.value.as_object().is_some_and(serde_json::Map::is_empty) {
        let what = format!("`{}` is empty", at.path());
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead("a value with `{ call: … }`"));
    }
    variants.into_iter().filter_map(|(name, at)| variant(name, &at)).collect()
}

/// The only variant of a tool with `call`. What a tool and a variant both have is the tool's.
pub(super) fn only(tool: &Members<'_>, call: &Cursor<'_>) -> Option<VariantEntry> {
    Some(VariantEntry {
        name: Spot::new(String::new(), tool.at.clone()),
        needs: needs(tool),
        groups: groups(tool),
        merge_into: shaping::merge(tool),
        keep_where: shaping::keep(tool),
        ..VariantEntry::calling(call.word(OPERATION)?)
    })
}

fn variant(name: Word, at: &Cursor<'_>) -> Option<VariantEntry> {
    if let Value::String(call) = at.value {
        let what = format!("`{}`: expected {}, found a text", at.path(), VARIANT.expected);
        at.fault(Fault::error("wrong-type", at.at.clone(), what).instead(format!("`{{ call: {call} }}`")));
        return None;
    }
    let members = at.members(&VARIANT)?;
    let bind = members.get("bind").map(|at| names(&at, "a mapping of arguments to slots"));
    let not_offered = members.get("not_offered").map(|at| at.words("a list of slots"));
    let about = members.get("about").and_then(|at| at.prose());
    let call = members.required("call", OPERATION).and_then(|at| at.word(OPERATION));
    let entry = VariantEntry {
        name,
        call: Spot::new(String::new(), at.at.clone()),
        about: about.map(|about| about.value).unwrap_or_default(),
        needs: needs(&members),
        groups: groups(&members),
        bind: bind.unwrap_or_default(),
        fixed: tools::values(members.get("fixed"), "a mapping of slots to values"),
        not_offered: not_offered.unwrap_or_default(),
        effect: tools::effect(&members),
        gates: gates::of(&members),
        ungated: members.get("ungated").and_then(|at| at.prose()),
        result: results::of(&members),
        merge_into: shaping::merge(&members),
        keep_where: shaping::keep(&members),
    };
    Some(VariantEntry { call: call?, ..entry })
}

fn needs(members: &Members<'_>) -> Vec<Word> {
    members.get("needs").map(|at| at.words("a list of arguments")).unwrap_or_default()
}

fn groups(members: &Members<'_>) -> Vec<(GroupKind, Vec<Word>)> {
    let group = |(key, kind): (&str, GroupKind)| {
        let at = members.get(key)?;
        let words = at.words("a list of arguments");
        if words.len() == 1 && at.value.as_array().is_some_and(|items| items.len() == 1) {
            let what = format!("`{}` has only one argument to choose from", at.path());
            at.fault(Fault::error("bad-value", at.at.clone(), what).instead("two arguments, or `needs`"));
        }
        if at.value.as_array().is_some_and(Vec::is_empty) {
            let what = format!("`{}` has no argument to choose from", at.path());
            at.fault(Fault::error("bad-value", at.at.clone(), what).instead("two arguments, or no key"));
        }
        Some((kind, words))
    };
    GROUPS.into_iter().filter_map(group).collect()
}
