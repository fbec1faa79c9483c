//! Calls through the whole road: lookup, credentials, channels, start.

use std::sync::Arc;

use fewtools_contract::{
    Body, Call, Catalogue, Content, Credential, Input, Location, MediaKind, Parameter, PathPart, Requirement,
    Scheme, SchemeKind, Server, Source, Upstream as Limits, Variant, Work,
};
use http::{HeaderValue, header};
use serde_json::{Value, json};

use crate::trial::{
    CALL, Recorder, Trial, VARIANT, arguments, broker, catalogue, input, keep, leak, parameter, things, tool,
};
use crate::upstream::Request;
use crate::{Caller, Dispatcher, Malformed};

#[test]
fn an_unknown_tool_is_malformed() {
    let trial = Trial::of(broker());
    let unknown = trial.call("list_resource", json!({}));
    assert_eq!(unknown, Err(Malformed::UnknownTool));
    assert_eq!(unknown.expect_err("malformed").to_string(), "Unknown tool.");
}

#[test]
fn refusals_take_the_channel_of_the_catalogue() {
    let server = Server { name: "trial", about: "", refuse_by_protocol: true };
    let trial = Trial::of(Catalogue { server, ..broker() });
    let Err(Malformed::Refused(refusal)) = trial.call("list_resources", json!({"kind": "queue"})) else {
        panic!("refused by protocol");
    };
    assert_eq!(refusal.data()["closest"], "queues");
    assert!(matches!(trial.call("message_action", json!({})), Err(Malformed::Refused(_))));
}

#[test]
fn the_listing_is_rendered_once() {
    let trial = Trial::of(broker());
    let names: Vec<&Value> =
        trial.dispatcher.listing(&Caller::anonymous()).iter().filter_map(|tool| tool.get("name")).collect();
    assert_eq!(names, ["list_resources", "queue_action"]);
    assert!(!format!("{:?}", trial.dispatcher).contains("api.example.com"));
}

