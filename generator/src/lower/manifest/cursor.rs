//! A node of the manifest → a typed value, or a fault that says what was expected.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::keys::{Keys, path};
use crate::diagnostics::{Fault, Place, kind, nearest};
use crate::lower::curation::{Spot, Word};

/// The faults found so far.
pub(super) type Faults = RefCell<Vec<Fault>>;

/// A node, its place, and where its faults go.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub(super) value: &'a Value,
    pub(super) at: Place,
    faults: &'a Faults,
}

/// The members of a mapping whose keys have been judged.
pub(super) struct Members<'a> {
    map: &'a Map<String, Value>,
    pub(super) at: Place,
    faults: &'a Faults,
    /// Whether a key stands there that is not built yet: what it replaces is not missing.
    pub(super) has_later: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(value: &'a Value, at: Place, faults: &'a Faults) -> Self {
        Self { value, at, faults }
    }

    /// Puts a fault down.
    pub(super) fn fault(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }

    /// Its name in faults: `tools.list.args`.
    pub(super) fn path(&self) -> String {
        path(&self.at.pointer)
    }

    /// Says that something else was expected.
    pub(super) fn expected<T>(&self, expected: &str) -> Option<T> {
        let what = format!("`{}`: expected {expected}, found {}", self.path(), kind(self.value));
        self.fault(Fault::error("wrong-type", self.at.clone(), what));
        None
    }

    /// Says that a value of the right type is none that is known.
    pub(super) fn unknown<T>(&self, expected: &str, instead: String) -> Option<T> {
        let what = format!("`{}`: `{}` is not {expected}", self.path(), shown(self.value));
        self.fault(Fault::error("bad-value", self.at.clone(), what).instead(instead));
        None
    }

    /// Says that a value is known and not built yet.
    pub(super) fn later<T>(&self, what: &str, instead: &str) -> Option<T> {
        let what = format!("`{}`: {what} is not built yet", self.path());
        self.fault(Fault::error("not-built-yet", self.at.clone(), what).instead(instead));
        None
    }

    /// A mapping with these keys and no others.
    pub(super) fn members(&self, keys: &Keys) -> Option<Members<'a>> {
        self.members_beside(keys, &[])
    }

    /// The same, where faults are told already for the keys in `told`, which are in lower case.
    pub(super) fn members_beside(&self, keys: &Keys, told: &[&str]) -> Option<Members<'a>> {
        let Value::Object(map) = self.value else { return self.expected(keys.expected) };
        let has_later = keys.judge(map, told, &self.at, &mut self.faults.borrow_mut());
        Some(Members { map, at: self.at.clone(), faults: self.faults, has_later })
    }

    /// A mapping with these keys; one that is written as a single value is told the mapping it means, `{}` standing for
    /// the value.
    pub(super) fn members_or(&self, keys: &Keys, meant: &str) -> Option<Members<'a>> {
        if matches!(self.value, Value::String(_) | Value::Number(_)) {
            let what = format!("`{}`: expected {}, found {}", self.path(), keys.expected, kind(self.value));
            let instead = format!("`{{ {} }}`", meant.replace("{}", &shown(self.value)));
            self.fault(Fault::error("wrong-type", self.at.clone(), what).instead(instead));
            return None;
        }
        self.members(keys)
    }

    /// A mapping whose keys are names of the manifest's own; the places are those of the keys.
    pub(super) fn entries(&self, expected: &str) -> Vec<(Word, Cursor<'a>)> {
        let Value::Object(map) = self.value else { return self.expected(expected).unwrap_or_default() };
        let entry = |(key, value): (&String, &'a Value)| {
            let at = self.at.key(key);
            if key.trim().is_empty() {
                let what = format!("`{}` has an empty key", self.path());
                self.fault(Fault::error("empty-text", at.at_key(), what).instead("a name"));
                return None;
            }
            Some((Spot::new(key.clone(), at.at_key()), Cursor::new(value, at, self.faults)))
        };
        map.iter().filter_map(entry).collect()
    }

    /// A list.
    pub(super) fn items(&self, expected: &str) -> Vec<Cursor<'a>> {
        let Value::Array(items) = self.value else { return self.expected(expected).unwrap_or_default() };
        let item = |(index, value)| Cursor::new(value, self.at.index(index), self.faults);
        items.iter().enumerate().map(item).collect()
    }

    /// A text, as it is written.
    pub(super) fn word(&self, expected: &str) -> Option<Word> {
        let Value::String(text) = self.value else { return self.expected(expected) };
        if text.trim().is_empty() {
            let what = format!("`{}` is empty", self.path());
            self.fault(Fault::error("empty-text", self.at.clone(), what).instead(expected));
            return None;
        }
        Some(Spot::new(text.clone(), self.at.clone()))
    }

    /// A text for people, without the space around it.
    pub(super) fn prose(&self) -> Option<Word> {
        let word = self.word("a text")?;
        Some(Spot::new(word.value.trim().to_owned(), word.at))
    }

    /// A list of names, none of them twice.
    pub(super) fn words(&self, expected: &str) -> Vec<Word> {
        if let Value::String(name) = self.value {
            let what = format!("`{}`: expected {expected}, found a text", self.path());
            self.fault(Fault::error("wrong-type", self.at.clone(), what).instead(format!("`[{name}]`")));
            return Vec::new();
        }
        let words: Vec<_> = self.items(expected).iter().filter_map(|item| item.word("a name")).collect();
        self.once(&words);
        words
    }

    /// Says which names are there twice.
    pub(super) fn once(&self, words: &[Word]) {
        let mut seen = BTreeSet::new();
        for word in words.iter().filter(|word| !seen.insert(word.value.as_str())) {
            let what = format!("`{}` names `{}` twice", self.path(), word.value);
            self.fault(Fault::error("duplicate-name", word.at.clone(), what).instead("keep one of the two"));
        }
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let names = || choices.iter().map(|(name, _)| *name);
        let list = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let word = self.word(&format!("one of {list}"))?;
        if let Some((_, value)) = choices.iter().find(|(name, _)| *name == word.value) {
            return Some(*value);
        }
        let near = nearest(&word.value, names()).map(|near| format!("`{near}`"));
        self.unknown(&format!("one of {list}"), near.unwrap_or_default())
    }

    /// `true` or `false`.
    pub(super) fn flag(&self) -> Option<bool> {
        match self.value {
            Value::Bool(flag) => Some(*flag),
            _ => self.expected("`true` or `false`"),
        }
    }

    /// A whole number from 1.
    pub(super) fn positive(&self, expected: &str) -> Option<u32> {
        let Value::Number(number) = self.value else { return self.expected(expected) };
        match number.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0) {
            Some(number) => Some(number),
            None => self.unknown(expected, format!("a whole number from 1 to {}", u32::MAX)),
        }
    }
}

