//! What is sent after an answer, and what never reaches another place.

use super::Facts;
use super::request::sent_as;
use crate::cases::expected::{NoHeaderTo, Then};
use crate::cases::product::{Outcome, Sent};

/// The request after the first one; with `or_error` an error in its place.
pub fn then(facts: &mut Facts, expected: &Then, or_error: bool, outcome: &Outcome) {
    if let Some(next) = &expected.request {
        let followed = |facts: &mut Facts| match outcome.sent.as_slice() {
            [_, second] => sent_as(facts, next, second),
            sent => facts.fail(format!("expected two requests, found {}", sent.len())),
        };
        let told = |facts: &mut Facts| {
            facts.that(or_error && outcome.is_error, || format!("no error: {}", outcome.text));
            facts.same("number of requests", &1, &outcome.sent.len());
        };
        type Way<'w> = (&'w str, &'w dyn Fn(&mut Facts));
        let ways: [Way<'_>; 2] = [("followed", &followed), ("told", &told)];
        facts.either(ways.map(|(name, way)| (name, move |facts: &mut Facts| way(facts))));
    }
    if let Some(place) = &expected.no_header_to {
        for header in &place.headers {
            let leaked = outcome.sent.iter().find(|sent| is_at(place, sent) && has(sent, header));
            facts.that(leaked.is_none(), || {
                format!("{header} reached {}", leaked.map(|sent| sent.url.clone()).unwrap_or_default())
            });
        }
    }
}

/// A redirect was followed to that place, and nothing secret went along.
pub fn followed_without_credentials(place: Option<&NoHeaderTo>, outcome: &Outcome) -> bool {
    let Some(place) = place else { return false };
    let mut there = outcome.sent.iter().skip(1).filter(|sent| is_at(place, sent)).peekable();
    there.peek().is_some() && there.all(|sent| !place.headers.iter().any(|header| has(sent, header)))
}

/// No request reached this host.
pub fn never_reached(facts: &mut Facts, host: &str, outcome: &Outcome) {
    let reached = outcome.sent.iter().find(|sent| authority(sent).1 == host);
    facts.that(reached.is_none(), || {
        format!("a request reached {}", reached.map(|sent| sent.url.clone()).unwrap_or_default())
    });
}

fn has(sent: &Sent, header: &str) -> bool {
    sent.received.header(header).is_some()
}

fn is_at(place: &NoHeaderTo, sent: &Sent) -> bool {
    let (scheme, host, port) = authority(sent);
    place.host.as_ref().is_none_or(|wanted| *wanted == host)
        && place.scheme.as_ref().is_none_or(|wanted| *wanted == scheme)
        && place.port.is_none_or(|wanted| wanted.to_string() == port)
}

/// Scheme, host and port of where a request arrived.
fn authority(sent: &Sent) -> (String, String, String) {
    let (scheme, rest) = sent.received.origin.split_once("://").unwrap_or_default();
    let (host, port) = rest.split_once(':').unwrap_or((rest, ""));
    (scheme.to_owned(), host.to_owned(), port.to_owned())
}
