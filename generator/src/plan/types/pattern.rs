//! A `pattern` → what makes it no regular expression of ECMA-262 edition 11, the one JSON Schema names, with flag `u`.

use std::collections::BTreeSet;
use std::str::Chars;

/// Why it is none; `None` where it is one. The names of `\p{…}` are not looked up.
pub(super) fn flaw(pattern: &str) -> Option<String> {
    let mut reader = Reader {
        rest: pattern.chars(),
        open: Vec::new(),
        groups: 0,
        names: BTreeSet::new(),
        numbers: BTreeSet::new(),
        called: BTreeSet::new(),
    };
    reader.pattern().and_then(|()| reader.references()).err()
}

struct Reader<'p> {
    rest: Chars<'p>,
    /// Open parentheses: whether what they enclose may be repeated.
    open: Vec<bool>,
    groups: usize,
    names: BTreeSet<&'p str>,
    /// Groups that are referred to.
    numbers: BTreeSet<usize>,
    called: BTreeSet<&'p str>,
}

/// What stands behind a backslash.
enum Escape {
    Char(u32),
    Set,
    Reference,
    Edge,
}

impl<'p> Reader<'p> {
    fn pattern(&mut self) -> Result<(), String> {
        let mut is_atom = false;
        while let Some(next) = self.rest.next() {
            is_atom = match next {
                '\\' => !matches!(self.escape(false)?, Escape::Edge),
                '[' => self.class()?,
                '(' => self.opened()?,
                ')' => self.open.pop().ok_or("`)` closes nothing")?,
                '^' | '$' | '|' => false,
                '*' | '+' | '?' | '{' if !is_atom => {
                    return Err(format!("`{next}` repeats nothing"));
                }
                '*' | '+' | '?' | '{' => self.quantifier(next)?,
                ']' | '}' => return Err(format!("a lone `{next}` is written `\\{next}`")),
                _ => true,
            };
        }
        if self.open.is_empty() { Ok(()) } else { Err("a `(` is not closed".to_owned()) }
    }

    /// Every group that is referred to is there, before or behind.
    fn references(&self) -> Result<(), String> {
        if let Some(number) = self.numbers.last().filter(|number| **number > self.groups) {
            return Err(format!("`\\{number}` refers to a group that is not there"));
        }
        match self.called.difference(&self.names).next() {
            Some(name) => Err(format!("`\\k<{name}>` refers to a group that is not there")),
            None => Ok(()),
        }
    }

    /// The rest of `(`.
    fn opened(&mut self) -> Result<bool, String> {
        let is_look = ["?=", "?!", "?<=", "?<!"].iter().any(|look| self.eat(look));
        if !is_look && !self.eat("?:") {
            self.groups += 1;
            if self.eat("?<") {
                let name = self.name()?;
                if !self.names.insert(name) {
                    return Err(format!("two groups are called `{name}`"));
                }
            } else if self.rest.as_str().starts_with('?') {
                let head: String = self.rest.clone().take(2).collect();
                return Err(format!("`({head}` opens no group"));
            }
        }
        self.open.push(!is_look);
        Ok(false)
    }

