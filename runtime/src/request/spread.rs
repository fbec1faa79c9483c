//! Refuses keys of an argument that a server would read as another part of the request.

use std::collections::BTreeSet;

use fewtools_contract::{Encoding, MediaKind, Spread, Style};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::style::numbered;
use super::unsendable;
use crate::arguments::nearest::shown;
use crate::refusal::Fault;

/// How often a name is decoded that may be encoded more than once.
const DECODED: usize = 8;

/// The names that the keys of one value may not be read as, as lenient servers read them.
#[derive(Debug, Default)]
pub(crate) struct Reserved {
    names: BTreeSet<String>,
    /// The same names as the steps between their brackets.
    ways: BTreeSet<String>,
    /// The keys with brackets that the document itself gives the value.
    declared: BTreeSet<String>,
    reader: Reader,
}

/// Who reads the keys.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// A reader of forms, queries or cookies.
    #[default]
    Pairs,
    /// A reader of JSON.
    Json,
}

impl Reserved {
    /// The names of a spread value; `body` is how the body is written where the value is a part of it.
    pub(crate) fn of(spread: &Spread<'_>, body: Option<MediaKind>) -> Self {
        let reader = if body == Some(MediaKind::Json) { Reader::Json } else { Reader::Pairs };
        let declared = spread.bracketed.iter().map(|&key| key.to_owned()).collect();
        let mut all = Self { declared, reader, ..Self::default() };
        for name in spread.reserved {
            let read = reader.reads(name);
            all.ways.insert(steps(&read));
            all.names.insert(stem(&read).to_owned());
            all.names.insert(read);
        }
        all
    }

    /// Judges the keys of a value that become names as they are.
    pub(super) fn judge(&self, argument: &str, value: &Value) -> Result<(), Fault> {
        let Value::Object(members) = value else { return Ok(()) };
        match members.keys().find(|key| self.takes(key)) {
            Some(key) => Err(taken(argument, key)),
            None => Ok(()),
        }
    }

    /// Judges the names in a header of cookies that is an argument as a whole.
    pub(super) fn judge_cookies(&self, argument: &str, header: &str) -> Result<(), Fault> {
        let names = header.split([';', ',']).map(|pair| pair.split('=').next().unwrap_or_default());
        names.filter(|name| self.takes(name)).try_for_each(|name| Err(taken(argument, name.trim())))
    }

    /// Judges the keys of a `deepObject`, which stand between brackets behind the name of their parameter. Readers do
    /// not agree on where a key with brackets ends, so that only those of `declared` are taken.
    fn judge_deep(
        &self,
        argument: &str,
        name: &str,
        value: &Value,
        declared: &BTreeSet<String>,
    ) -> Result<(), Fault> {
        let none = BTreeSet::new();
        match value {
            Value::Object(members) => members.iter().try_for_each(|(key, member)| {
                if is_parted(key, self.reader) && !declared.contains(key) {
                    let why = format!("cannot hold the key {}: brackets part keys here", shown(key));
                    return Err(unsendable(argument, &why));
                }
                let way = format!("{name}[{key}]");
                if self.takes_way(name, &way) {
                    return Err(taken(argument, key));
                }
                self.judge_deep(argument, &way, member, &none)
            }),
            Value::Array(items) => numbered(items).try_for_each(|(step, item)| {
                self.judge_deep(argument, &format!("{name}[{step}]"), item, &none)
            }),
            _ => Ok(()),
        }
    }

    /// Whether a way from `name` on is that of another value, leads to one or leads through one: `f[a]` would replace
    /// `f[a][b]`.
    fn takes_way(&self, name: &str, way: &str) -> bool {
        let (start, way) = (steps(&self.reader.reads(name)).len(), steps(&self.reader.reads(way)));
        let inner = format!("{way}[");
        let leads = self.ways.range(inner.clone()..).next().is_some_and(|other| other.starts_with(&inner));
        let mut before = way.match_indices('[').filter(|(at, _)| *at > start);
        let through = before.any(|(at, _)| way.get(..at).is_some_and(|before| self.ways.contains(before)));
        leads || through || self.ways.contains(&way)
    }

    fn takes(&self, key: &str) -> bool {
        let read = self.reader.reads(key);
        self.names.contains(&read) || (self.reader == Reader::Pairs && self.names.contains(stem(&read)))
    }
}

/// Judges the keys of a value that is written in a style.
pub(super) fn judge(
    reserved: Option<&Reserved>,
    argument: &str,
    name: &str,
    encoding: Encoding<'_>,
    value: &Value,
) -> Result<(), Fault> {
    match (encoding, reserved) {
        (Encoding::Styled { style: Style::DeepObject, .. }, reserved) => {
            let own = Reserved::default();
            let reserved = reserved.unwrap_or(&own);
            reserved.judge_deep(argument, name, value, &reserved.declared)
        }
        (_, Some(reserved)) => reserved.judge(argument, value),
        (_, None) => Ok(()),
    }
}

impl Reader {
    /// A name as the most lenient readers see it. Of JSON some do not tell capitals from small letters; of pairs some
    /// also decode a name again, drop outer spaces, a trailing `[]` and what is not printed, and read dots and spaces as
    /// `_`.
    fn reads(self, name: &str) -> String {
        if self == Self::Json {
            return name.to_lowercase();
        }
        let mut read = name.to_owned();
        for _ in 0..DECODED {
            let decoded = percent_decode_str(&read.replace('+', " ")).decode_utf8_lossy().into_owned();
            if decoded == read {
                break;
            }
            read = decoded;
        }
        let printed: String = read.chars().filter(|c| !c.is_control()).collect();
        let plain = printed.trim().trim_end_matches("[]").to_lowercase();
        plain.replace(['.', ' '], "_")
    }
}

/// What stands before the first bracket.
fn stem(name: &str) -> &str {
    match name.split_once('[') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// A name as the steps between its brackets, the way the most lenient readers part it: `f[a[b]]` as `f[a][b]`.
fn steps(name: &str) -> String {
    let steps: Vec<&str> = name.split(['[', ']']).filter(|step| !step.is_empty()).collect();
    steps.join("[")
}

/// Whether a key holds brackets, plain or encoded.
fn is_parted(key: &str, reader: Reader) -> bool {
    key.contains(['[', ']']) || reader.reads(key).contains(['[', ']'])
}

fn taken(argument: &str, key: &str) -> Fault {
    let why = format!("cannot hold the key {}: it names another part of the request", shown(key));
    unsendable(argument, &why)
}
