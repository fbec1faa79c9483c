//! A text about tools that may destroy → the places where it prescribes a real run.
//!
//! That is the argument of the dry run with `false`, be it `dryRun=false`, `"dryRun": false` or `dryRun to false`, and
//! the argument of the confirmation with any value, `confirm=…` or `"confirm": …`. The word `confirm` alone is plain English.

use std::ops::Range;

use crate::lower::curation::GateNames;
use crate::plan::mentions::{Token, sentences, tokens};

/// A place that prescribes a real run.
pub(super) struct Found {
    /// Where.
    pub at: Range<usize>,
    /// The argument.
    pub said: String,
}

/// Words that may stand between an argument and its value.
const BETWEEN: [&str; 6] = ["to", "is", "as", "be", "of", "set"];

/// Every place outside those that say what is never to be done.
pub(super) fn find(text: &str, gates: &GateNames, never: &[Range<usize>]) -> Vec<Found> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let tokens = tokens(text, sentence);
        for (index, token) in tokens.iter().enumerate() {
            let is_never = never.iter().any(|never| never.contains(&token.at.start));
            let next = tokens.get(index + 1..).unwrap_or_default();
            let prescribes = (token.word == gates.dry_run.value && is_false(token, next))
                || (token.word == gates.confirm.value && is_given(text, token));
            if prescribes && !is_never {
                found.push(Found { at: token.at.clone(), said: token.word.to_owned() });
            }
        }
    }
    found
}

fn is_false(token: &Token<'_>, next: &[Token<'_>]) -> bool {
    let no = |word: &str| word.eq_ignore_ascii_case("false");
    match &token.assigned {
        Some(assigned) => assigned.value.is_some_and(no),
        None => {
            let value = next.iter().take(3).find(|token| !BETWEEN.contains(&token.word));
            value.is_some_and(|token| no(token.word))
        }
    }
}

/// Whether a value follows: after `=`, or after the `:` of a key.
fn is_given(text: &str, token: &Token<'_>) -> bool {
    let rest = text.get(token.at.end..).unwrap_or_default();
    let is_key = rest.starts_with(['"', '\'', '`']);
    let rest = rest.trim_start_matches(['"', '\'', '`']).trim_start();
    let value = rest.strip_prefix(':').map(str::trim_start);
    rest.starts_with('=') || value.is_some_and(|value| is_key || value.starts_with(['"', '\'', '`']))
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
            "dryRun",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
