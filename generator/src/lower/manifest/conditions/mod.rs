//! `depth > 100 && !paused` → a condition.
//!
//! What a name means, and whether two operands can be compared, is not asked here.

mod parse;
mod scan;

use super::cursor::Cursor;
use crate::diagnostics::Fault;
use crate::lower::curation::{ConditionEntry, Spot};

/// The most bytes of a condition.
const MOST: usize = 2_000;

/// What is wrong with a condition, and what to write instead.
struct Flaw {
    what: String,
    instead: String,
}

impl Flaw {
    fn new(what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { what: what.into(), instead: instead.into() }
    }
}

/// Reads a condition. All its parts have the place of the whole.
pub(super) fn of(at: &Cursor<'_>) -> Option<Spot<ConditionEntry>> {
    if at.value.is_null() {
        let what = format!("`{}` is no text", at.path());
        let instead = "a condition; one that begins with `!` needs quotes, `'!paused'`";
        at.fault(Fault::error("wrong-type", at.at.clone(), what).instead(instead));
        return None;
    }
    let word = at.word("a condition, like `depth > 100 && !paused`")?;
    match condition(&word.value, &word.at) {
        Ok(condition) => Some(Spot::new(condition, word.at)),
        Err(flaw) => {
            let what = format!("`{}`: {}", at.path(), flaw.what);
            at.fault(Fault::error("bad-value", word.at, what).instead(flaw.instead));
            None
        }
    }
}

fn condition(text: &str, at: &crate::diagnostics::Place) -> Result<ConditionEntry, Flaw> {
    if text.len() > MOST {
        let what = format!("the condition has more than {MOST} bytes");
        return Err(Flaw::new(what, "several findings, or fields that say parts of it"));
    }
    parse::condition(&scan::tokens(text)?, at)
}

#[cfg(test)]
mod tests;
