//! Texts of the document → short, clean listing texts.

use crate::lower::Curation;
use crate::lower::curation::ToolEntry;

/// The most characters of an argument's or alternative's text.
const MAX_NOTE: usize = 160;
/// The most characters of a tool's text.
const MAX_ABOUT: usize = 320;

/// The most characters of an argument's text in a reference.
const MAX_REFERENCE: usize = 300;

/// Whether a tool lists the document's texts: what the tool says, else what the manifest says, else not.
pub fn of_document(curation: &Curation, tool: &ToolEntry) -> bool {
    tool.schema.texts_of_document.or(curation.schema.texts_of_document).unwrap_or(false)
}

/// A tool's text: an operation's summary, and its description where that says more.
pub fn about(summary: &str, description: &str) -> String {
    let (summary, description) = (clean(summary), clean(description));
    let text = match (summary.as_str(), description.as_str()) {
        (summary, description) if description.contains(summary) => description.to_owned(),
        (summary, description) if summary.contains(description) => summary.to_owned(),
        (summary, description) if summary.ends_with(['.', '!', '?', ':']) => {
            format!("{summary} {description}")
        }
        (summary, description) => format!("{summary}. {description}"),
    };
    shortened(&text, MAX_ABOUT)
}

/// The first line of a text, at most as long as a note.
pub fn one_line(summary: &str, description: &str) -> String {
    let text = if summary.trim().is_empty() { description } else { summary };
    let line = text.trim().lines().next().unwrap_or_default();
    shortened(&clean(line), MAX_NOTE)
}

/// An argument's text, from a description.
pub fn note(description: &str) -> String {
    shortened(&clean(description), MAX_NOTE)
}

/// The same with what there is to choose between.
pub fn note_with_choice(description: &str, choice: &str) -> String {
    with_choice(note(description), choice)
}

/// The same for a whole reference, where there is more room.
pub fn reference(description: &str, choice: &str) -> String {
    with_choice(shortened(&clean(description), MAX_REFERENCE), choice)
}

fn with_choice(note: String, choice: &str) -> String {
    let choice = shortened(choice, MAX_ABOUT);
    match (note.as_str(), choice.as_str()) {
        (_, "") => note,
        ("", choice) => format!("One of {choice}"),
        (note, choice) => format!("{} One of {choice}", ended(note)),
    }
}

fn ended(note: &str) -> String {
    if note.ends_with(['.', '!', '?', ':', '…']) { note.to_owned() } else { format!("{note}.") }
}

/// Markup, control and invisible characters taken out, white space folded.
pub fn clean(text: &str) -> String {
    if is_clean(text) {
        return text.to_owned();
    }
    let visible: String = without_tags(text).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let visible: String = visible.chars().filter(|c| !is_invisible(*c) && !matches!(c, '`' | '*')).collect();
    visible.split_whitespace().filter(|word| !word.chars().all(|c| c == '#')).collect::<Vec<_>>().join(" ")
}

/// Whether a text is surely as [`clean`] leaves it: plain words with single spaces between them.
fn is_clean(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && !b"<([]`*#".contains(&byte);
    text.bytes().all(plain) && !text.contains("  ") && text.trim_ascii() == text
}

/// Whether a text holds characters that nobody sees, those of emoji and line ends aside.
pub fn hides_something(text: &str) -> bool {
    let of_emoji = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}');
    text.chars()
        .any(|c| (is_invisible(c) && !of_emoji(c)) || (c.is_control() && !matches!(c, '\n' | '\r' | '\t')))
}

/// Characters that change how text is shown without being shown: zero-width, bidirectional and tag characters,
/// variation selectors, soft hyphens, and private-use ones.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        | '\u{f0000}'..='\u{10ffff}')
}

/// The text without `<…>` that looks like a tag or a comment, and without the address of a Markdown link.
fn without_tags(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['<', '(']) {
        let (before, from) = rest.split_at(start);
        kept.push_str(before);
        let (end, dropped) = match from.as_bytes() {
            [b'<', next, ..] if next.is_ascii_alphabetic() || matches!(next, b'/' | b'!') => {
                (from.find('>'), true)
            }
            [b'(', ..] if before.ends_with(']') => (from.find(')'), true),
            _ => (None, false),
        };
        match (end, dropped) {
            (Some(end), true) => rest = from.get(end + 1..).unwrap_or_default(),
            _ => {
                kept.push_str(from.get(..1).unwrap_or_default());
                rest = from.get(1..).unwrap_or_default();
            }
        }
    }
    kept.push_str(rest);
    kept.replace(['[', ']'], "")
}

/// Cut at a word, with an ellipsis, where it is longer than `most` characters.
fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most || text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|end| *end > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..end).unwrap_or(&cut).trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_invisible_characters_are_taken_out() {
        assert_eq!(
            clean("See **[the guide](https://x.example/a)** for\n`queues`.<br/> ok"),
            "See the guide for queues. ok"
        );
        assert_eq!(clean("a\u{200b}b\u{202e}c\u{e0041}d\u{7}e"), "abcd e");
        assert_eq!(clean("1 < 2 (really)"), "1 < 2 (really)");
    }

    #[test]
    fn long_texts_are_cut_at_a_word() {
        let cut = note(&"word ".repeat(100));
        assert!(cut.chars().count() <= MAX_NOTE && cut.ends_with("word…"), "{cut}");
        assert!(note(&"ö".repeat(500)).chars().count() == MAX_NOTE);
    }
}
