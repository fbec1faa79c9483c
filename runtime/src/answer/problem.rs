//! Chooses what is said when the upstream does not answer with success: the catalogue's rule, else a safe sentence.

use fewtools_contract as contract;
use fewtools_contract::{Cap, Denial, Effect, ErrorRule, Listed, Problem, Say};
use http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::failure::{Failure, Told};
use super::{Asked, Purpose, body, retry_after, sentence};
use crate::audit::AuditOutcome;
use crate::number;
use crate::upstream::{Response, UpstreamError};
use crate::visible::plain;

/// The longest text that a rule copies from an error body, in characters.
const COPIED: usize = 200;

/// The statuses that tell whether something exists.
const TELLING: [u16; 3] = [403, 404, 410];

/// The rules, and the request they are asked about.
pub(super) struct Problems<'r> {
    pub(super) rules: &'r [ErrorRule<'r>],
    pub(super) asked: &'r Asked<'r>,
}

impl Problems<'_> {
    /// The upstream answered with a status that is no success.
    pub(super) fn refused(&self, response: &Response) -> Failure {
        let status = response.status.as_u16();
        let hidden = !self.denial().hidden.is_empty() && TELLING.contains(&status);
        let (told, visible) = if hidden { (self.hidden(response), None) } else { self.open(response) };
        let is_told = || self.told(&Facts::of(response)).is_some();
        let outcome = if status == 401 || TELLING.contains(&status) || is_told() {
            AuditOutcome::Denied
        } else {
            AuditOutcome::Failed
        };
        Failure { told, outcome, status: Some(status), visible }
    }

    /// Whether the catalogue has words for such an answer.
    pub(super) fn knows(&self, response: &Response) -> bool {
        let (facts, status) = (Facts::of(response), response.status.as_u16());
        let over_cap = |cap: Cap<'_>| facts.is(cap.status, cap.code, cap.code_at);
        self.told(&facts).is_some()
            || self.asked.route.variant.gates.cap.is_some_and(over_cap)
            || self.rule_with_code(&facts).or_else(|| self.rule(status)).is_some()
    }

    /// The preview says that the call is over the cap; `left` is what leaves of it.
    pub(super) fn over_cap(&self, cap: &Cap<'_>, left: Value) -> Failure {
        let status = StatusCode::from_u16(cap.status).unwrap_or_default();
        let response = Response { status, headers: HeaderMap::new(), body: Vec::new() };
        let facts = Facts { response: &response, body: left };
        let coded = |rule: &&ErrorRule<'_>| match rule.on {
            Problem::Status { from, to, code, .. } => (from..=to).contains(&cap.status) && code == cap.code,
            Problem::Network => false,
        };
        let mut rules = self.rules.iter().filter(|rule| self.concerns(rule, self.effect_at(cap.status)));
        let told = sentence::of_cap(self.asked, cap);
        let told = match rules.find(coded).or_else(|| self.rule(cap.status)) {
            Some(rule) => told.saying(said(rule.say, Some(&facts))),
            None => told,
        };
        Failure { told, outcome: AuditOutcome::Refused, status: None, visible: None }
    }

    /// There was no answer, or it broke off.
    pub(super) fn no_answer(&self, error: UpstreamError) -> Failure {
        let told = sentence::of_no_answer(self.asked, error);
        let mut rules = self.rules.iter();
        let rule = rules.find(|rule| rule.on == Problem::Network && self.concerns(rule, self.effect()));
        let told = match rule {
            Some(rule) => told.saying(said(rule.say, None)),
            None => told,
        };
        Failure { told, outcome: AuditOutcome::Unanswered, status: None, visible: None }
    }

    /// The call succeeded; its answer was not read to the end.
    pub(super) fn too_large(&self, status: u16, limit: u64) -> Failure {
        Failure::after(sentence::of_large_answer(self.asked, limit), status)
    }

    /// Missing and forbidden are one answer: the same bytes whatever exists. The body is looked at only for the codes
    /// that the catalogue believes, and without a code nothing is believed.
    fn hidden(&self, response: &Response) -> Told {
        let denial = self.denial();
        let coded =
            |told: &&contract::Told<'_>| told.status == response.status.as_u16() && !told.code.is_empty();
        if denial.told.iter().any(|told| coded(&told)) {
            let facts = Facts::of(response);
            let mut told = denial.told.iter().filter(coded);
            if let Some(told) = told.find(|told| facts.is_code(told.code_at, told.code)) {
                return Told::of(told);
            }
        }
        sentence::of_denial(denial.hidden)
    }

    /// What is said where nothing is a secret, and what is told of the things that the caller may see.
    fn open(&self, response: &Response) -> (Told, Option<Listed<'static>>) {
        let facts = Facts::of(response);
        if let Some(told) = self.told(&facts) {
            return (Told::of(told), told.visible);
        }
        // Another operation may use the same code for another limit.
        if !matches!(self.asked.purpose, Purpose::Lookup | Purpose::Merge)
            && let Some(cap) = self.asked.route.variant.gates.cap
            && facts.is(cap.status, cap.code, cap.code_at)
        {
            let over = sentence::of_cap(self.asked, &cap);
            let rule = self.rule_with_code(&facts).or_else(|| self.rule(cap.status));
            let worded = rule.map(|rule| said(rule.say, Some(&facts)));
            return (worded.into_iter().fold(over, Told::saying), None);
        }
        let rule = self.rule_with_code(&facts).or_else(|| self.rule(response.status.as_u16()));
        let told = match rule {
            Some(rule) => self.by_rule(rule, &facts),
            None => sentence::of_status(self.asked, response),
        };
        (told, None)
    }

    fn told(&self, facts: &Facts<'_>) -> Option<&'static contract::Told<'static>> {
        let Denial { hidden, told, .. } = self.denial();
        let believed = |told: &&contract::Told<'_>| hidden.is_empty() || !told.code.is_empty();
        told.iter().filter(believed).find(|told| facts.is(told.status, told.code, told.code_at))
    }

    fn denial(&self) -> Denial<'static> {
        self.asked.denial
    }

    /// What the request itself does: a preview and a lookup change nothing.
    fn effect(&self) -> Effect {
        if self.asked.changes() { self.asked.route.variant.effect } else { Effect::Read }
    }

    fn by_rule(&self, rule: &ErrorRule<'_>, facts: &Facts<'_>) -> Told {
        let told = sentence::of_status(self.asked, facts.response);
        let told = match rule.on {
            Problem::Status { code, .. } if !code.is_empty() => told.with("code", code.into()),
            _ => told,
        };
        told.saying(said(rule.say, Some(facts)))
    }

    fn rule_with_code(&self, facts: &Facts<'_>) -> Option<&ErrorRule<'_>> {
        let status = facts.response.status.as_u16();
        self.rules.iter().filter(|rule| self.concerns(rule, self.effect_at(status))).find(|rule| {
            match rule.on {
                Problem::Status { from, to, code, code_at } => {
                    !code.is_empty() && (from..=to).contains(&status) && facts.is_code(code_at, code)
                }
                Problem::Network => false,
            }
        })
    }

    fn rule(&self, status: u16) -> Option<&ErrorRule<'_>> {
        self.rules.iter().filter(|rule| self.concerns(rule, self.effect_at(status))).find(|rule| {
            match rule.on {
                Problem::Status { from, to, code, .. } => code.is_empty() && (from..=to).contains(&status),
                Problem::Network => false,
            }
        })
    }

    /// The effect that rules look at: where the API failed, it counts what the request could have changed.
    fn effect_at(&self, status: u16) -> Effect {
        if status < 500 { self.asked.route.variant.effect } else { self.effect() }
    }

    fn concerns(&self, rule: &ErrorRule<'_>, effect: Effect) -> bool {
        let operation = self.asked.call.operation;
        rule.effect.is_none_or(|matches| matches.accepts(effect))
            && (rule.operations.is_empty() || rule.operations.contains(&operation))
    }
}

