//! A text → its sentences, and the words of each with what is assigned to them.

use std::ops::Range;

/// Stands before a word that the author of the text says to be a tool's name, whatever it is spelt like. No text of a
/// file may hold it.
pub(in crate::plan) const NAMED: char = '\u{FF002}';

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::plan) struct Token<'t> {
    /// The word: letters, digits and `_`.
    pub word: &'t str,
    /// Where it stands.
    pub at: Range<usize>,
    /// Whether it is all that stands between two backticks, an assignment of it included, or follows [`NAMED`].
    pub is_marked: bool,
    /// What follows its `=`.
    pub assigned: Option<Assignment<'t>>,
}

/// What follows the `=` of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::plan) struct Assignment<'t> {
    /// The value without its quotes; `None` where it is left to the reader (`clusterId=…`) or to the caller.
    pub value: Option<&'t str>,
    /// Where the value stands.
    pub at: Range<usize>,
}

/// Whether a word has an inner `_`, as names have and words of a language do not.
pub(super) fn is_snake(word: &str) -> bool {
    let inner = word.trim_matches('_');
    inner.contains('_') && inner.is_ascii() && inner.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The sentences of a text: they end at `.`, `!` or `?` before white space, at an empty line, and before the next item of a
/// list or heading.
pub(in crate::plan) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut ends: Vec<usize> = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let after = at + character.len_utf8();
        match character {
            '.' | '!' | '?' if next.is_none_or(char::is_whitespace) => ends.push(after),
            '\n' if begins_anew(text.get(after..).unwrap_or_default()) => ends.push(after),
            _ => {}
        }
    }
    ends.push(text.len());
    let mut start = 0;
    let mut sentences = Vec::new();
    for end in ends {
        if !text.get(start..end).unwrap_or_default().trim().is_empty() {
            sentences.push(start..end);
        }
        start = end;
    }
    sentences
}

/// Whether a line is empty, an item of a list or a heading.
fn begins_anew(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default().trim_start();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.is_empty()
        || line.starts_with(['#', '|'])
        || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || (numbered.len() < line.len() && numbered.starts_with(['.', ')']))
}

/// The words of a part of a text. A value is part of the word it is assigned to.
pub(in crate::plan) fn tokens(text: &str, within: Range<usize>) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = within.start;
    while let Some(start) = find_from(text, at, within.end, is_word) {
        let end = find_from(text, start, within.end, |c| !is_word(c)).unwrap_or(within.end);
        let assigned = assigned(text, end, within.end);
        let whole = assigned.as_ref().map_or(end, |assigned| assigned.at.end);
        let marked = |at: Option<char>| at == Some('`');
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        let after = text.get(whole..).and_then(|after| after.chars().next());
        tokens.push(Token {
            word: text.get(start..end).unwrap_or_default(),
            at: start..end,
            is_marked: (marked(before) && marked(after)) || before == Some(NAMED),
            assigned,
        });
        at = whole.max(end);
    }
    tokens
}

/// The value after an `=` at a place of the text.
fn assigned(text: &str, at: usize, end: usize) -> Option<Assignment<'_>> {
    let rest = text.get(at..end)?.strip_prefix('=').filter(|rest| !rest.starts_with('='))?;
    let start = end - rest.len();
    if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let inner = rest.get(1..)?;
        let length = inner.find(quote).unwrap_or(inner.len());
        let value = inner.get(..length);
        return Some(Assignment { value, at: start..(start + length + 2).min(end) });
    }
    let is_value = |c: char| is_word(c) || "-.:#/*@+".contains(c);
    let length = rest.find(|c| !is_value(c)).unwrap_or(rest.len());
    let value = rest.get(..length).unwrap_or_default().trim_end_matches(['.', ':']);
    Some(Assignment { value: Some(value).filter(|value| !value.is_empty()), at: start..start + value.len() })
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

/// The first place from one on, before an end, whose character is as wanted.
fn find_from(text: &str, from: usize, end: usize, wanted: impl Fn(char) -> bool) -> Option<usize> {
    text.get(from..end)?.find(wanted).map(|at| from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|range| text.get(range).unwrap().trim()).collect()
    }

    #[test]
    fn a_sentence_ends_at_its_mark_an_empty_line_or_the_next_item() {
        assert_eq!(texts("One, 1.5 two. Three!\n"), ["One, 1.5 two.", "Three!"]);
        assert_eq!(texts("one\ntwo\n\nthree"), ["one\ntwo", "three"]);
        assert_eq!(
            texts("one\n- two\n  and\n2. three\n# four"),
            ["one", "- two\n  and", "2.", "three", "# four"]
        );
    }

    #[test]
    fn a_word_has_what_is_assigned_to_it() {
        let text = "Say `op=list`, key=\"a b\", x== y, id=…, v=a.b.";
        let found: Vec<_> = tokens(text, 0..text.len())
            .into_iter()
            .map(|token| (token.word, token.is_marked, token.assigned.map(|assigned| assigned.value)))
            .collect();
        assert_eq!(
            found,
            [
                ("Say", false, None),
                ("op", true, Some(Some("list"))),
                ("key", false, Some(Some("a b"))),
                ("x", false, None),
                ("y", false, None),
                ("id", false, Some(None)),
                ("v", false, Some(Some("a.b"))),
            ]
        );
    }
}
