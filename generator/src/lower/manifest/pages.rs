//! `pages` → how the API turns pages, and the argument that goes on where an answer ended.

use serde_json::Value;

use super::cursor::Cursor;
use super::keys::Keys;
use crate::diagnostics::Fault;
use crate::lower::curation::{PagesEntry, Spot, TurnEntry, Word};

const PAGES: Keys = Keys {
    expected: "a mapping with `arg`, `follow` or `next`",
    known: &["arg", "follow", "next"],
    later: &[],
};

const TURN: Keys = Keys {
    expected: "`{ at: <way in the answer>, to: <slot> }`, `{ offset: <slot> }` or `{ page: <slot>, first: 1 }`",
    known: &["at", "to", "offset", "page", "first"],
    later: &[],
};

/// The most pages that one call may ask for.
const MOST: u32 = 100;

/// `pages`.
pub(super) fn of(at: &Cursor<'_>) -> PagesEntry {
    let Some(members) = at.members(&PAGES) else { return PagesEntry::default() };
    PagesEntry {
        arg: members.get("arg").and_then(|at| at.word("the name of an argument, like `after`")),
        follow: members.get("follow").and_then(|at| follow(&at)),
        next: match members.get("next") {
            Some(at) => turns(&at),
            None => Vec::new(),
        },
    }
}

fn follow(at: &Cursor<'_>) -> Option<Spot<u32>> {
    let follow = at.positive("a number of pages")?;
    if follow > MOST {
        let what = format!("`{}` is {follow} pages for one call", at.path());
        at.fault(Fault::error("bad-value", at.at.clone(), what).instead(format!("at most {MOST}")));
        return None;
    }
    Some(Spot::new(follow, at.at.clone()))
}

/// One way to turn pages, or a list of them.
fn turns(at: &Cursor<'_>) -> Vec<Spot<TurnEntry>> {
    let each = match at.value {
        Value::Object(_) => vec![at.clone()],
        _ => at.items("a list of ways to ask for the next page"),
    };
    each.iter().filter_map(|at| Some(Spot::new(turn(at)?, at.at.clone()))).collect()
}

fn turn(at: &Cursor<'_>) -> Option<TurnEntry> {
    let members = at.members(&TURN)?;
    let kinds: Vec<&str> =
        ["at", "offset", "page"].into_iter().filter(|key| members.get(key).is_some()).collect();
    match kinds.as_slice() {
        [first, second, ..] => {
            members.conflict(first, second, "one of the two, and the other in an entry of its own");
            return None;
        }
        [] => {
            members.missing("it says nothing of the next page", TURN.expected);
            return None;
        }
        [_] => {}
    }
    let slot = |key| members.get(key).and_then(|at| at.word("a slot, like `query.cursor`"));
    if let Some(way) = members.get("at") {
        if members.get("first").is_some() {
            members.conflict("at", "first", "no `first`: the answer says what comes next");
        }
        return Some(TurnEntry::Cursor {
            at: way.word("a way in the answer, like `meta/next`")?,
            to: slot("to"),
        });
    }
    if members.get("to").is_some() {
        members.conflict("to", kinds.first().copied().unwrap_or_default(), "no `to`: the slot is counted");
    }
    let first = members.get("first");
    let first = first.map(|at| count(&at)).unwrap_or(Some(None))?;
    let counted = |word: Word, absent| (word, first.unwrap_or(absent));
    if members.get("offset").is_some() {
        let (slot, first) = counted(slot("offset")?, 0);
        return Some(TurnEntry::Offset { slot, first });
    }
    let (slot, first) = counted(slot("page")?, 1);
    Some(TurnEntry::Page { slot, first })
}

/// `first`: a whole number, 0 included.
fn count(at: &Cursor<'_>) -> Option<Option<u32>> {
    let number = at.value.as_u64().and_then(|number| u32::try_from(number).ok());
    match number {
        Some(number) => Some(Some(number)),
        None => at.expected("a whole number, like 0 or 1"),
    }
}