const SCHEMES: &[Scheme<'static>] = &[
    Scheme { name: "key", kind: SchemeKind::KeyHeader("X-Key"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "app", kind: SchemeKind::KeyQuery("app id"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "bearer", kind: SchemeKind::Bearer, credential: Credential::Env("TRIAL_TOKEN") },
    Scheme { name: "basic", kind: SchemeKind::Basic, credential: Credential::Env("TRIAL_USER") },
    Scheme { name: "cookie", kind: SchemeKind::KeyCookie("sid"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "none", kind: SchemeKind::Bearer, credential: Credential::Env("TRIAL_EMPTY") },
    Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") },
    Scheme { name: "token", kind: SchemeKind::Bearer, credential: Credential::Forward("x-token") },
    Scheme { name: "ownKey", kind: SchemeKind::KeyHeader("X-Key"), credential: Credential::Forward("x-key") },
];

fn guarded(alternatives: &[&[usize]]) -> Trial {
    let requirement = |scheme: &usize| Requirement { scheme: *scheme, scopes: &[] };
    let security =
        alternatives.iter().map(|alternative| leak(alternative.iter().map(requirement).collect())).collect();
    let parameters =
        leak(vec![parameter(Location::Header, "X-Key", 0), parameter(Location::Query, "app id", 1)]);
    let call = Call { security: leak(security), parameters, ..CALL };
    let inputs = leak(vec![input(0, "header.X-Key"), input(1, "query.app id")]);
    Trial::of(Catalogue {
        schemes: SCHEMES,
        ..things(Variant { inputs, work: Work::one(call), ..VARIANT }, &["key", "app"])
    })
}

fn shown(request: &Request) -> String {
    let mut lines = vec![request.url.replace("https://api.example.com/v1/things", "")];
    for name in ["x-key", "authorization", "cookie"] {
        if let Some(value) = request.headers.get(name) {
            lines.push(format!("{name}: {}", String::from_utf8_lossy(value.as_bytes())));
        }
    }
    lines.join(" | ")
}

#[test]
fn credentials_of_the_environment() {
    for (alternatives, expected) in [
        (&[&[0, 1][..], &[2]][..], "?app%20id=K%201 | x-key: K 1"),
        (&[&[5], &[2]], " | authorization: Bearer T1"),
        (&[&[3]], " | authorization: Basic YW5uOnDDpHNzd29yZA=="),
        (&[&[4]], " | cookie: sid=K%201"),
        (&[&[], &[2]], " | authorization: Bearer T1"),
        (&[&[], &[5]], ""),
        (&[&[2, 3], &[4]], " | cookie: sid=K%201"),
        (&[&[2, 2]], " | authorization: Bearer T1"),
        (&[&[2, 5]], " | authorization: Bearer T1"),
        (&[&[5, 3], &[4]], " | cookie: sid=K%201"),
        (&[], ""),
    ] {
        let trial = guarded(alternatives);
        trial.call("things", json!({})).expect("a reply");
        assert_eq!(shown(&trial.upstream.requests()[0]), expected, "{alternatives:?}");
    }
}

#[test]
fn a_missing_credential_is_named_and_nothing_is_sent() {
    let trial = guarded(&[&[0, 5], &[6, 7]]);
    let reply = trial.call("things", json!({})).expect("a reply");
    assert_eq!(
        reply.text,
        "This call needs a credential that is not at hand: none (the server has no TRIAL_EMPTY). Nothing was sent."
    );
    assert_eq!(reply.structured.expect("data")["argument"], "none");
    assert!(reply.is_error && trial.upstream.requests().is_empty());
    assert_eq!(
        guarded(&[&[2, 3]]).said("things", json!({})),
        "This call needs two credentials in one header, which holds but one. Nothing was sent."
    );
    let either = guarded(&[&[5], &[0, 5, 4, 6], &[6], &[5], &[5], &[5]]).said("things", json!({}));
    let empty = "none (the server has no TRIAL_EMPTY)";
    let own = "own (the request came without the header authorization)";
    let expected = format!("at hand: one of: {empty}, or {own}, or {empty}, or {empty}, or 1 more. Nothing");
    assert!(either.contains(&expected), "{either}");
    let own = guarded(&[&[6]]).said("things", json!({}));
    assert!(own.contains("own (the request came without the header authorization)"), "{own}");
}

#[test]
fn forwarded_headers_are_copied_as_they_are() {
    let caller = |token: &'static str| {
        Caller::anonymous()
            .with_header(header::AUTHORIZATION, HeaderValue::from_static(token))
            .with_header(header::HOST, HeaderValue::from_static("evil.example"))
            .with_header(header::HeaderName::from_static("x-token"), HeaderValue::from_static("t9"))
            .with_header(header::HeaderName::from_static("x-key"), HeaderValue::from_static("k9"))
    };
    for (scheme, expected) in
        [(6, " | authorization: bEaReR  a.b"), (7, " | authorization: Bearer t9"), (8, " | x-key: k9")]
    {
        let trial = guarded(&[&[scheme]]);
        trial.call_as(&caller("bEaReR  a.b"), "things", json!({})).expect("a reply");
        let request = &trial.upstream.requests()[0];
        assert_eq!(shown(request), expected);
        assert!(!request.headers.contains_key("host"));
    }
}

#[test]
fn callers_do_not_mix() {
    let trial = guarded(&[&[6]]);
    let caller = |token: &str| {
        Caller::anonymous().with_header(header::AUTHORIZATION, HeaderValue::from_str(token).expect("a value"))
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let (ann, bob) = (caller("Bearer ann"), caller("Bearer bob"));
    runtime.block_on(async {
        let calls = tokio::join!(
            trial.dispatcher.call(&ann, "things", serde_json::Map::new()),
            trial.dispatcher.call(&bob, "things", serde_json::Map::new()),
        );
        assert!(calls.0.is_ok() && calls.1.is_ok());
    });
    let sent: Vec<String> = trial.upstream.requests().iter().map(shown).collect();
    assert_eq!(sent, [" | authorization: Bearer ann", " | authorization: Bearer bob"]);
}

#[test]
fn an_argument_cannot_take_the_place_of_a_credential() {
    let trial = guarded(&[&[0, 1]]);
    trial.call("things", json!({"key": "mine", "app": "mine"})).expect("a reply");
    assert_eq!(shown(&trial.upstream.requests()[0]), "?app%20id=K%201 | x-key: K 1");
}

#[test]
fn no_secret_is_shown() {
    let trial = guarded(&[&[0, 1, 4]]);
    trial.call("things", json!({})).expect("a reply");
    let shown = format!("{:?}", trial.upstream.requests());
    assert!(!shown.contains("K 1") && !shown.contains("K%201"), "{shown}");
}

fn start(catalogue: Catalogue<'static>) -> Vec<String> {
    let upstream = Arc::new(Recorder::silent());
    let builder =
        Dispatcher::builder(keep(catalogue)).upstream(upstream).environment(|_| Some("a\nb".to_owned()));
    builder.build().map(|_| Vec::new()).unwrap_or_else(|error| error.problems().to_vec())
}

#[test]
fn everything_wrong_is_told_at_the_start() {
    let multipart = Body {
        media_type: "multipart/form-data",
        kind: MediaKind::Multipart,
        required: true,
        content: Content::Whole(Source::Input(0)),
        schema: "",
    };
    let call = Call {
        method: "G T",
        path: &[PathPart::Parameter(7)],
        parameters: leak(vec![
            parameter(Location::Header, "Content-Length", 0),
            Parameter { source: Source::Fixed("{"), ..parameter(Location::Query, "x", 0) },
        ]),
        body: Some(multipart),
        ..CALL
    };
    let inputs = leak(vec![Input { default: "nope", ..input(0, "query.x") }]);
    let odd = tool("odd", arguments(&["a"]), Variant { inputs, work: Work::one(call), ..VARIANT });
    let twin = tool("odd", arguments(&["a"]), VARIANT);
    let schemes = leak(vec![SCHEMES[0]]);
    let upstream = Limits { base: "/relative", timeout_ms: 1, max_response: 1 };
    assert_eq!(
        start(Catalogue { schemes, upstream, ..catalogue(vec![odd, twin]) }),
        [
            "the base address must begin with `http://` or `https://`",
            "the credential of `key` holds control characters",
            "tool `odd`: `Content-Length` is no header that a parameter can set",
            "tool `odd`: `G T` is no HTTP method",
            "tool `odd`: a constant is not JSON",
            "tool `odd`: it refers to something that is not in the catalogue",
            "two tools are named `odd`",
        ]
    );
}

#[test]
fn a_given_base_stands_for_every_address() {
    let call = Call { base: "https://uploads.example.com/", ..CALL };
    let own = Trial::of(things(Variant { work: Work::one(call), ..VARIANT }, &[]));
    own.call("things", json!({})).expect("a reply");
    assert_eq!(own.upstream.requests()[0].url, "https://uploads.example.com/things");

    let upstream = Arc::new(Recorder::silent());
    let builder = Dispatcher::builder(keep(things(Variant { work: Work::one(call), ..VARIANT }, &[])));
    let dispatcher =
        builder.upstream(upstream.clone()).base("http://127.0.0.1:1/base/").build().expect("sound");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let _ = runtime.block_on(dispatcher.call(&Caller::anonymous(), "things", serde_json::Map::new()));
    assert_eq!(upstream.requests()[0].url, "http://127.0.0.1:1/base/things");
}

#[test]
fn answers_are_held_to_their_schema_and_errors_never_look_like_one() {
    use fewtools_contract::{Answer, Field, Picked, Segment, Tool, Way};

    let pick = leak(vec![Field { name: "count", value: Picked::At(Way::here(&[Segment::Key("n")])) }]);
    let listed = |output_schema: &'static str| {
        let variant = Variant { answer: Answer::Object(pick), ..VARIANT };
        keep(Tool { output_schema, ..*tool("things", arguments(&[]), variant) })
    };
    let reply = |schema: &'static str, status: u16, body: &str| {
        let upstream = Recorder::answering(crate::trial::answer(status, body));
        let trial =
            Trial::over(catalogue(vec![listed(schema)]), upstream, |builder| builder.validate_output(true));
        trial.call("things", json!({})).expect("a reply")
    };
    let plain = r#"{"type":"object","properties":{"count":{"type":"integer"}}}"#;
    let demanding = r#"{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}"#;
    let taking_status = r#"{"type":"object","properties":{"status":{"type":"string"}}}"#;
    assert_eq!(reply(plain, 200, r#"{"n": 1}"#).text, r#"{"count":1}"#);
    assert_eq!(reply(plain, 200, r#"{"n": "one"}"#).text, r#"{"count":"one"}"#);
    assert_eq!(reply(plain, 500, "{}").structured.map(|data| data["status"].clone()), Some(json!(500)));
    assert_eq!(reply(taking_status, 500, "{}").structured, None);
    assert_eq!(reply(demanding, 500, "{}").structured, None);
    assert_eq!(reply(plain, 200, "").structured, Some(serde_json::Map::new()));
    assert_eq!(reply(demanding, 200, "").structured, None);
    let bad = catalogue(vec![listed(r#"{"type":"object","properties":{"count":{"type":7}}}"#)]);
    let error = Dispatcher::builder(keep(bad)).validate_output(true).build().expect_err("no schema");
    assert!(
        error.to_string().starts_with("the output schema of tool `things` cannot be compiled: "),
        "{error}"
    );
}

#[test]
fn a_tool_may_have_a_cap_of_its_own() {
    let capped = |result_tokens| {
        let tool = keep(fewtools_contract::Tool { result_tokens, ..*tool("things", &[], VARIANT) });
        let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(2_000));
        let all = Catalogue { result_tokens: 1_000, ..catalogue(vec![tool]) };
        Trial::answering(all, crate::trial::answer(200, &long)).said("things", json!({})).len()
    };
    assert!(capped(0) > 2_000 && capped(100) <= 403);
}
