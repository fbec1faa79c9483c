//! A position → the line it is on, clean, and cut around it when the line is very long.

use std::ops::Range;

use super::{Position, clean};

/// A line up to this many bytes is given whole; whoever prints it trims it to the width of a page.
const WHOLE: usize = 2_000;
/// How much of a longer line stays, in characters, before, in and after what is meant.
const KEPT: usize = 60;

/// A line of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The line, or the part of it around the position.
    pub(super) text: String,
    /// The bytes of `text` that are meant.
    pub(super) mark: Range<usize>,
    /// Whether it is only a part of the line.
    pub(super) is_cut: bool,
}

/// The line of a position.
pub(super) fn excerpt(text: &str, position: &Position) -> Excerpt {
    let start = position.bytes.start.min(text.len());
    let (before, from) = text.split_at_checked(start).unwrap_or((text, ""));
    let before = before.rsplit('\n').next().unwrap_or_default();
    let rest = from.split('\n').next().unwrap_or_default();
    let rest = rest.strip_suffix('\r').unwrap_or(rest);
    let (marked, after) = rest.split_at_checked(position.bytes.len()).unwrap_or((rest, ""));
    if before.len() + rest.len() <= WHOLE {
        return join(before, marked, after, false);
    }
    let marked = head(marked);
    let after = if marked.len() < position.bytes.len() { "" } else { head(after) };
    join(tail(before), marked, after, true)
}

fn join(before: &str, marked: &str, after: &str, is_cut: bool) -> Excerpt {
    let mut text = clean::source(before);
    let start = text.len();
    text.push_str(&clean::source(marked));
    let mark = start..text.len();
    text.push_str(&clean::source(after));
    Excerpt { text, mark, is_cut }
}

fn head(text: &str) -> &str {
    let end = text.char_indices().nth(KEPT).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default()
}

fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(KEPT - 1).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or_default()
}
