//! Dry runs that nobody is asked for.

use fewtools_contract::{
    Body, Call, Catalogue, Confirm, Content, Conversion, Credential, DryRun, Effect, Expected, Gates, Input,
    Location, MediaKind, Parameter, PathPart, Preview, Requirement, Scheme, SchemeKind, Source, Types,
    Variant, Work,
};
use serde_json::{Value, json};

use crate::trial::{CALL, Trial, VARIANT, input, leak, parameter, things, types, usual};

const SCHEMES: &[Scheme<'static>] = &[
    Scheme { name: "key", kind: SchemeKind::KeyHeader("X-Key"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "app", kind: SchemeKind::KeyQuery("app id"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "cookie", kind: SchemeKind::KeyCookie("sid"), credential: Credential::Env("TRIAL_KEY") },
    Scheme { name: "bearer", kind: SchemeKind::Bearer, credential: Credential::Env("TRIAL_TOKEN") },
];
const ALL: &[Requirement<'static>] = &[
    Requirement { scheme: 0, scopes: &[] },
    Requirement { scheme: 1, scopes: &[] },
    Requirement { scheme: 2, scopes: &[] },
    Requirement { scheme: 3, scopes: &[] },
];

/// Puts a thing, with credentials in every place and arguments in theirs.
fn puts(body: Body<'static>) -> Catalogue<'static> {
    let fixed = |location, name, text| Parameter {
        location,
        name,
        encoding: usual(location),
        source: Source::Fixed(text),
    };
    let parameters = leak(vec![
        parameter(Location::Path, "id", 0),
        parameter(Location::Query, "mode", 1),
        parameter(Location::Query, "app id", 1),
        parameter(Location::Header, "X-Note", 1),
        parameter(Location::Header, "X-Key", 1),
        parameter(Location::Cookie, "taste", 1),
        fixed(Location::Query, "api_key", "\"s3cret\""),
        fixed(Location::Header, "X-Auth-Token", "\"s3cret\""),
    ]);
    let call = Call {
        method: "PUT",
        path: &[PathPart::Text("/things/"), PathPart::Parameter(0)],
        parameters,
        body: Some(body),
        security: &[ALL],
        ..CALL
    };
    let inputs = leak(vec![
        Input { required: true, ..input(0, "path.id") },
        input(1, "query.mode"),
        Input { conversion: Conversion::None, ..input(2, "body") },
        Input { default: "true", check: types(Types::BOOLEAN), ..input(3, "") },
        input(4, ""),
    ]);
    let gates = Gates {
        dry_run: Some(DryRun { input: 3, preview: Preview::Local }),
        confirm: Some(Confirm { input: 4, equals: Expected::Input(0), receipt: false }),
        cap: None,
    };
    let variant = Variant { effect: Effect::Idempotent, inputs, gates, work: Work::one(call), ..VARIANT };
    let names = ["id", "mode", "body", "dryRun", "confirm"];
    Catalogue { schemes: SCHEMES, ..things(variant, &names) }
}

const JSON: Body<'static> = Body {
    media_type: "application/json",
    kind: MediaKind::Json,
    required: false,
    content: Content::Whole(Source::Input(2)),
    schema: "",
};

#[test]
fn the_request_is_shown_without_credentials() {
    let trial = Trial::of(puts(JSON));
    let call = json!({"id": "a/b", "mode": "slow é", "body": {"z": 1, "a": [1.5, null]}});
    let reply = trial.call("things", call).expect("a reply");
    assert_eq!(
        reply.text,
        json!({
            "dryRun": true,
            "wouldSend": {
                "method": "PUT",
                "path": "/v1/things/a%2Fb?mode=slow%20%C3%A9&api_key=***",
                "headers": {
                    "x-note": "slow é", "x-auth-token": "***", "accept": "application/json",
                    "content-type": "application/json",
                },
                "body": {"z": 1, "a": [1.5, null]},
            },
            "confirm": "a/b",
        })
        .to_string()
    );
    assert!(!reply.is_error && trial.upstream.requests().is_empty());
    let all = format!("{reply:?}");
    for secret in ["K 1", "K%201", "T1", "s3cret", "taste", "example.com"] {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
}

#[test]
fn bodies_of_every_kind_are_shown() {
    let shown = |media_type, kind, body: Value| {
        let trial = Trial::of(puts(Body { media_type, kind, ..JSON }));
        let reply = trial.call("things", json!({"id": "1", "body": body})).expect("a reply");
        reply.structured.expect("data")["wouldSend"]["body"].clone()
    };
    assert_eq!(shown("text/plain", MediaKind::Text, json!("some text")), "some text");
    let form = "application/x-www-form-urlencoded";
    assert_eq!(shown(form, MediaKind::Form, json!({"a": "x y"})), "a=x%20y");
    assert_eq!(shown("image/png", MediaKind::Bytes, json!("iVBORw0KGgo=")), "<8 bytes>");
    let parts = shown("multipart/form-data", MediaKind::Multipart, json!({"a": "x"}));
    assert!(parts.as_str().is_some_and(|text| text.starts_with('<') && text.ends_with(" bytes>")), "{parts}");
}

#[test]
fn a_large_request_is_cut_and_says_how_it_would_be_run() {
    let catalogue = Catalogue { result_tokens: 100, ..puts(JSON) };
    let trial = Trial::of(catalogue);
    let reply =
        trial.call("things", json!({"id": "1", "body": {"text": "x".repeat(5_000)}})).expect("a reply");
    assert!(reply.text.chars().count() / 4 <= 100, "{}", reply.text);
    let data = reply.structured.expect("data");
    assert_eq!((&data["dryRun"], &data["confirm"]), (&json!(true), &json!("1")));
    assert_eq!(data.keys().next().map(String::as_str), Some("dryRun"));
    assert!(data["truncated"].is_string() || data["truncated"] == true, "{data:?}");
}

#[test]
fn what_could_not_be_sent_is_refused_on_a_dry_run_too() {
    let trial = Trial::of(puts(JSON));
    assert_eq!(
        trial.said("things", json!({"id": ".."})),
        "id cannot be a part of the path that is only dots."
    );
    let real = trial.said("things", json!({"id": "1", "dryRun": false, "confirm": "1"}));
    assert_eq!(real, "{}");
    assert_eq!(trial.upstream.requests().len(), 1);
}
