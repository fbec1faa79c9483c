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

impl Refusal {
    /// The faults in the order in which they are told.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// All faults in sentences.
    pub fn text(&self) -> String {
        self.faults.iter().map(|fault| fault.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// `{reason, argument, accepted, closest, needs}` of the first fault, and `faults` where there are several.
    pub fn data(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// One fault of a call's arguments.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// The sentence.
    pub text: String,
    /// The stable name of the kind of fault, like `missing-argument`.
    pub reason: &'static str,
    /// The argument at fault; empty where none is.
    pub argument: String,
    /// What is accepted instead.
    pub accepted: Vec<String>,
    /// The accepted word nearest to what was given; empty for none.
    pub closest: String,
    /// The arguments that the chosen variant still needs.
    pub needs: Vec<String>,
}