/// What a rule can look at.
struct Facts<'r> {
    response: &'r Response,
    body: Value,
}

impl<'r> Facts<'r> {
    fn of(response: &'r Response) -> Self {
        let body = body::looks_like_json(&response.body).then(|| body::json(&response.body)).flatten();
        Self { response, body: body.unwrap_or_default() }
    }

    /// Whether the answer has this status and, where one is wanted, this code.
    fn is(&self, status: u16, code: &str, code_at: &str) -> bool {
        self.response.status.as_u16() == status && (code.is_empty() || self.is_code(code_at, code))
    }

    fn is_code(&self, pointer: &str, code: &str) -> bool {
        match self.body.pointer(pointer) {
            Some(Value::String(text)) => text == code,
            Some(number @ Value::Number(_)) => number::written(number).is_some_and(|text| text == code),
            _ => false,
        }
    }

    /// A scalar of the error body as harmless text.
    fn field(&self, pointer: &str) -> Option<String> {
        let value = self.body.pointer(pointer)?;
        if let Some(number) = number::written(value) {
            return Some(number.chars().take(COPIED).collect());
        }
        match value {
            Value::String(text) => Some(harmless(text)),
            Value::Bool(truth) => Some(truth.to_string()),
            Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

/// A text of the upstream's: short, and nothing in it that hides.
pub(super) fn harmless(text: &str) -> String {
    plain(text, COPIED)
}

fn said(pieces: &[Say<'_>], facts: Option<&Facts<'_>>) -> String {
    let piece = |piece: &Say<'_>| match piece {
        Say::Text(text) => (*text).to_owned(),
        Say::Field(pointer) => {
            facts.and_then(|facts| facts.field(pointer)).unwrap_or_else(|| "unknown".to_owned())
        }
        Say::RetryAfter => {
            retry_after::in_words(facts.and_then(|facts| retry_after::wait(&facts.response.headers)))
        }
    };
    pieces.iter().map(piece).collect()
}
