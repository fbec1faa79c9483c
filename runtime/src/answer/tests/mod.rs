//! Sentences for answers that are no success, and the reading of those that are.

mod denials;

use fewtools_contract::{
    Call, Catalogue, Denial, Effect, EffectMatch, ErrorRule, PathPart, Problem, Say, Settled, Told, Variant,
    Work,
};
use http::StatusCode;
use serde_json::{Value, json};

use crate::Reply;
use crate::trial::{CALL, Trial, VARIANT, answer, answer_with, input, leak, parameter, ruled, things};
use crate::upstream::{Response, UpstreamError};

type Outcome = Result<Response, UpstreamError>;

const UNKNOWN_CHANGE: &str =
    "whether the change happened is unknown. Read the present state before another try.";

fn on(status: u16) -> Problem<'static> {
    with_code(status, "")
}

fn with_code(status: u16, code: &'static str) -> Problem<'static> {
    Problem::Status { from: status, to: status, code, code_at: "/error/code" }
}

fn rule(on: Problem<'static>, say: &'static [Say<'static>]) -> ErrorRule<'static> {
    ErrorRule { on, effect: None, operations: &[], say }
}

/// What a hidden thing may be told to be, by its code.
const PART: &[Told<'static>] = &[
    Told { status: 404, code: "", code_at: "/error/code", say: "Never said.", visible: None },
    Told { status: 404, code: "part-not-found", code_at: "/error/code", say: "No such part.", visible: None },
];

/// A call of this effect, with a path parameter or without one.
fn variant(effect: Effect, path: Path) -> Variant<'static> {
    let named: &[PathPart<'_>] = &[PathPart::Text("/things/"), PathPart::Parameter(0)];
    let call = match path {
        Path::Plain => CALL,
        Path::Named => {
            let id = parameter(fewtools_contract::Location::Path, "id", 0);
            Call { path: named, parameters: leak(vec![id]), ..CALL }
        }
    };
    let denial = match path {
        Path::Plain => Denial { permission: "things:read", ..Denial::OPEN },
        Path::Named => {
            Denial { hidden: "No such thing, or it is not visible.", permission: "things:read", told: PART }
        }
    };
    Variant { effect, inputs: leak(vec![input(0, "path.id")]), denial, work: Work::one(call), ..VARIANT }
}

#[derive(Clone, Copy)]
enum Path {
    Plain,
    Named,
}

fn reply(variant: Variant<'static>, rules: Vec<ErrorRule<'static>>, outcome: Outcome) -> Reply {
    let trial = Trial::answering(ruled(things(variant, &["id"]), rules), outcome);
    let reply = trial.call("things", json!({"id": "secret-id"})).expect("a reply");
    assert_eq!(trial.upstream.requests().len(), 1, "one call is one request");
    reply
}

fn read(outcome: Outcome) -> Reply {
    reply(variant(Effect::Read, Path::Plain), vec![], outcome)
}

#[test]
fn a_sentence_for_every_status() {
    for (status, said) in [
        (302, "The API answered 302, a redirect to a place where this call is not sent."),
        (304, "The API answered 304, which is no answer to this call."),
        (400, "The API takes the arguments of things to be invalid (400). Check their values."),
        (401, "The API did not accept the credential of this call (401). Changing the call will not help."),
        (403, "This key lacks things:read (403)."),
        (404, "The API has nothing at the address of this call (404)."),
        (
            409,
            "The API refused the call because of the present state of what it concerns (409). Read that again before another try.",
        ),
        (413, "The API finds the request too large (413). Send less."),
        (415, "The API refused the call (415)."),
        (422, "The API takes the arguments of things to be invalid (422). Check their values."),
        (429, "Rate limited (429); try again in a moment."),
        (503, "The API failed (503). Changing the call will not help."),
    ] {
        let reply = read(answer(status, r#"{"message":"upstream words"}"#));
        assert_eq!(reply.text, said);
        assert!(reply.is_error && !format!("{reply:?}").contains("upstream words"));
        assert_eq!(reply.structured.expect("data")["status"], status);
    }
    let change = reply(variant(Effect::Idempotent, Path::Plain), vec![], answer(500, ""));
    assert_eq!(change.text, "The API failed (500). Whether the change happened is unknown.");
    let later = read(answer_with(503, &[("retry-after", "120")], b""));
    assert_eq!(later.text, "The API failed (503). Try again in 2 minutes.");
}

#[test]
fn missing_and_forbidden_are_the_same_bytes() {
    let denied = |status, body| reply(variant(Effect::Read, Path::Named), vec![], answer(status, body));
    let forbidden = denied(403, r#"{"error":{"code":"forbidden"},"need":"things:read"}"#);
    let missing = denied(404, "");
    assert_eq!(forbidden, missing);
    assert_eq!(missing, denied(410, "gone"));
    assert_eq!(missing.text, "No such thing, or it is not visible.");
    let all = format!("{missing:?}");
    assert!(!all.contains("secret-id") && !all.contains("things:read"), "{all}");
}

#[test]
fn no_rule_words_what_is_hidden() {
    let rules = || {
        vec![
            rule(on(403), &[Say::Text("You lack things:read.")]),
            rule(with_code(404, "thing-not-found"), &[Say::Text("No thing "), Say::Field("/name")]),
            rule(on(404), &[Say::Text("No such thing.")]),
        ]
    };
    let said = |path, status, body| reply(variant(Effect::Read, path), rules(), answer(status, body));
    let coded = r#"{"error":{"code":"thing-not-found"},"name":"orders"}"#;
    let missing = said(Path::Named, 404, coded);
    assert_eq!(missing, said(Path::Named, 403, r#"{"error":{"code":"x"}}"#));
    assert_eq!(missing.text, "No such thing, or it is not visible.");
    assert_eq!(said(Path::Plain, 404, coded).text, "No thing orders");
    assert_eq!(said(Path::Plain, 403, "{}").text, "You lack things:read.");
}

#[test]
fn a_hidden_thing_is_told_only_by_its_code() {
    let said = |status, body| reply(variant(Effect::Read, Path::Named), vec![], answer(status, body));
    let part = said(404, r#"{"error":{"code":"part-not-found"}}"#);
    assert_eq!(part.text, "No such part.");
    assert_eq!(
        Value::Object(part.structured.expect("data")),
        json!({"reason": "not-found", "status": 404, "code": "part-not-found"})
    );
    assert_eq!(said(403, r#"{"error":{"code":"part-not-found"}}"#), said(404, "{}"), "of another status");
    let open = Denial { told: PART, ..Denial::OPEN };
    let open = Variant { denial: open, ..variant(Effect::Read, Path::Plain) };
    assert_eq!(reply(open, vec![], answer(404, "{}")).text, "Never said.", "where nothing is hidden it is");
}

#[test]
fn rules_by_code_status_effect_and_operation() {
    let rules = || {
        vec![
            rule(
                with_code(409, "cap"),
                &[
                    Say::Field("/error/affected"),
                    Say::Text(" match, more than "),
                    Say::Field("/error/cap"),
                    Say::Text("."),
                ],
            ),
            ErrorRule {
                effect: Some(EffectMatch::Mutation),
                ..rule(Problem::Network, &[Say::Text("Outcome unknown.")])
            },
            rule(Problem::Network, &[Say::Text("Try again.")]),
            ErrorRule { operations: &["other"], ..rule(on(500), &[Say::Text("Other.")]) },
            rule(Problem::Status { from: 500, to: 599, code: "", code_at: "" }, &[Say::Text("Broken.")]),
            rule(on(429), &[Say::Text("Wait "), Say::RetryAfter, Say::Text(".")]),
        ]
    };
    let said = |effect, outcome| reply(variant(effect, Path::Plain), rules(), outcome);
    let cap =
        said(Effect::Destructive, answer(409, r#"{"error":{"code":"cap","affected":400000,"cap":"1000"}}"#));
    assert_eq!(cap.text, "400000 match, more than 1000.");
    assert_eq!(
        Value::Object(cap.structured.expect("data")),
        json!({"reason": "conflict", "status": 409, "code": "cap"})
    );
    assert!(said(Effect::Read, answer(409, "{}")).text.starts_with("The API refused the call because"));
    assert_eq!(said(Effect::Read, answer(500, "")).text, "Broken.");
    assert_eq!(said(Effect::Read, Err(UpstreamError::Timeout)).text, "Try again.");
    assert_eq!(said(Effect::Additive, Err(UpstreamError::Broken)).text, "Outcome unknown.");
    let limited = said(Effect::Read, answer_with(429, &[("retry-after", "30")], b""));
    assert_eq!(limited.text, "Wait 30 seconds.");
    assert_eq!(limited.structured.expect("data")["retryAfterSeconds"], 30);
}

#[test]
fn copied_fields_are_short_harmless_scalars() {
    let rules = || vec![rule(on(400), &[Say::Text("Bad: "), Say::Field("/why"), Say::Text(".")])];
    for (body, said) in [
        (json!({"why": "line\nbreak\u{202e}"}).to_string(), "Bad: line break.".to_owned()),
        (json!({"why": "x".repeat(500)}).to_string(), format!("Bad: {}.", "x".repeat(200))),
        (json!({"why": {"deep": 1}}).to_string(), "Bad: unknown.".to_owned()),
        ("<html>".to_owned(), "Bad: unknown.".to_owned()),
    ] {
        assert_eq!(reply(variant(Effect::Read, Path::Plain), rules(), answer(400, &body)).text, said);
    }
}

#[test]
fn no_answer() {
    for (effect, error, said) in [
        (Effect::Read, UpstreamError::Unreachable, "The API did not answer; try again.".to_owned()),
        (Effect::Read, UpstreamError::Timeout, "The API did not answer in time; try again.".to_owned()),
        (Effect::Additive, UpstreamError::Broken, format!("The API did not answer; {UNKNOWN_CHANGE}")),
        (
            Effect::Destructive,
            UpstreamError::Timeout,
            format!("The API did not answer in time; {UNKNOWN_CHANGE}"),
        ),
        (
            Effect::Read,
            UpstreamError::TooLarge { status: StatusCode::OK },
            "The answer of the API is over the limit of 1000 bytes that are read. Ask for less.".to_owned(),
        ),
        (
            Effect::Additive,
            UpstreamError::TooLarge { status: StatusCode::CREATED },
            "The call succeeded, but the answer of the API is over the limit of 1000 bytes that are read. Ask for less."
                .to_owned(),
        ),
        (
            Effect::Read,
            UpstreamError::TooLarge { status: StatusCode::BAD_GATEWAY },
            "The API failed (502). Changing the call will not help.".to_owned(),
        ),
    ] {
        assert_eq!(reply(variant(effect, Path::Plain), vec![], Err(error)).text, said);
    }
}

#[test]
fn successes_are_read_by_type_and_by_looks() {
    let json = "application/json";
    for (headers, body, text) in [
        (&[("content-type", json)][..], &b"{\"a\":1}"[..], r#"{"a":1}"#),
        (&[("content-type", "application/vnd.api+json; v=1")], b"{\"a\":1}", r#"{"a":1}"#),
        (&[("content-type", json)], b"\xef\xbb\xbf[1]", r#"{"items":[1]}"#),
        (&[("content-type", json)], b"7", r#"{"value":7}"#),
        (&[("content-type", json)], b"null", r#"{"value":null}"#),
        (&[("content-type", json)], b"{\"id\":92233720368547758070}", r#"{"id":92233720368547758070}"#),
        (&[("content-type", "text/html")], b" {\"a\":1}", r#"{"a":1}"#),
        (&[], b"[true]", r#"{"items":[true]}"#),
        (&[("content-type", "text/plain")], b"{not json", "{not json"),
        (&[("content-type", "text/csv; charset=iso-8859-1")], b"a,\xfc", "a,ü"),
        (&[], b"hello", "hello"),
        (&[("content-type", json)], b"OK", "OK"),
        (&[("content-type", "application/json; charset=iso-8859-1")], b"{\"a\":\"\xfc\"}", r#"{"a":"ü"}"#),
        (&[("content-type", json)], b"{\"a\":\"Zo\xc3\xab \xff\"}", "{\"a\":\"Zoë \u{fffd}\"}"),
        (&[("content-type", "application/x-ndjson")], b"1\n\n{\"a\":2}\r\n", r#"{"items":[1,{"a":2}]}"#),
        (&[("content-type", "application/json-seq")], b"\x1e1\n\x1e2\n", r#"{"items":[1,2]}"#),
        (&[("content-type", "application/json-seq")], b"\x1e{\n\"a\": 1\n}\n", r#"{"items":[{"a":1}]}"#),
        (&[("content-type", "application/jsonl")], b"{\"a\":1}\n", r#"{"items":[{"a":1}]}"#),
        (&[("content-type", "application/jsonl")], b"[1,2]\n", r#"{"items":[[1,2]]}"#),
        (&[("content-type", "application/jsonl")], b"", r#"{"items":[]}"#),
        (&[("content-type", "application/jsonl")], b"{\n\"a\": 1\n}", r#"{"a":1}"#),
        (&[("content-type", "application/jsonl")], b"1\nx\n", "1\nx\n"),
        (&[("content-type", "text/csv")], b"a,\xfc", "a,ü"),
        (&[("content-type", "text/plain; charset=utf-16")], b"\xff\xfea\0\xfc\0", "aü"),
        (&[("content-type", "text/plain")], b"\xef\xbb\xbfa", "a"),
        (&[("content-type", "text/plain")], b"a\0\xff", "The API answered 200 with 3 bytes of text/plain."),
        (&[("content-type", "image/png")], b"\x89PNG", "The API answered 200 with 4 bytes of image/png."),
        (&[("location", "/a/1")], b"", "Done. The API answered 200 with an empty body."),
        (&[("content-type", json)], b" \r\n", "Done. The API answered 200 with an empty body."),
        (
            &[("content-type", json)],
            b"{\"a\":",
            "The API accepted the call (200), but its answer cannot be read.",
        ),
        (
            &[("content-encoding", "gzip")],
            b"\x1f\x8b",
            "The API accepted the call (200), but its answer cannot be read.",
        ),
    ] {
        assert_eq!(read(answer_with(200, headers, body)).text, text, "{headers:?}");
    }
    let made = read(answer_with(201, &[("location", "/a/1")], b""));
    assert_eq!(made.text, "Done. The API answered 201 with an empty body. See /a/1");
    let empty = read(answer_with(204, &[], b""));
    assert_eq!(
        (empty.text.as_str(), empty.structured, empty.is_error),
        ("Done. The API answered 204 with an empty body.", None, false)
    );
}

#[test]
fn what_is_declared_and_not_read_to_its_end_is_no_answer() {
    let settled = &[Settled { operation: "listThings", from: 300, to: 399, say: "as before" }];
    let catalogue = || Catalogue { settled, ..things(variant(Effect::Read, Path::Plain), &["id"]) };
    let said = |outcome| Trial::answering(catalogue(), outcome).said("things", json!({}));
    assert_eq!(said(answer(302, "")), "The API answered 302: as before.");
    assert_eq!(
        said(Err(UpstreamError::TooLarge { status: StatusCode::FOUND })),
        "The API answered 302, a redirect to a place where this call is not sent."
    );
}
