//! `coverage` and `schema` → what happens to the undecided, and what a listing says.

use fewtools_contract::Mode;

use super::LEAVE_OUT;
use super::cursor::Cursor;
use super::keys::Keys;
use crate::lower::curation::{Coverage, Policy, SchemaEntry};

const COVERAGE: Keys = Keys {
    expected: "a mapping with `uncovered`, `undecided` or `not_offered`",
    known: &["uncovered", "undecided", "not_offered"],
    later: &[],
};

const SCHEMA: Keys = Keys {
    expected: "a mapping with `mode` or `texts`",
    known: &["mode", "texts"],
    later: &[("conditionals", LEAVE_OUT), ("clients", LEAVE_OUT)],
};

const POLICIES: [(&str, Policy); 3] =
    [("deny", Policy::Deny), ("warn", Policy::Warn), ("allow", Policy::Allow)];

pub(super) fn of(at: Option<Cursor<'_>>) -> Coverage {
    let members = at.and_then(|at| at.members_or(&COVERAGE, "uncovered: {}"));
    let get = |key| members.as_ref().and_then(|members| members.get(key));
    Coverage {
        uncovered: get("uncovered").and_then(|at| at.choice(&POLICIES)).unwrap_or(Policy::Deny),
        undecided: get("undecided").and_then(|at| at.choice(&POLICIES)).unwrap_or(Policy::Warn),
        not_offered: get("not_offered").map(|at| at.words("a list of slots")).unwrap_or_default(),
    }
}

/// `schema`, of the manifest or of a tool.
pub(super) fn schema(at: &Cursor<'_>) -> SchemaEntry {
    let Some(members) = at.members_or(&SCHEMA, "mode: {}") else { return SchemaEntry::default() };
    let texts = members.get("texts").and_then(|at| at.choice(&[("notes", false), ("document", true)]));
    SchemaEntry { mode: members.get("mode").and_then(|at| mode(&at)), texts_of_document: texts }
}

fn mode(at: &Cursor<'_>) -> Option<Mode> {
    if at.value == "rich" {
        return at.later("`rich`", "`simple`");
    }
    at.choice(&[("terse", Mode::Terse), ("simple", Mode::Simple)])
}
