//! What is said when a call is refused before a request leaves.

use std::fmt;

use serde_json::{Map, Value};

/// A call that is answered by the protocol's own error (JSON-RPC -32602) and not by a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Malformed {
    /// No tool of this name is offered to the caller.
    UnknownTool,
    /// The arguments are refused, and the catalogue says that refusals are protocol errors.
    Refused(Refusal),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool => f.write_str("Unknown tool."),
            Self::Refused(refusal) => f.write_str(&refusal.text()),
        }
    }
}

impl std::error::Error for Malformed {}

/// Why a call is refused: every fault of its arguments at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    faults: Vec<Fault>,
}

/// Faults told in one refusal; a call with more gets a count of the rest.
const TOLD: usize = 20;

/// The most characters of an argument's name that are told: a caller's own word can be of any length.
const NAMED: usize = 200;

impl Refusal {
    pub(crate) fn new(mut faults: Vec<Fault>) -> Self {
        let more = faults.len().saturating_sub(TOLD);
        if more > 0 {
            faults.truncate(TOLD);
            faults.push(Fault::new(reason::MORE, "", format!("{more} more faults are not shown.")));
        }
        Self { faults }
    }

    /// An old name of a tool.
    pub(crate) fn renamed(old: &str, new: &str) -> Self {
        let said = format!("{old} is now {new}, same arguments.");
        Fault::new(reason::RENAMED, "", said).accepting([new]).near(Some(new)).into()
    }

    /// The faults in the order in which they are told.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// All faults in sentences.
    pub fn text(&self) -> String {
        let said = self.faults.iter().map(|fault| fault.text.trim()).filter(|text| !text.is_empty());
        said.collect::<Vec<_>>().join(" ")
    }

    /// `{reason, argument, accepted, closest, needs}` of the first fault, and where there are several, all of them
    /// under `faults` (without `needs`, which is the same for all). What does not apply is `null` or an empty list.
    pub fn data(&self) -> Map<String, Value> {
        let Some(first) = self.faults.first() else { return Map::new() };
        let mut data = first.data();
        data.insert("needs".into(), words(&first.needs));
        if self.faults.len() > 1 {
            let all = self.faults.iter().map(|fault| Value::Object(fault.data())).collect();
            data.insert("faults".into(), Value::Array(all));
        }
        data
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self { faults: vec![fault] }
    }
}

/// One fault of a call's arguments.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// The sentence; empty where the sentence of the fault before says it too.
    pub text: String,
    /// The stable name of the kind of fault, like `missing-argument`.
    pub reason: &'static str,
    /// The argument at fault; empty where none is.
    pub argument: String,
    /// What is accepted instead.
    pub accepted: Vec<String>,
    /// The accepted word nearest to what was given; empty for none.
    pub closest: String,
    /// What the chosen variant needs: arguments by name, groups joined by `|`.
    pub needs: Vec<String>,
}

impl Fault {
    pub(crate) fn new(reason: &'static str, argument: &str, text: String) -> Self {
        let argument = argument.chars().take(NAMED).collect();
        Self { text, reason, argument, accepted: Vec::new(), closest: String::new(), needs: Vec::new() }
    }

    pub(crate) fn accepting(mut self, accepted: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.accepted = accepted.into_iter().map(Into::into).collect();
        self
    }

    pub(crate) fn near(mut self, closest: Option<&str>) -> Self {
        self.closest = closest.unwrap_or_default().to_owned();
        self
    }

    fn data(&self) -> Map<String, Value> {
        let word = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
        Map::from_iter([
            ("reason".to_owned(), self.reason.into()),
            ("argument".to_owned(), word(&self.argument)),
            ("accepted".to_owned(), words(&self.accepted)),
            ("closest".to_owned(), word(&self.closest)),
        ])
    }
}

fn words(list: &[String]) -> Value {
    Value::Array(list.iter().map(|text| text.as_str().into()).collect())
}

/// The stable names of what can be wrong with arguments.
pub(crate) mod reason {
    pub(crate) const UNKNOWN: &str = "unknown-argument";
    pub(crate) const FOREIGN: &str = "foreign-argument";
    pub(crate) const MISSING: &str = "missing-argument";
    pub(crate) const GROUP: &str = "group";
    pub(crate) const TYPE: &str = "wrong-type";
    pub(crate) const VALUE: &str = "wrong-value";
    pub(crate) const RANGE: &str = "out-of-range";
    pub(crate) const LENGTH: &str = "bad-length";
    pub(crate) const FORMAT: &str = "bad-format";
    pub(crate) const UNSENDABLE: &str = "not-sendable";
    pub(crate) const CONFIRM: &str = "confirm-needed";
    pub(crate) const RECEIPT: &str = "receipt-invalid";
    pub(crate) const CREDENTIAL: &str = "credential-missing";
    pub(crate) const TOO_LARGE: &str = "too-large";
    pub(crate) const TOO_DEEP: &str = "too-deep";
    pub(crate) const RENAMED: &str = "renamed-tool";
    pub(crate) const MORE: &str = "more-faults";
}
