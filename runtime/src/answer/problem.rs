//! Chooses what is said when the upstream does not answer with success: the catalogue's rule, else a safe sentence.

use fewtools_contract::{ErrorRule, PathPart, Problem, Say};
use serde_json::{Map, Value};

use super::{body, retry_after, sentence};
use crate::Reply;
use crate::arguments::nearest::is_invisible;
use crate::dispatch::Route;
use crate::number;
use crate::upstream::{Response, UpstreamError};

/// The longest text that a rule copies from an error body, in characters.
const COPIED: usize = 200;

/// The rules, and the call they are asked about.
pub(super) struct Problems<'r> {
    pub(super) rules: &'r [ErrorRule<'r>],
    pub(super) route: &'r Route,
}

impl Problems<'_> {
    /// The upstream answered with a status that is no success.
    pub(super) fn refused(&self, response: &Response) -> Reply {
        let body = body::looks_like_json(&response.body).then(|| body::json(&response.body)).flatten();
        let facts = Facts { response, body: body.unwrap_or_default() };
        if let Some(rule) = self.rule_with_code(&facts) {
            return self.by_rule(rule, &facts);
        }
        if self.hides(response.status.as_u16()) {
            return self.denied();
        }
        match self.rule(response.status.as_u16()) {
            Some(rule) => self.by_rule(rule, &facts),
            None => sentence::of_status(self.route, response).reply(),
        }
    }

    /// There was no answer, or it broke off.
    pub(super) fn no_answer(&self, error: UpstreamError) -> Reply {
        let told = sentence::of_no_answer(self.route, error);
        match self.rules.iter().find(|rule| rule.on == Problem::Network && self.concerns(rule)) {
            Some(rule) => told.saying(said(rule.say, None)).reply(),
            None => told.reply(),
        }
    }

    /// The call succeeded; its answer was not read to the end.
    pub(super) fn too_large(&self, limit: u64) -> Reply {
        sentence::of_large_answer(self.route, limit).reply()
    }

    /// The call succeeded; its answer is not what its type says.
    pub(super) fn unreadable(&self, status: u16) -> Reply {
        sentence::of_unreadable_answer(status).reply()
    }

    /// Missing and forbidden are one answer where a path parameter names something: the same bytes whatever exists.
    /// Of the rules only one that is said for missing things, and that copies nothing from the body, can word it.
    fn denied(&self) -> Reply {
        let told = sentence::of_denial();
        let constant = |rule: &&ErrorRule<'_>| rule.say.iter().all(|piece| matches!(piece, Say::Text(_)));
        match self.rule(404).filter(constant) {
            Some(rule) => told.saying(said(rule.say, None)).reply(),
            None => told.reply(),
        }
    }

    /// Whether an answer of this status could tell that something exists.
    fn hides(&self, status: u16) -> bool {
        let named = self.route.variant.call.path.iter().any(|part| matches!(part, PathPart::Parameter(_)));
        named && matches!(status, 403 | 404 | 410)
    }

    fn by_rule(&self, rule: &ErrorRule<'_>, facts: &Facts<'_>) -> Reply {
        let told = sentence::of_status(self.route, facts.response);
        let told = match rule.on {
            Problem::Status { code, .. } if !code.is_empty() => told.with("code", code.into()),
            _ => told,
        };
        told.saying(said(rule.say, Some(facts))).reply()
    }

    fn rule_with_code(&self, facts: &Facts<'_>) -> Option<&ErrorRule<'_>> {
        self.rules.iter().filter(|rule| self.concerns(rule)).find(|rule| match rule.on {
            Problem::Status { from, to, code, code_at } => {
                let status = facts.response.status.as_u16();
                !code.is_empty() && (from..=to).contains(&status) && facts.is_code(code_at, code)
            }
            Problem::Network => false,
        })
    }

    fn rule(&self, status: u16) -> Option<&ErrorRule<'_>> {
        self.rules.iter().filter(|rule| self.concerns(rule)).find(|rule| match rule.on {
            Problem::Status { from, to, code, .. } => code.is_empty() && (from..=to).contains(&status),
            Problem::Network => false,
        })
    }

    fn concerns(&self, rule: &ErrorRule<'_>) -> bool {
        let effect = rule.effect.is_none_or(|effect| effect.accepts(self.route.variant.effect));
        effect && (rule.operations.is_empty() || rule.operations.contains(&self.route.variant.call.operation))
    }
}

/// What a rule can look at.
struct Facts<'r> {
    response: &'r Response,
    body: Value,
}

impl Facts<'_> {
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
            Value::String(text) => {
                let visible =
                    text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_invisible(*c));
                Some(visible.take(COPIED).collect())
            }
            Value::Bool(truth) => Some(truth.to_string()),
            Value::Number(_) | Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
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

/// What is told of a problem: a sentence, and stable words and numbers beside it.
pub(super) struct Told {
    pub(super) text: String,
    pub(super) data: Map<String, Value>,
}

impl Told {
    pub(super) fn new(reason: &str, text: impl Into<String>) -> Self {
        Self { text: text.into(), data: Map::from_iter([("reason".to_owned(), reason.into())]) }
    }

    pub(super) fn with(mut self, name: &str, value: Value) -> Self {
        self.data.insert(name.to_owned(), value);
        self
    }

    fn saying(mut self, text: String) -> Self {
        self.text = text;
        self
    }

    fn reply(self) -> Reply {
        Reply::failed(self.text, self.data)
    }
}
