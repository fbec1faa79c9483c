//! A request as it arrived against the one that is stated.

use regex::Regex;

use super::{Facts, body, url};
use crate::cases::expected::Request;
use crate::cases::product::{Outcome, Sent};

/// The one request of a call.
pub fn request(facts: &mut Facts, expected: &Request, outcome: &Outcome) {
    let told = || format!("expected one request, found {}: {}", outcome.sent.len(), outcome.text);
    facts.that(outcome.sent.len() == 1, told);
    if let Some(sent) = outcome.sent.first() {
        facts.that(outcome.changed.is_none(), || outcome.changed.clone().unwrap_or_default());
        sent_as(facts, expected, sent);
    }
}

/// The one request of a call, whichever of the stated ones it is.
pub fn any_request(facts: &mut Facts, expected: &[Request], outcome: &Outcome) {
    facts.either(
        expected.iter().map(|expected| ("request", |facts: &mut Facts| request(facts, expected, outcome))),
    );
}

/// One request.
pub fn sent_as(facts: &mut Facts, expected: &Request, sent: &Sent) {
    if let Some(method) = &expected.method {
        facts.same("method", method, &sent.method);
    }
    url::url(facts, expected, &sent.url);
    headers(facts, expected, sent);
    if let Some(expected) = &expected.body {
        body::body(facts, expected, sent);
    }
}

fn headers(facts: &mut Facts, expected: &Request, sent: &Sent) {
    let found = |name: &str| sent.received.header(name);
    for (name, value) in &expected.headers {
        facts.same(&format!("header {name}"), &Some(value.shown()), &found(name));
    }
    for (name, pattern) in &expected.headers_match {
        let value = found(name);
        let matches = Regex::new(pattern).map(|it| value.as_deref().is_some_and(|value| it.is_match(value)));
        facts.that(matches == Ok(true), || format!("header {name}: expected {pattern}, found {value:?}"));
    }
    for name in &expected.no_headers {
        let value = found(name);
        facts.that(value.is_none(), || format!("header {name}: expected none, found {value:?}"));
    }
    if let Some(expected) = &expected.cookies {
        let text = found("cookie").unwrap_or_default();
        let mut pairs: Vec<(String, String)> = text
            .split("; ")
            .filter_map(|pair| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        pairs.sort();
        let expected: Vec<_> = expected.iter().map(|(name, value)| (name.clone(), value.shown())).collect();
        facts.same("cookies", &expected, &pairs);
    }
    if let Some(count) = expected.cookie_header_count {
        let lines = sent.received.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("cookie"));
        facts.same("cookie headers", &count, &lines.count());
    }
}
