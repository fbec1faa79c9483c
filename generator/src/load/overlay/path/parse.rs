//! The text of a JSONPath → its segments, or what was expected where.

use serde_json::Value;

use super::{Comparison, Operand, Path, Query, Reach, Segment, Selector, Start, Test};

/// The most bytes of a path.
const MAX_LENGTH: usize = 4_096;

/// The most filters in filters, and parentheses in parentheses.
const MAX_DEPTH: usize = 24;

/// Why a text is no path that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Malformed {
    /// The character, from 1.
    pub(in super::super) at: usize,
    /// What is expected there, or what stands there and is not read.
    pub(in super::super) what: String,
}

type Parsed<T> = Result<T, Malformed>;

/// Parses a path that begins with `$`.
pub(in super::super) fn parse(text: &str) -> Parsed<Path> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    if text.len() > MAX_LENGTH {
        return Err(parser.malformed(format!("more than {MAX_LENGTH} bytes")));
    }
    if !parser.eat("$") {
        return Err(parser.expected("`$`, the root of the document"));
    }
    let segments = parser.segments()?;
    match parser.rest().chars().next() {
        None => Ok(Path { segments }),
        Some('^') => {
            Err(parser.malformed("`^`, the node above, is not read: select that node itself".to_owned()))
        }
        Some('~') => Err(parser.malformed("`~`, the key, is not read: select its value".to_owned())),
        Some(_) => Err(parser.expected("`.`, `..` or `[`; a key with other characters is written `['…']`")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn malformed(&self, what: String) -> Malformed {
        let before = self.text.get(..self.at).unwrap_or_default();
        Malformed { at: 1 + before.chars().count(), what }
    }

    fn expected(&self, what: &str) -> Malformed {
        self.malformed(format!("expected {what}"))
    }

    /// Passes a mark, when it comes next.
    fn eat(&mut self, mark: &str) -> bool {
        let comes = self.rest().starts_with(mark);
        self.at += if comes { mark.len() } else { 0 };
        comes
    }

    fn blank(&mut self) {
        self.take(|character| character.is_ascii_whitespace());
    }

    /// Passes a mark and the blanks before it.
    fn eat_after_blank(&mut self, mark: &str) -> bool {
        self.blank();
        self.eat(mark)
    }

    /// Passes the characters of a kind.
    fn take(&mut self, of_kind: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|character| !of_kind(character)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.malformed("filters are nested too deep".to_owned()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn segments(&mut self) -> Parsed<Vec<Segment>> {
        let mut segments = Vec::new();
        loop {
            let start = self.at;
            self.blank();
            let (reach, selectors) = if self.eat("..") {
                (Reach::Descendants, if self.eat("[") { self.bracket()? } else { self.dotted()? })
            } else if self.eat(".") {
                (Reach::Node, self.dotted()?)
            } else if self.eat("[") {
                (Reach::Node, self.bracket()?)
            } else {
                self.at = start;
                return Ok(segments);
            };
            segments.push(Segment { reach, selectors, end: self.at });
        }
    }

    /// What follows a dot. More names are read than RFC 9535 has: `x-internal`, `200` and `$ref` are common in overlays
    /// and can mean nothing else.
    fn dotted(&mut self) -> Parsed<Vec<Selector>> {
        if self.eat("*") {
            return Ok(vec![Selector::Every]);
        }
        let start = self.at;
        self.eat("$");
        self.take(|character| character.is_alphanumeric() || matches!(character, '_' | '-'));
        match self.text.get(start..self.at).unwrap_or_default() {
            "" | "$" => {
                self.at = start;
                Err(self.expected("a key or `*`; a key with other characters is written `['…']`"))
            }
            name => Ok(vec![Selector::Name(name.to_owned())]),
        }
    }

    /// What follows a `[`, to the `]`.
    fn bracket(&mut self) -> Parsed<Vec<Selector>> {
        let mut selectors = Vec::new();
        loop {
            self.blank();
            selectors.push(self.selector()?);
            self.blank();
            if self.eat("]") {
                return Ok(selectors);
            }
            if !self.eat(",") {
                return Err(self.expected("`,` or `]`"));
            }
        }
    }

    fn selector(&mut self) -> Parsed<Selector> {
        match self.rest().chars().next() {
            Some('*') => {
                self.at += 1;
                Ok(Selector::Every)
            }
            Some('?') => {
                self.at += 1;
                Ok(Selector::Where(self.deeper(Self::test)?))
            }
            Some('\'' | '"') => Ok(Selector::Name(self.quoted()?)),
            Some('-' | '0'..='9') => self.index(),
            _ => Err(self.expected("a key in quotes, an index, `*` or a filter `?…`")),
        }
    }

    fn index(&mut self) -> Parsed<Selector> {
        let start = self.at;
        self.eat("-");
        self.take(|character| character.is_ascii_digit());
        let index = self.text.get(start..self.at).unwrap_or_default().parse();
        if self.eat_after_blank(":") {
            return Err(
                self.malformed("a slice is not read: name each item by its index or a filter".to_owned())
            );
        }
        index.map(Selector::Index).map_err(|_| self.expected("an index"))
    }

    fn test(&mut self) -> Parsed<Test> {
        let mut tests = vec![self.all()?];
        while self.eat_after_blank("||") {
            tests.push(self.all()?);
        }
        Ok(one_or(tests, Test::Any))
    }

    fn all(&mut self) -> Parsed<Test> {
        let mut tests = vec![self.single()?];
        while self.eat_after_blank("&&") {
            tests.push(self.single()?);
        }
        Ok(one_or(tests, Test::All))
    }

    fn single(&mut self) -> Parsed<Test> {
        self.blank();
        if self.eat("!") {
            return Ok(Test::Not(Box::new(self.deeper(Self::single)?)));
        }
        if self.eat("(") {
            let test = self.deeper(Self::test)?;
            return if self.eat_after_blank(")") { Ok(test) } else { Err(self.expected("`)`")) };
        }
        let left = self.operand()?;
        self.blank();
        let Some(comparison) = self.comparison() else {
            return match left {
                Operand::Query(query) => Ok(Test::Exists(query)),
                _ => Err(self.expected("a comparison such as `==`")),
            };
        };
        self.blank();
        Ok(Test::Compare(left, comparison, self.operand()?))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let marks = [
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        marks.into_iter().find(|(mark, _)| self.eat(mark)).map(|(_, comparison)| comparison)
    }

    fn operand(&mut self) -> Parsed<Operand> {
        match self.rest().chars().next() {
            Some('@' | '$') => self.query().map(Operand::Query),
            Some('\'' | '"') => Ok(Operand::Literal(Value::String(self.quoted()?))),
            Some('-' | '0'..='9') => self.number(),
            Some(letter) if letter.is_ascii_alphabetic() => self.word(),
            _ => Err(self.expected("`@`, `$`, a text in quotes, a number, `true`, `false` or `null`")),
        }
    }

    fn query(&mut self) -> Parsed<Query> {
        let start = if self.eat("@") {
            Start::Member
        } else if self.eat("$") {
            Start::Root
        } else {
            return Err(self.expected("`@` or `$`"));
        };
        Ok(Query { start, segments: self.deeper(Self::segments)? })
    }

    fn number(&mut self) -> Parsed<Operand> {
        let start = self.at;
        let text = self
            .take(|character| character.is_ascii_digit() || matches!(character, '-' | '+' | '.' | 'e' | 'E'));
        match serde_json::from_str(text) {
            Ok(number @ Value::Number(_)) => Ok(Operand::Literal(number)),
            _ => {
                self.at = start;
                Err(self.expected("a number"))
            }
        }
    }

    fn word(&mut self) -> Parsed<Operand> {
        let start = self.at;
        let word = self.take(|character| character.is_ascii_alphanumeric() || character == '_');
        let is_function = self.eat("(");
        match (word, is_function) {
            ("true", false) => Ok(Operand::Literal(Value::Bool(true))),
            ("false", false) => Ok(Operand::Literal(Value::Bool(false))),
            ("null", false) => Ok(Operand::Literal(Value::Null)),
            ("length", true) => {
                self.blank();
                let query = self.query()?;
                if self.eat_after_blank(")") { Ok(Operand::Length(query)) } else { Err(self.expected("`)`")) }
            }
            (word, is_function) => {
                self.at = start;
                let what = if is_function {
                    format!("`{word}(…)` is not read")
                } else {
                    format!("`{word}` is no value: put quotes around a text")
                };
                Err(self.malformed(what))
            }
        }
    }

    /// A text in quotes of either kind.
    fn quoted(&mut self) -> Parsed<String> {
        let mark = if self.eat("'") { "'" } else { "\"" };
        if mark == "\"" && !self.eat(mark) {
            return Err(self.expected("a text in quotes"));
        }
        let mut text = String::new();
        loop {
            text.push_str(self.take(|character| !mark.contains(character) && character != '\\'));
            if self.eat("\\") {
                text.push(self.escaped()?);
            } else if self.eat(mark) {
                return Ok(text);
            } else {
                return Err(self.expected(&format!("`{mark}`, the end of the text")));
            }
        }
    }

    /// What follows a `\`.
    fn escaped(&mut self) -> Parsed<char> {
        let Some(character) = self.rest().chars().next() else {
            return Err(self.expected("an escaped character"));
        };
        self.at += character.len_utf8();
        match character {
            '\'' | '"' | '\\' | '/' => Ok(character),
            'b' => Ok('\u{8}'),
            'f' => Ok('\u{c}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'u' => self.by_number(),
            _ => Err(self.malformed("an unknown escape".to_owned())),
        }
    }

    /// A character by its number in UTF-16, in two halves where it has two.
    fn by_number(&mut self) -> Parsed<char> {
        let mut units = vec![self.unit()?];
        if units.first().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) && self.eat("\\u") {
            units.push(self.unit()?);
        }
        let text = String::from_utf16(&units).ok().and_then(|text| text.chars().next());
        text.ok_or_else(|| self.malformed("half a character".to_owned()))
    }

    fn unit(&mut self) -> Parsed<u16> {
        let digits = self.rest().get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let unit = digits.ok_or_else(|| self.expected("four hexadecimal digits"))?;
        self.at += 4;
        Ok(unit)
    }
}

fn one_or(mut tests: Vec<Test>, several: fn(Vec<Test>) -> Test) -> Test {
    match tests.pop() {
        Some(only) if tests.is_empty() => only,
        Some(last) => {
            tests.push(last);
            several(tests)
        }
        None => several(tests),
    }
}