impl<'a> Members<'a> {
    /// A member that may be left out.
    pub(super) fn get(&self, key: &str) -> Option<Cursor<'a>> {
        self.map.get(key).map(|value| Cursor::new(value, self.at.key(key), self.faults))
    }

    /// A member that may not be left out.
    pub(super) fn required(&self, key: &str, instead: &str) -> Option<Cursor<'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.missing(&format!("the key `{key}` is missing"), instead);
        }
        found
    }

    /// Says that something is missing from the mapping.
    pub(super) fn missing(&self, what: &str, instead: &str) {
        let what = match path(&self.at.pointer) {
            root if root.is_empty() => what.to_owned(),
            path => format!("`{path}`: {what}"),
        };
        self.fault(Fault::error("missing-key", self.at.clone(), what).instead(instead));
    }

    /// Says that two members exclude each other, at the second.
    pub(super) fn conflict(&self, first: &str, second: &str, instead: &str) {
        let what = format!("`{}` has both `{first}` and `{second}`", path(&self.at.pointer));
        let at = self.at.key(second).at_key();
        self.fault(Fault::error("conflicting-keys", at, what).instead(instead));
    }

    /// Puts a fault down.
    pub(super) fn fault(&self, fault: Fault) {
        self.faults.borrow_mut().push(fault);
    }
}

/// A scalar as it is written, anything else as JSON, not too long.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
