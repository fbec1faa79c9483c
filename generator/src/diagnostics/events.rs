//! Text → the values it is made of, in order, with their bytes: for finding a place, not for reading a tree.

use std::borrow::Cow;
use std::ops::Range;

use granit_parser::{Event as Yaml, Options, Parser, StructureStyle};
use serde::de::IgnoredAny;

/// One step through a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event<'a> {
    /// A list or a mapping begins.
    Open {
        /// What it is.
        shape: Shape,
        /// Whether it is written in brackets.
        bracketed: bool,
    },
    /// It ends.
    Close,
    /// A key, or a value that holds no other.
    Scalar(Cow<'a, str>),
    /// A value that is written elsewhere.
    Alias,
}

/// What holds other values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    List,
    Mapping,
}

/// A step and the bytes it stands on.
pub(super) type Step<'a> = (Event<'a>, Range<usize>);

/// The steps of a text; they end where it can't be read.
pub(super) fn events<'a>(text: &'a str) -> Box<dyn Iterator<Item = Step<'a>> + 'a> {
    let bracketed = text.trim_start().starts_with(['{', '[']);
    if bracketed && serde_json::from_str::<IgnoredAny>(text).is_ok() {
        return Box::new(Json { text, at: 0 });
    }
    let mut options = Options::default();
    options.set_emit_comments(false);
    let steps = Parser::new_from_str_with_options(text, options).map_while(Result::ok);
    Box::new(steps.take_while(|(event, _)| !matches!(event, Yaml::DocumentEnd)).filter_map(
        |(event, span)| {
            let bracketed = |style| style == StructureStyle::Flow;
            let event = match event {
                Yaml::MappingStart(style, ..) => {
                    Event::Open { shape: Shape::Mapping, bracketed: bracketed(style) }
                }
                Yaml::SequenceStart(style, ..) => {
                    Event::Open { shape: Shape::List, bracketed: bracketed(style) }
                }
                Yaml::MappingEnd | Yaml::SequenceEnd => Event::Close,
                Yaml::Scalar(text, ..) => Event::Scalar(text),
                Yaml::Alias(_) => Event::Alias,
                _ => return None,
            };
            Some((event, span.byte_range()?))
        },
    ))
}

/// Steps through a text that is known to be JSON.
struct Json<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Json<'a> {
    /// Goes on past the bytes of these kinds.
    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| !skipped(*byte)).unwrap_or(rest.len());
    }

    /// Goes on past the closing quote of a string.
    fn skip_string(&mut self) {
        self.at += 1;
        loop {
            self.skip(|byte| !matches!(byte, b'"' | b'\\'));
            match self.text.as_bytes().get(self.at) {
                Some(b'\\') => self.at += 2,
                _ => break,
            }
        }
        self.at += 1;
    }

    /// What a string stands for. Only keys matter, so only they are unescaped.
    fn string(&self, range: &Range<usize>) -> Cow<'a, str> {
        let quoted = self.text.get(range.clone()).unwrap_or_default();
        let inner = quoted.trim_matches('"');
        let rest = self.text.get(self.at..).unwrap_or_default();
        if inner.contains('\\') && rest.trim_start().starts_with(':') {
            return serde_json::from_str(quoted).map_or(Cow::Borrowed(inner), Cow::Owned);
        }
        Cow::Borrowed(inner)
    }
}

impl<'a> Iterator for Json<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b':'));
        let start = self.at;
        let event = match self.text.as_bytes().get(start)? {
            b'{' => Event::Open { shape: Shape::Mapping, bracketed: true },
            b'[' => Event::Open { shape: Shape::List, bracketed: true },
            b'}' | b']' => Event::Close,
            b'"' => {
                self.skip_string();
                Event::Scalar(self.string(&(start..self.at)))
            }
            _ => {
                self.skip(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'}'));
                Event::Scalar(self.text.get(start..self.at).map_or(Cow::Borrowed(""), Cow::Borrowed))
            }
        };
        self.at = self.at.max(start + 1);
        Some((event, start..self.at))
    }
}