    /// The rest of a name, with its `>`.
    fn name(&mut self) -> Result<&'p str, String> {
        let (name, rest) = self.rest.as_str().split_once('>').ok_or("the name of a group is not closed")?;
        let is_begun = name.starts_with(|first: char| first.is_alphabetic() || "$_".contains(first));
        if !is_begun || !name.chars().all(|char| char.is_alphanumeric() || "$_".contains(char)) {
            return Err(format!("`{name}` is no name of a group"));
        }
        self.rest = rest.chars();
        Ok(name)
    }

    /// The rest of a quantifier, with the `?` that makes it lazy.
    fn quantifier(&mut self, first: char) -> Result<bool, String> {
        if first == '{' {
            let (inside, rest) = self.rest.as_str().split_once('}').ok_or("a lone `{` is written `\\{`")?;
            self.rest = rest.chars();
            let (least, most) =
                inside.split_once(',').map_or((inside, None), |(least, most)| (least, Some(most)));
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let most = most.filter(|most| !most.is_empty());
            let numbers = is_number(least) && most.is_none_or(is_number);
            // Digits without leading zeros compare by their length first.
            let size =
                |text: &str| (text.trim_start_matches('0').len(), text.trim_start_matches('0').to_owned());
            if !numbers || most.is_some_and(|most| size(most) < size(least)) {
                return Err(format!("`{{{inside}}}` is no number of times"));
            }
        }
        self.eat("?");
        Ok(false)
    }

    /// The rest of `[`.
    fn class(&mut self) -> Result<bool, String> {
        self.eat("^");
        // The member before, and whether a range has begun behind it.
        let (mut before, mut ranges): (Option<Escape>, bool) = (None, false);
        loop {
            let member = match self.rest.next().ok_or("a `[` is not closed")? {
                ']' => return Ok(true),
                '-' if before.is_some() && !ranges && !self.rest.as_str().starts_with(']') => {
                    ranges = true;
                    continue;
                }
                '\\' => self.escape(true)?,
                char => Escape::Char(u32::from(char)),
            };
            before = match (before, member) {
                (Some(Escape::Char(first)), Escape::Char(last)) if ranges && first <= last => None,
                (Some(Escape::Char(_)), Escape::Char(_)) if ranges => {
                    return Err("a range in `[…]` runs backwards".to_owned());
                }
                _ if ranges => return Err("a range in `[…]` has a set at its end".to_owned()),
                (_, member) => Some(member),
            };
            ranges = false;
        }
    }

    /// What stands behind `\`.
    fn escape(&mut self, in_class: bool) -> Result<Escape, String> {
        let next = self.rest.next().ok_or("a `\\` at its end escapes nothing")?;
        let wrong = || format!("`\\{next}` means nothing");
        match next {
            'b' if in_class => Ok(Escape::Char(8)),
            'b' | 'B' if !in_class => Ok(Escape::Edge),
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Ok(Escape::Set),
            'p' | 'P' => self.property().map(|()| Escape::Set).ok_or_else(wrong),
            'k' if !in_class && self.eat("<") => {
                let name = self.name()?;
                self.called.insert(name);
                Ok(Escape::Reference)
            }
            '1'..='9' if !in_class => {
                let more: String = self.rest.clone().take_while(char::is_ascii_digit).collect();
                self.eat(&more);
                self.numbers.insert(format!("{next}{more}").parse().unwrap_or(usize::MAX));
                Ok(Escape::Reference)
            }
            '0' if !self.rest.as_str().starts_with(|next: char| next.is_ascii_digit()) => Ok(Escape::Char(0)),
            'c' => {
                let letter = self.rest.next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
                Ok(Escape::Char(u32::from(letter) % 32))
            }
            'x' => self.hex(2).map(Escape::Char).ok_or_else(wrong),
            'u' => self.code().map(Escape::Char).ok_or_else(wrong),
            't' => Ok(Escape::Char(9)),
            'n' => Ok(Escape::Char(10)),
            'v' => Ok(Escape::Char(11)),
            'f' => Ok(Escape::Char(12)),
            'r' => Ok(Escape::Char(13)),
            '-' if in_class => Ok(Escape::Char(u32::from('-'))),
            _ if "^$\\.*+?()[]{}|/".contains(next) => Ok(Escape::Char(u32::from(next))),
            _ => Err(wrong()),
        }
    }

    /// `{Name}` or `{Name=Value}`.
    fn property(&mut self) -> Option<()> {
        let (inside, rest) = self.rest.as_str().strip_prefix('{')?.split_once('}')?;
        let (name, value) = inside.split_once('=').unwrap_or((inside, "_"));
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        self.rest = rest.chars();
        (is_word(name) && is_word(value)).then_some(())
    }

    /// What stands behind `\u`: `{1F600}`, four digits, or two times four for what UTF-16 writes in two.
    fn code(&mut self) -> Option<u32> {
        if self.eat("{") {
            let (digits, rest) = self.rest.as_str().split_once('}')?;
            self.rest = rest.chars();
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            return u32::from_str_radix(digits, 16).ok().filter(|code| is_hex && *code <= 0x10_FFFF);
        }
        let first = self.hex(4)?;
        let behind = self.rest.clone();
        if (0xD800..0xDC00).contains(&first) && self.eat("\\u") {
            if let Some(second) = self.hex(4).filter(|second| (0xDC00..0xE000).contains(second)) {
                return Some(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00));
            }
            self.rest = behind;
        }
        Some(first)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let (number, rest) = self.rest.as_str().split_at_checked(digits)?;
        let is_hex = number.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.rest = rest.chars();
        u32::from_str_radix(number, 16).ok().filter(|_| is_hex)
    }

    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.as_str().strip_prefix(text);
        rest.inspect(|rest| self.rest = rest.chars()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::flaw;

    #[test]
    fn what_ecma_262_takes_is_taken() {
        let sound = [
            r"^[0-9]+\.[0-9]{2} [A-Z]{3}$",
            r"^(?:a|b)*?c{2,}d{2,10}?$",
            r"(?<year>\d{4})-\k<year>(?=x)(?!y)(?<=z)(?<!w)",
            r"(a)\1[\w\-][^\]\b][a-][-a][]",
            r"\p{L}\P{Script=Greek}\u0041\u{1F600}\uD83D\uDE00\x41\cJ\0\/\t",
            r"[\uD83D\uDE00-\uD83D\uDE4F]",
            "",
        ];
        for pattern in sound {
            assert_eq!(flaw(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_it_does_not_take_is_told() {
        let unsound = [
            "[a",
            "(a",
            "a)",
            "*a",
            "a**",
            "a{2,1}",
            "a{,2}",
            "{",
            "}",
            "]",
            "(?i)a",
            "(?P<n>a)",
            "(?<1>a)",
            "(?<n>a)(?<n>b)",
            r"\1",
            r"\k<n>",
            r"\A",
            r"\Z",
            r"\h",
            r"\-",
            r"\_",
            r"\p{}",
            r"\pL",
            r"\u{110000}",
            r"\u12",
            r"\x1",
            r"\01",
            r"\c1",
            "[b-a]",
            r"[\d-z]",
            r"[a-\d]",
            r"[\B]",
            r"[\1]",
            "^*",
            r"\b+",
            "(?=a)*",
            r"a\",
            "(?",
            "(?>a)",
            "a++",
            r"\u{+41}",
            r"\xé",
        ];
        for pattern in unsound {
            assert!(flaw(pattern).is_some(), "{pattern}");
        }
    }
}
