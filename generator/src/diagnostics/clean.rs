//! Words of a document → text that cannot steer a terminal or disguise itself.

/// What stands for a part that was cut away.
const CUT: char = '…';

/// A text that a terminal shows as it is: line ends and what is unprintable or invisible are written as escapes.
pub fn printable(text: &str) -> String {
    line(text, usize::MAX)
}

/// One line of text: what is unprintable or invisible is written as an escape, and the end is cut when it is longer
/// than so many characters.
pub(crate) fn line(text: &str, most: usize) -> String {
    let mut clean = String::with_capacity(text.len().min(most));
    for character in text.chars().take(most) {
        match character {
            '\t' => clean.push(' '),
            '\n' => clean.push_str("\\n"),
            '\r' => clean.push_str("\\r"),
            hidden if is_hidden(hidden) => clean.extend(hidden.escape_unicode()),
            shown => clean.push(shown),
        }
    }
    if text.chars().nth(most).is_some() {
        clean.push(CUT);
    }
    clean
}

/// A part of a source line, character for character.
pub(super) fn source(text: &str) -> String {
    let shown = |character| if is_hidden(character) { '\u{fffd}' } else { character };
    text.chars().map(|character| if character == '\t' { ' ' } else { shown(character) }).collect()
}

/// Whether a character controls a terminal, turns the direction of text or is invisible.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}
