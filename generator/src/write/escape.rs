//! Untrusted text → a Rust string literal that holds it and nothing else.

use std::fmt::Write as _;

use crate::diagnostics::clean::is_hidden;

/// The most `#` a raw string takes (Rust Reference, raw string literals).
const MOST_HASHES: usize = 255;

/// The text as a Rust string literal: raw where that spares escapes, escaped where a character must not stand bare.
pub(super) fn literal(text: &str) -> String {
    let bare = !text.chars().any(is_hidden);
    match hashes(text) {
        Some(hashes) if bare && text.contains(['"', '\\']) => {
            let hashes = "#".repeat(hashes);
            format!("r{hashes}\"{text}\"{hashes}")
        }
        _ => format!("\"{}\"", escaped(text)),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            hidden if is_hidden(hidden) => push_escape(&mut escaped, hidden),
            shown => escaped.push(shown),
        }
    }
    escaped
}

fn push_escape(text: &mut String, character: char) {
    match character {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        other => write!(text, "\\u{{{:x}}}", u32::from(other)).expect("a string takes any text"),
    }
}

/// How many `#` a raw string of this text needs; `None` when it cannot be one.
fn hashes(text: &str) -> Option<usize> {
    let after_quote = |rest: &str| 1 + rest.bytes().take_while(|byte| *byte == b'#').count();
    let needed = text.split('"').skip(1).map(after_quote).max().unwrap_or(0);
    (needed <= MOST_HASHES).then_some(needed)
}

#[cfg(test)]
mod tests {
    use super::literal;
    use crate::diagnostics::clean::is_hidden;

    const HOSTILE: [&str; 19] = [
        "",
        "plain",
        "it's {} and {{ }} and {% raw %}",
        "a \"quote\"",
        "back\\slash",
        "\\",
        "\"",
        "ends the raw string \"# and \"## and \"",
        "r#\"x\"#",
        "line\nbreak\r\nand\ttab",
        "comment */ // /* end",
        "nul \0 bell \u{7} delete \u{7f} next line \u{85}",
        "\u{202e}right to left\u{202c} \u{2066}isolate\u{2069}",
        "line \u{2028} and paragraph \u{2029}",
        "\u{feff}mark, zero\u{200b}width, soft\u{ad}hyphen",
        "non-BMP 😀 𝒳 \u{e0041}",
        "é ß 漢字 العربية",
        "\"\u{0}\\",
        "\\u{41} \\n \\x41",
    ];

    fn read_back(source: &str) -> String {
        syn::parse_str::<syn::LitStr>(source).unwrap_or_else(|error| panic!("{source}: {error}")).value()
    }

    #[test]
    fn a_literal_reads_back_as_the_text() {
        for text in HOSTILE {
            assert_eq!(read_back(&literal(text)), text);
        }
    }

    #[test]
    fn every_character_reads_back_and_none_that_hides_stands_bare() {
        let all: Vec<char> = ('\0'..=char::MAX).collect();
        for characters in all.chunks(4096) {
            let text: String = characters.iter().collect();
            let literal = literal(&text);
            assert_eq!(read_back(&literal), text);
            assert!(!literal.chars().any(is_hidden));
        }
    }

    #[test]
    fn json_stays_readable() {
        assert_eq!(literal(r#"{"type":"string"}"#), r##"r#"{"type":"string"}"#"##);
        assert_eq!(literal(r"^\d+$"), r#"r"^\d+$""#);
        assert_eq!(literal("\"#"), "r##\"\"#\"##");
        assert_eq!(literal("\"\n"), r#""\"\n""#);
    }

    #[test]
    fn a_run_of_hashes_no_raw_string_can_hold_is_escaped() {
        let text = format!("\"{}", "#".repeat(255));
        assert!(literal(&text).starts_with('"'));
        assert_eq!(read_back(&literal(&text)), text);
    }
}
