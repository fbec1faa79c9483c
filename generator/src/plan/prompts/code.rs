//! A filled-in text → the arguments in it that stand in code of its author's, where a caller's text has no fence of its own
//! (CommonMark, sections 4.5 and 6.1).

use std::ops::Range;

/// A mark of the template: an argument stands here.
const MARKS: std::ops::RangeInclusive<char> = '\u{F0000}'..='\u{F0FFF}';

/// Every argument that stands in a code block or a code span, or touches a backtick: its place in the text, and its
/// index.
pub(super) fn arguments(text: &str) -> Vec<(Range<usize>, usize)> {
    let mut reading = Reading::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        reading.line(at, line);
        at += line.len();
    }
    reading.found
}

#[derive(Default)]
struct Reading {
    /// The character and the length of the fence that is open.
    fence: Option<(char, usize)>,
    /// The length of the backticks that are open. One that never closes counts: a caller's could close it.
    span: Option<usize>,
    found: Vec<(Range<usize>, usize)>,
}

impl Reading {
    fn line(&mut self, at: usize, line: &str) {
        let content = line
            .trim_start_matches(|c: char| c.is_whitespace() || ">-*+.)".contains(c) || c.is_ascii_digit());
        let mark = fence(content);
        match (self.fence, mark) {
            (Some((open, least)), Some((character, length))) if open == character && length >= least => {
                let is_end = content.trim_end().chars().all(|c| c == character);
                self.fence = self.fence.filter(|_| !is_end);
                self.marks(at, line);
            }
            (Some(_), _) => self.marks(at, line),
            (None, Some(opened)) => {
                self.fence = Some(opened);
                self.span = None;
                self.marks(at, line);
            }
            (None, None) if line.trim_matches(|c: char| c == '>' || c.is_whitespace()).is_empty() => {
                self.span = None
            }
            (None, None) => self.prose(at, line),
        }
    }

    /// Takes every mark of a line that is code.
    fn marks(&mut self, at: usize, line: &str) {
        for (offset, character) in line.char_indices() {
            self.mark(at + offset, character);
        }
    }

    /// Takes the marks of a line that stand in a code span or touch a backtick.
    fn prose(&mut self, at: usize, line: &str) {
        let mut characters = line.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            match character {
                '\\' if self.span.is_none() && next == Some('`') => {
                    characters.next();
                }
                '`' => {
                    let mut length = 1;
                    while characters.next_if(|(_, next)| *next == '`').is_some() {
                        length += 1;
                    }
                    self.span = match self.span {
                        Some(open) => Some(open).filter(|open| *open != length),
                        None => Some(length),
                    };
                }
                _ if self.span.is_some() || next == Some('`') => self.mark(at + offset, character),
                _ => {}
            }
        }
    }

    fn mark(&mut self, at: usize, character: char) {
        let index = u32::from(character).checked_sub(u32::from(*MARKS.start()));
        let index =
            index.filter(|_| MARKS.contains(&character)).and_then(|index| usize::try_from(index).ok());
        self.found.extend(index.map(|index| (at..at + character.len_utf8(), index)));
    }
}

/// The character and length of the fence that a line begins with.
fn fence(content: &str) -> Option<(char, usize)> {
    let character = content.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = content.chars().take_while(|c| *c == character).count();
    let info = content.get(length..).unwrap_or_default();
    (length >= 3 && !(character == '`' && info.contains('`'))).then_some((character, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the arguments, each written `@`, stand in code.
    fn count(text: &str) -> usize {
        arguments(&text.replace('@', "\u{F0000}")).len()
    }

    #[test]
    fn code_of_the_author_is_found() {
        for text in [
            "```\n@\n```",
            "say\n~~~ sh\npurge @\n~~~",
            "- ```\n  @\n  ```",
            "> ~~~~\n> ~~~\n> @",
            "run `purge @` now",
            "run ``a ` @``",
            "a `code\nspan @` here",
            "a `code\n12\n@` here",
            "an open ` and @",
            "touching @`x`",
            "```@\n```",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
    }

    #[test]
    fn prose_around_code_is_not() {
        for text in [
            "@",
            "`code` and @ and `code`",
            "```\ncode\n```\n@",
            "~~~\n```\n~~~\n@",
            "an open `\n\n@",
            "> an open `\n>\n> @",
            "a \\` and @",
            "``` not ` a fence ``` @\n",
        ] {
            assert_eq!(count(text), 0, "{text}");
        }
    }
}
