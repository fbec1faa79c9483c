//! What a real run confirms: a name behind an id, a field of the preview.

use fewtools_contract::{
    Call, Cap, Catalogue, Confirm, Credential, Denial, DryRun, Effect, Expected, Gates, Input, Location,
    PathPart, Preview, Requirement, Scheme, SchemeKind, Segment, Types, Variant, Work,
};
use http::{HeaderValue, Method, header};
use serde_json::{Value, json};

use super::changing;
use crate::Caller;
use crate::trial::{CALL, Recorder, Trial, VARIANT, answer, input, keep, leak, parameter, things, types};
use crate::upstream::{Redirects, Request};

const LOOKUP: Call<'static> = Call {
    operation: "getRule",
    path: &[PathPart::Text("/rules/"), PathPart::Parameter(0)],
    parameters: &[parameter(Location::Path, "ruleId", 0)],
    ..CALL
};
const NAME: &[Segment<'static>] = &[Segment::Key("name")];

/// Deletes a rule by its id, of which a caller has to know the name.
fn deletes(equals: Expected<'static>) -> Variant<'static> {
    let inputs = leak(vec![
        Input { required: true, ..input(0, "path.ruleId") },
        Input { default: "true", check: types(Types::BOOLEAN), ..input(1, "query.dryRun") },
        input(2, ""),
    ]);
    let gates = Gates {
        dry_run: Some(DryRun { input: 1, preview: Preview::Upstream { on: "" } }),
        confirm: Some(Confirm { input: 2, equals, receipt: false }),
        cap: None,
    };
    let parameters =
        leak(vec![parameter(Location::Path, "ruleId", 0), parameter(Location::Query, "dryRun", 1)]);
    let call = Call { operation: "deleteRule", method: "DELETE", parameters, ..LOOKUP };
    let denial = Denial { hidden: "No such rule, or it is not visible.", ..Denial::OPEN };
    Variant { effect: Effect::Destructive, inputs, gates, denial, work: Work::one(call), ..VARIANT }
}

fn trial(
    equals: Expected<'static>,
    answers: impl Fn(&Request) -> (u16, &'static str) + Send + Sync + 'static,
) -> Trial {
    let upstream = Recorder::by(move |request| {
        let (status, body) = answers(request);
        answer(status, body)
    });
    Trial::over(things(deletes(equals), &["ruleId", "dryRun", "confirm"]), upstream, |builder| builder)
}

fn sent(trial: &Trial) -> Vec<String> {
    let short = |request: Request| {
        format!("{} {}", request.method, request.url.replace("https://api.example.com/v1", ""))
    };
    trial.upstream.requests().into_iter().map(short).collect()
}

fn redirects(trial: &Trial) -> Vec<Redirects> {
    trial.upstream.requests().into_iter().map(|request| request.redirects).collect()
}

#[test]
fn a_lookup_is_never_over_the_cap() {
    let over = r#"{"code":"cap-exceeded"}"#;
    let own = deletes(Expected::Lookup { call: &LOOKUP, at: NAME });
    let cap = Some(Cap { input: 3, status: 409, code: "cap-exceeded", code_at: "/code", foreseen: &[] });
    let lift = Input { check: types(Types::BOOLEAN), ..input(3, "query.override") };
    let inputs = leak([own.inputs, &[lift]].concat());
    let variant = Variant { gates: Gates { cap, ..own.gates }, inputs, ..own };
    let names = ["ruleId", "dryRun", "confirm", "override"];
    let reason = |looked_up: (u16, &'static str), arguments: Value| {
        let upstream = Recorder::by(move |request| match request.method {
            Method::GET => answer(looked_up.0, looked_up.1),
            _ => answer(409, over),
        });
        let trial = Trial::over(things(variant, &names), upstream, |builder| builder);
        let reply = trial.call("things", arguments).expect("a reply");
        reply.structured.expect("data")["reason"].clone()
    };
    let named = (200, r#"{"name":"Depth"}"#);
    assert_eq!(reason((409, over), real(json!("Depth"))), "conflict");
    assert_eq!(reason(named, real(json!("Depth"))), "over-cap");
    assert_eq!(reason(named, json!({"ruleId": "7"})), "over-cap", "of the dry run");
}

/// The same deletion with a cap that the preview foresees.
fn capped(equals: Expected<'static>, preview: &'static str) -> Trial {
    let own = deletes(equals);
    let foreseen = &[Segment::Key("over")];
    let cap = Some(Cap { input: 3, status: 409, code: "cap-exceeded", code_at: "/code", foreseen });
    let lift = Input { check: types(Types::BOOLEAN), ..input(3, "query.override") };
    let inputs = leak([own.inputs, &[lift]].concat());
    let variant = Variant { gates: Gates { cap, ..own.gates }, inputs, ..own };
    let names = ["ruleId", "dryRun", "confirm", "override"];
    Trial::over(things(variant, &names), Recorder::answering(answer(200, preview)), |builder| builder)
}

#[test]
fn only_a_preview_within_the_cap_lets_a_real_run_pass() {
    let unknown = "The preview does not say whether the call is over the cap, so there is no real run. Nothing was changed.";
    for preview in
        [r#"{"over":"true"}"#, r#"{"over":"false"}"#, r#"{"over":1}"#, r#"{"over":null}"#, "{}", "[]", ""]
    {
        let trial = capped(Expected::Input(0), preview);
        let reply = trial.call("things", real(json!("7"))).expect("a reply");
        assert_eq!((reply.text.as_str(), reply.is_error), (unknown, true), "{preview}");
        assert_eq!(sent(&trial), ["DELETE /rules/7?dryRun=true"], "{preview}");
    }
    for (preview, requests) in [(r#"{"over":true}"#, 1), (r#"{"over":false}"#, 2)] {
        let trial = capped(Expected::Input(0), preview);
        trial.call("things", real(json!("7"))).expect("a reply");
        assert_eq!(sent(&trial).len(), requests, "{preview}");
    }
    let lifted = capped(Expected::Input(0), "{}");
    lifted
        .call("things", json!({"ruleId": "7", "dryRun": false, "confirm": "7", "override": true}))
        .expect("a reply");
    assert_eq!(sent(&lifted).len(), 1);
}

#[test]
fn a_preview_that_tells_both_is_asked_once() {
    let equals = Expected::Preview { at: NAME };
    for (preview, requests) in [(r#"{"name":"7","over":false}"#, 2), (r#"{"name":"7","over":true}"#, 1)] {
        let trial = capped(equals, preview);
        trial.call("things", real(json!("7"))).expect("a reply");
        assert_eq!(sent(&trial).len(), requests, "{preview}");
    }
}

#[test]
fn what_hides_is_escaped_wherever_it_is_told() {
    let trial = trial(Expected::Input(0), |_| (200, "{}"));
    let reply = trial.call("things", json!({"ruleId": "a\u{202e}\"", "dryRun": false})).expect("a reply");
    let escaped = r#"a\u202e\""#;
    assert!(reply.text.contains(&format!("exactly \"{escaped}\".")), "{reply:?}");
    assert_eq!(reply.structured.expect("data")["accepted"], json!([escaped]));
}

#[test]
fn a_redirected_change_is_said_to_be_unknown() {
    let trial = trial(Expected::Input(0), |_| (307, ""));
    assert_eq!(
        trial.said("things", json!({"ruleId": "7"})),
        "The API answered 307, a redirect to a place where this call is not sent."
    );
    assert_eq!(
        trial.said("things", real(json!("7"))),
        "The API answered 307, a redirect to a place where this call is not sent. Whether the change happened is unknown. Read the present state before another try."
    );
}

fn real(confirm: Value) -> Value {
    json!({"ruleId": "7", "dryRun": false, "confirm": confirm})
}

#[test]
fn a_name_is_looked_up_before_it_is_compared() {
    let equals = Expected::Lookup { call: &LOOKUP, at: NAME };
    let answers = |request: &Request| match request.method {
        Method::GET => (200, r#"{"name":"Depth \"high\""}"#),
        _ => (200, r#"{"deleted":true}"#),
    };
    for wrong in [Value::Null, json!("7"), json!("depth \"high\"")] {
        let trial = trial(equals, answers);
        assert_eq!(
            trial.said("things", real(wrong)),
            r#"A real run needs confirm to be exactly "Depth \"high\"". Run with dryRun=true first to see what it would affect."#
        );
        assert_eq!(sent(&trial), ["GET /rules/7"]);
    }
    let done = trial(equals, answers);
    assert_eq!(done.said("things", real(json!("Depth \"high\""))), r#"{"deleted":true}"#);
    assert_eq!(sent(&done), ["GET /rules/7", "DELETE /rules/7?dryRun=false"]);
    assert_eq!(redirects(&done), [Redirects::All, Redirects::Outcome]);

    let dry = trial(equals, answers);
    assert_eq!(dry.said("things", json!({"ruleId": "7"})), r#"{"dryRun":true,"deleted":true}"#);
    assert_eq!(sent(&dry), ["DELETE /rules/7?dryRun=true"], "only what is confirmed is looked up");
    assert_eq!(redirects(&dry), [Redirects::Outcome], "elsewhere it may be no dry run");
}

#[test]
fn a_denied_lookup_is_the_plain_denial() {
    let equals = Expected::Lookup { call: &LOOKUP, at: NAME };
    let denied = |status: u16, body: &'static str| {
        let trial = trial(equals, move |_| (status, body));
        let real = trial.call("things", real(json!("Depth"))).expect("a reply");
        let dry = trial.call("things", json!({"ruleId": "7"})).expect("a reply");
        assert_eq!(sent(&trial), ["GET /rules/7", "DELETE /rules/7?dryRun=true"]);
        assert_eq!(real, dry, "the same bytes");
        real
    };
    let missing = denied(404, r#"{"code":"rule-not-found","name":"Depth"}"#);
    assert_eq!(missing, denied(403, ""));
    assert_eq!(missing.text, "No such rule, or it is not visible.");
}

#[test]
fn a_lookup_that_fails_or_says_nothing_stops_the_call() {
    let equals = Expected::Lookup { call: &LOOKUP, at: NAME };
    let unclear =
        "The API does not say what confirm has to be, so there is no real run. Nothing was changed.";
    for (status, body, said) in [
        (500, "", "The API failed (500). Changing the call will not help."),
        (200, "{}", unclear),
        (200, r#"{"name":{"text":"Depth"}}"#, unclear),
        (200, r#"{"name":""}"#, unclear),
        (200, "Depth", unclear),
    ] {
        let trial = trial(equals, move |_| (status, body));
        let reply = trial.call("things", real(json!("Depth"))).expect("a reply");
        assert_eq!((reply.text.as_str(), reply.is_error), (said, true));
        assert_eq!(sent(&trial), ["GET /rules/7"]);
    }
}

#[test]
fn a_preview_tells_what_to_confirm() {
    let equals = Expected::Preview { at: &[Segment::Key("rule"), Segment::Key("number")] };
    let answers = |_: &Request| (200, r#"{"rule":{"number":9007199254740993}}"#);
    let refused = trial(equals, answers);
    assert!(refused.said("things", real(json!("7"))).contains(r#"exactly "9007199254740993"."#));
    assert_eq!((sent(&refused), changing(&refused)), (vec!["DELETE /rules/7?dryRun=true".to_owned()], 0));

    let done = trial(equals, answers);
    assert!(!done.call("things", real(json!("9007199254740993"))).expect("a reply").is_error);
    assert_eq!(sent(&done), ["DELETE /rules/7?dryRun=true", "DELETE /rules/7?dryRun=false"]);
}

#[test]
fn a_slot_that_is_no_boolean_holds_what_it_wants() {
    let own = deletes(Expected::Input(0));
    let dry_run = Some(DryRun { input: 1, preview: Preview::Upstream { on: "\"All\"" } });
    let variant = Variant { gates: Gates { dry_run, ..own.gates }, ..own };
    let trial = Trial::of(things(variant, &["ruleId", "dryRun", "confirm"]));
    trial.call("things", json!({"ruleId": "7"})).expect("a reply");
    trial.call("things", real(json!("7"))).expect("a reply");
    assert_eq!(sent(&trial), ["DELETE /rules/7?dryRun=All", "DELETE /rules/7"]);
}

#[test]
fn without_a_dry_run_every_call_confirms() {
    let own = deletes(Expected::Input(0));
    let gates = Gates { dry_run: None, ..own.gates };
    let inputs = leak(vec![own.inputs[0], input(1, "query.dryRun"), own.inputs[2]]);
    let trial = Trial::of(things(Variant { gates, inputs, ..own }, &["ruleId", "dryRun", "confirm"]));
    assert_eq!(trial.said("things", json!({"ruleId": "7"})), r#"things needs confirm to be exactly "7"."#);
    assert!(trial.upstream.requests().is_empty());
    trial.call("things", json!({"ruleId": "7", "confirm": "7"})).expect("a reply");
    assert_eq!(sent(&trial), ["DELETE /rules/7"]);
}

#[test]
fn callers_at_once_are_each_asked_about_their_own() {
    const OWN: &[&[Requirement<'static>]] = &[&[Requirement { scheme: 0, scopes: &[] }]];
    let schemes =
        &[Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") }];
    let lookup = keep(Call { security: OWN, ..LOOKUP });
    let own = deletes(Expected::Lookup { call: lookup, at: NAME });
    let own_call = own.work.exchange().expect("one request").call;
    let variant = Variant { work: Work::one(Call { security: OWN, ..own_call }), ..own };
    let catalogue = Catalogue { schemes, ..things(variant, &["ruleId", "dryRun", "confirm"]) };
    let owner = |request: &Request| {
        let owner = request.headers.get("authorization").and_then(|value| value.to_str().ok());
        owner.unwrap_or_default().to_owned()
    };
    let upstream =
        Recorder::by(move |request| answer(200, &json!({"name": owner(request), "done": true}).to_string()));
    let trial = Trial::over(catalogue, upstream, |builder| builder);
    let callers: Vec<(String, Caller)> = (0..50)
        .map(|number| {
            let token = format!("caller-{number}");
            let value = HeaderValue::from_str(&token).expect("a value");
            (token, Caller::anonymous().with_header(header::AUTHORIZATION, value))
        })
        .collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut calls = tokio::task::JoinSet::new();
        let trial = std::sync::Arc::new(trial);
        for (index, (token, caller)) in callers.into_iter().enumerate() {
            let trial = trial.clone();
            calls.spawn(async move {
                let confirm = if index % 2 == 0 { json!(token) } else { json!("caller-0") };
                let arguments = real(confirm).as_object().cloned().expect("an object");
                let reply = trial.dispatcher.call(&caller, "things", arguments).await.expect("a reply");
                assert_eq!(reply.is_error, index % 2 == 1, "{reply:?}");
                assert!(reply.text.contains(&format!("\"{token}\"")), "{token}: {reply:?}");
            });
        }
        while let Some(done) = calls.join_next().await {
            done.expect("no assertion failed");
        }
        assert_eq!(changing(&trial), 25);
    });
}
