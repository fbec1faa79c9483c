//! `subjects` and `permissions` → what an id names, and what a caller may be told of it.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::cursor::Cursor;
use super::keys::Keys;
use super::{arguments, gates};
use crate::diagnostics::Fault;
use crate::lower::curation::{DenialShape, PermissionEntry, Spot, SubjectEntry, ToldByEntry};

const SUBJECT: Keys = Keys {
    expected: "a mapping with `arg` and `denial`",
    known: &["arg", "type", "denial", "told_by", "say", "found_at"],
    later: &[],
};

/// The words of `denial`.
const SHAPES: [(&str, DenialShape); 3] =
    [("hide", DenialShape::Hide), ("reveal", DenialShape::Reveal), ("enumerate", DenialShape::Enumerate)];

/// `subjects`.
pub(super) fn of(at: &Cursor<'_>) -> IndexMap<String, Spot<SubjectEntry>> {
    let entries = at.entries("a mapping of subjects");
    let subjects: IndexMap<String, Spot<SubjectEntry>> = entries
        .into_iter()
        .filter_map(|(name, at)| Some((name.value, Spot::new(subject(&at)?, name.at))))
        .collect();
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (name, subject) in &subjects {
        let arg = &subject.value.arg;
        if let Some(first) = seen.insert(&arg.value, name) {
            let what = format!("`{}` is the argument of both `{first}` and `{name}`", arg.value);
            at.fault(Fault::error("duplicate-name", arg.at.clone(), what).instead("one subject for it"));
        }
    }
    subjects
}

fn subject(at: &Cursor<'_>) -> Option<SubjectEntry> {
    let members = at.members(&SUBJECT)?;
    let ty = members.get("type").and_then(|at| arguments::typed(&at));
    let told_by = members.get("told_by").and_then(|at| Some(Spot::new(told_by(&at)?, at.at)));
    let say = members.get("say").and_then(|at| at.prose());
    let found_at = members.get("found_at").and_then(|at| at.word("the address of a resource"));
    let arg = members.required("arg", "the argument that names it").and_then(|at| at.word("a name"));
    let denial = members.required("denial", "`denial: hide`, `reveal` or `enumerate`");
    let denial = denial.and_then(|at| Some(Spot::new(at.choice(&SHAPES)?, at.at)));
    if denial.as_ref().is_some_and(|denial| denial.value == DenialShape::Hide)
        && members.get("told_by").is_some()
    {
        members.conflict(
            "denial: hide",
            "told_by",
            "no `told_by`: what is hidden is never told apart, or `denial: reveal`",
        );
        return None;
    }
    Some(SubjectEntry { arg: arg?, ty, denial: denial?, told_by, say, found_at })
}

fn told_by(at: &Cursor<'_>) -> Option<ToldByEntry> {
    let (status, code, error_code) = gates::tripping(at)?;
    Some(ToldByEntry { status, code, error_code })
}

/// `permissions`.
pub(super) fn permissions(at: &Cursor<'_>) -> IndexMap<String, Spot<PermissionEntry>> {
    let entries = at.entries("a mapping of operations to permissions");
    let permission = |(operation, at): (Spot<String>, Cursor<'_>)| {
        let name = at.word("the name of a permission, or `none`")?;
        let name = Some(name.value.trim().to_owned()).filter(|name| name != "none");
        Some((operation.value.clone(), Spot::new(PermissionEntry { operation, name }, at.at)))
    };
    entries.into_iter().filter_map(permission).collect()
}
