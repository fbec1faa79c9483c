//! `types`, `merge_into`, `keep_where`, `flatten` and `body_shape` → entries.

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{LEAVE_OUT, variants};
use crate::lower::curation::{KeepEntry, MergeEntry, Parse, Spot, TypeEntry, Word};

const TYPE: Keys =
    Keys { expected: "a mapping with `schema`", known: &["schema", "parse"], later: &[("rust", LEAVE_OUT)] };

const MERGE: Keys = Keys {
    expected: "the operation that reads what is changed, or a mapping with `call`",
    known: &["call", "at"],
    later: &[],
};

const KEEP: Keys = Keys {
    expected: "the name of an argument, or a mapping with `arg`",
    known: &["arg", "field"],
    later: &[],
};

/// What `parse` may say, in brackets.
const PARSES: [(&str, Parse); 2] = [("int64", Parse::Integers), ("string", Parse::Texts)];

/// The words of `body_shape`, and whether objects are listed with their properties.
const SHAPES: [(&str, bool); 2] = [("fields", true), ("bare", false)];

/// `types`.
pub(super) fn types(at: &Cursor<'_>) -> IndexMap<String, Spot<TypeEntry>> {
    let entries = at.entries("a mapping of argument types, components or formats");
    entries.into_iter().filter_map(|(name, at)| Some((name.value, Spot::new(entry(&at)?, name.at)))).collect()
}

fn entry(at: &Cursor<'_>) -> Option<TypeEntry> {
    let members = at.members(&TYPE)?;
    let parse = members.get("parse").and_then(|at| parse(&at));
    let schema = members.required("schema", "`schema: { type: string }`")?;
    let Value::Object(keywords) = schema.value else {
        return schema.expected("a JSON Schema as a mapping, like `{ type: string }`");
    };
    Some(TypeEntry { schema: Spot::new(keywords.clone(), schema.at.clone()), parse })
}

/// `[int64]`: a list of one word.
fn parse(at: &Cursor<'_>) -> Option<Spot<Parse>> {
    let expected = "what each part of the text is: `[int64]` or `[string]`";
    match at.items(expected).as_slice() {
        [only] => Some(Spot::new(only.choice(&PARSES)?, at.at.clone())),
        _ => None,
    }
}

/// `merge_into`.
pub(super) fn merge(members: &Members<'_>) -> Option<MergeEntry> {
    let at = members.get("merge_into")?;
    if let Value::String(_) = at.value {
        return Some(MergeEntry { call: at.word(variants::OPERATION)?, at: None });
    }
    let members = at.members(&MERGE)?;
    let way = members.get("at").and_then(|at| at.word("the way to the object, like `rule`"));
    let call = members.required("call", variants::OPERATION)?;
    Some(MergeEntry { call: call.word(variants::OPERATION)?, at: way })
}

/// `keep_where`.
pub(super) fn keep(members: &Members<'_>) -> Option<KeepEntry> {
    let at = members.get("keep_where")?;
    if let Value::String(_) = at.value {
        let arg = at.word(KEEP.expected)?;
        return Some(KeepEntry { field: arg.clone(), arg });
    }
    let members = at.members(&KEEP)?;
    let field = members.get("field").and_then(|at| at.word("the way to a field of a row, like `owner/name`"));
    let arg = members.required("arg", "the name of the argument")?.word("a name")?;
    Some(KeepEntry { field: field.unwrap_or_else(|| arg.clone()), arg })
}

/// `flatten`: a word or a list of words.
pub(super) fn flatten(members: &Members<'_>) -> Vec<Word> {
    const EXPECTED: &str = "the name of an argument, or a list of names";
    match members.get("flatten") {
        Some(at) if at.value.is_string() => at.word(EXPECTED).into_iter().collect(),
        Some(at) => at.words(EXPECTED),
        None => Vec::new(),
    }
}

/// `body_shape`: whether objects are listed with their properties.
pub(super) fn lists_fields(members: &Members<'_>) -> Option<bool> {
    members.get("body_shape")?.choice(&SHAPES)
}
