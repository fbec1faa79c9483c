//! A text about tools that may destroy → the places where it prescribes a real run.
//!
//! That is the argument of the dry run with anything but `true`: `dryRun=false`, `"dryRun": 0`, `turn dryRun off`. A name of it
//! that could be plain English counts where a value follows. And it is the argument of the confirmation with any value:
//! `confirm=…`, `"confirm": …`, `confirm "…"` or `confirm` before what the caller fills in. The word alone is plain English.

use std::ops::Range;

use crate::lower::curation::GateNames;
use crate::plan::mentions::{Token, is_distinctive, sentences, tokens};
use crate::plan::texts::is_invisible;

/// A place that prescribes a real run.
pub(super) struct Found {
    /// Where.
    pub at: Range<usize>,
    /// The argument.
    pub said: String,
}

/// Words that may stand between an argument and its value.
const BETWEEN: [&str; 10] = ["to", "is", "as", "be", "of", "set", "should", "must", "has", "equals"];

/// Every place outside those that say what is never to be done.
pub(super) fn find(text: &str, gates: &GateNames, never: &[Range<usize>]) -> Vec<Found> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let tokens = tokens(text, sentence);
        for (index, token) in tokens.iter().enumerate() {
            let is_never = never.iter().any(|never| never.contains(&token.at.start));
            let next = tokens.get(index + 1..).unwrap_or_default();
            let prescribes = (token.word == gates.dry_run.value && is_no_dry_run(text, token, next))
                || (token.word == gates.confirm.value && is_given(text, token));
            if prescribes && !is_never {
                found.push(Found { at: token.at.clone(), said: token.word.to_owned() });
            }
        }
    }
    found
}

fn is_no_dry_run(text: &str, token: &Token<'_>, next: &[Token<'_>]) -> bool {
    let is_true = |word: &str| word.eq_ignore_ascii_case("true");
    if let Some(assigned) = &token.assigned {
        return !assigned.value.is_some_and(is_true);
    }
    let value = next.iter().take(4).find(|token| !BETWEEN.contains(&token.word)).map(|token| token.word);
    match value {
        Some(word) if is_true(word) => false,
        Some(word) if word.eq_ignore_ascii_case("false") => true,
        _ => is_distinctive(token.word) || is_given(text, token),
    }
}

/// Whether a value follows: after `=`, after the `:` of a key, in quotes, or filled in by the caller.
fn is_given(text: &str, token: &Token<'_>) -> bool {
    let rest = text.get(token.at.end..).unwrap_or_default();
    let is_key = rest.starts_with(['"', '\'', '`']);
    let rest = rest.trim_start_matches(['"', '\'', '`']).trim_start();
    let value = rest.strip_prefix(':').map(str::trim_start);
    let is_filled_in = |rest: &str| rest.starts_with(|c| matches!(c, '"' | '\'' | '`') || is_invisible(c));
    let spoken =
        ["as ", "with ", "to be ", "is "].iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
    rest.starts_with('=')
        || value.is_some_and(|value| is_key || is_filled_in(value))
        || (!is_key && is_filled_in(spoken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::{Place, Pointer};
    use crate::load::Documents;

    fn count(text: &str) -> usize {
        let gates = GateNames::usual(&Place::new(Documents::MANIFEST, Pointer::root()));
        let never = text.find("Do not").map(|at| at..text.len());
        find(text, &gates, never.as_slice()).len()
    }

    #[test]
    fn a_real_run_is_seen_however_it_is_written() {
        for text in [
            "Call it with dryRun=false.",
            "Call it with `dryRun=false`.",
            "{\"dryRun\": false}",
            "Set dryRun to false.",
            "Then dryRun = False",
            "Use confirm=orders.",
            "Use confirm = orders.",
            "{\"confirm\": \"orders\"}",
            "confirm: \"orders\"",
            "confirm \"orders\"",
            "dryRun should be false.",
            "Turn dryRun off.",
            "`dryRun`: no",
            "With dryRun=0.",
            "With dryRun=\u{F0000}.",
            "dryRun must equal the word no.",
            "Then confirm with \u{F0000}.",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn plain_words_and_what_is_never_done_are_none() {
        for text in [
            "Run it with dryRun=true first. That it is false is likely.",
            "Ask a person to confirm. To confirm: ask.",
            "Do not set dryRun=false.",
            "Set dryRun to true. Leave `dryRun`: true.",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
