//! Holds what is told of a call without an answer, and what the audit says of it.

use fewtools_contract as contract;
use fewtools_contract::Listed;
use serde_json::{Map, Value};

use super::problem::harmless;
use crate::Reply;
use crate::audit::AuditOutcome;

/// How many names of what a caller may see are told.
const NAMED: usize = 20;

/// Why there is no answer to project.
pub(crate) struct Failure {
    pub(super) told: Told,
    /// What the audit says of it.
    pub(crate) outcome: AuditOutcome,
    /// The status, where the upstream answered.
    pub(crate) status: Option<u16>,
    /// What of the kind the caller may see is told too.
    pub(crate) visible: Option<Listed<'static>>,
}

impl Failure {
    /// What went wrong after the upstream did what was asked.
    pub(super) fn after(told: Told, status: u16) -> Self {
        Self { told, outcome: AuditOutcome::Answered, status: Some(status), visible: None }
    }

    /// What the function of a tool says.
    pub(crate) fn failed(reason: &str, said: impl Into<String>) -> Self {
        let outcome = AuditOutcome::Failed;
        Self { told: Told::new(reason, said), outcome, status: None, visible: None }
    }

    /// Nothing that changes could be sent.
    pub(crate) fn unsent(reason: &str, said: impl Into<String>) -> Self {
        let outcome = AuditOutcome::Refused;
        Self { told: Told::new(reason, said), outcome, status: None, visible: None }
    }

    /// Whether the API says no: to this caller, or because there is no such thing. That a request is wrong (400), that it
    /// comes too often (429) or at a bad time (409) is nothing of the kind.
    pub(crate) fn is_denial(&self) -> bool {
        self.outcome == AuditOutcome::Denied
    }

    /// What is told.
    pub(crate) fn reply(self) -> Reply {
        self.told.reply()
    }

    /// What is told, with the names that the caller may see.
    pub(crate) fn naming(mut self, names: impl IntoIterator<Item = String>) -> Reply {
        let mut names = names.into_iter().map(|name| harmless(&name));
        let shown: Vec<String> = names.by_ref().take(NAMED).collect();
        let there = match (shown.is_empty(), names.count()) {
            (true, _) => "This key sees none.".to_owned(),
            (false, 0) => format!("This key sees: {}.", shown.join(", ")),
            (false, more) => format!("This key sees: {} and {more} more.", shown.join(", ")),
        };
        self.told.text = format!("{} {there}", self.told.text);
        self.told.with("visible", shown.into()).reply()
    }
}

/// What is told of a problem: a sentence, and stable words and numbers beside it.
pub(super) struct Told {
    pub(super) text: String,
    pub(super) data: Map<String, Value>,
}

impl Told {
    pub(super) fn new(reason: &str, text: impl Into<String>) -> Self {
        Self { text: text.into(), data: Map::from_iter([("reason".to_owned(), reason.into())]) }
    }

    pub(super) fn of(told: &contract::Told<'_>) -> Self {
        let reason = if told.status == 403 { "forbidden" } else { "not-found" };
        let plain = Self::new(reason, told.say).with("status", told.status.into());
        if told.code.is_empty() { plain } else { plain.with("code", told.code.into()) }
    }

    pub(super) fn with(mut self, name: &str, value: Value) -> Self {
        self.data.insert(name.to_owned(), value);
        self
    }

    pub(super) fn saying(mut self, text: String) -> Self {
        self.text = text;
        self
    }

    fn reply(self) -> Reply {
        Reply::failed(self.text, self.data)
    }
}
