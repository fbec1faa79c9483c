//! Turns text of others into text in which nothing hides.

/// Characters that show nothing or turn the text around them.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character is not seen for what it is.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// The beginning of a text, with a mark in the place of each character that hides.
pub(crate) fn marked(text: &str, most: usize) -> String {
    text.chars().take(most).map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect()
}

/// The same, and an ellipsis where the text goes on.
pub(crate) fn marked_and_cut(text: &str, most: usize) -> String {
    let ellipsis = if text.chars().nth(most).is_some() { "…" } else { "" };
    format!("{}{ellipsis}", marked(text, most))
}

/// The beginning of a text, control characters made spaces and invisible ones dropped.
pub(crate) fn plain(text: &str, most: usize) -> String {
    let visible = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_invisible(*c));
    visible.take(most).collect()
}
