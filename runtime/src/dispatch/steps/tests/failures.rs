//! What is missing: notes, fields that are set, and ends of the call.

use fewtools_contract::{
    Call, Catalogue, Check, Credential, Denial, Field, Location, Origin, Parameter, Picked, Requirement,
    Scheme, SchemeKind, Segment, Step, Types,
};
use serde_json::json;

use super::{at, call, catalogue, giving, giving_checked, leak, notes, of, step, way};
use crate::trial::answer;
use crate::upstream::UpstreamError;

const HIDDEN: Denial<'static> = Denial { hidden: "There is no such queue.", ..Denial::OPEN };

fn optional(name: &'static str) -> Step<'static> {
    Step { optional: true, ..step(name) }
}

#[test]
fn optional_steps_leave_notes_in_their_order() {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let mut steps: Vec<Step<'static>> = names.map(optional).to_vec();
    steps.push(Step { after: &[0], ..optional("behind") });
    steps.push(Step { denial: HIDDEN, ..optional("hidden") });
    let done = call(
        catalogue(steps, vec![of("a", 0), of("c", 2), of("behind", 7)], vec![]),
        vec![
            at("/a", 40, 503, "{}"),
            at("/b", 0, 429, "{}"),
            at("/c", 0, 200, r#"{"v": 3}"#),
            at("/d", 20, 403, r#"{"v": "secret"}"#),
            ("/e", (0, Err(UpstreamError::Broken))),
            ("/f", (0, Err(UpstreamError::Timeout))),
            at("/g", 0, 200, "{"),
        ],
    );
    assert_eq!(
        done.data(),
        json!({"a": null, "c": 3, "behind": null, "notes": [
            "a: failed (503)", "b: rate limited", "d: not available", "e: no answer", "f: timed out",
            "g: answer not readable", "hidden: not available",
        ]})
    );
}

#[test]
fn the_first_no_of_a_mandatory_step_comes_before_every_other_failure() {
    let named = |status: u16, second: u16, third: u16| {
        let steps = vec![
            step("a"),
            Step { denial: HIDDEN, ..step("b") },
            Step { denial: Denial { permission: "queues:read", ..Denial::OPEN }, ..step("c") },
            optional("d"),
            Step { after: &[0], ..step("later") },
        ];
        let answers = vec![
            at("/a", 0, status, "{}"),
            at("/b", 60, second, "{}"),
            at("/c", 30, third, "{}"),
            at("/d", 400, 200, "{}"),
            at("/later", 0, 200, "{}"),
        ];
        call(catalogue(steps, vec![of("a", 0)], vec![]), answers)
    };
    let done = named(500, 404, 403);
    assert_eq!(done.reply.text, "There is no such queue.");
    assert_eq!(done.urls, ["/a", "/b", "/c", "/d"]);
    assert!(done.took.as_millis() < 300, "{:?}", done.took);
    assert_eq!(named(500, 200, 403).reply.text, "This key lacks queues:read (403).");
    assert_eq!(named(500, 503, 429).reply.text, "The API failed (500). Changing the call will not help.");
    assert!(named(200, 429, 500).reply.text.starts_with("Rate limited (429)"));
}

#[test]
fn a_denial_may_be_a_field() {
    let steps = |optional| {
        let visible: &[(&str, &str)] = &[("visible", "false"), ("v", "{\"x\":1}")];
        vec![step("a"), Step { if_denied: Some(visible), optional, ..step("b") }]
    };
    let fields = || vec![of("a", 0), of("v", 1), Field { name: "visible", value: Picked::Constant("true") }];
    let done = |first, second, optional| {
        let answers = vec![at("/a", 0, first, r#"{"v": 1}"#), at("/b", 0, second, r#"{"v": 2}"#)];
        call(catalogue(steps(optional), fields(), vec![]), answers)
    };
    assert_eq!(done(200, 200, false).data(), json!({"a": 1, "v": 2, "visible": true}));
    assert_eq!(done(200, 403, false).data(), json!({"a": 1, "v": {"x": 1}, "visible": false}));
    assert_eq!(done(200, 404, true).data(), json!({"a": 1, "v": {"x": 1}, "visible": false}));
    assert_eq!(done(200, 500, true).data()["notes"], json!(["b: failed (500)"]));
    assert!(done(200, 500, false).reply.text.starts_with("The API failed (500)."));
    assert!(done(404, 403, false).reply.is_error);
}

#[test]
fn a_request_that_is_wrong_or_comes_at_a_bad_time_is_no_denial() {
    for status in [400, 409, 422] {
        let set = Step { if_denied: Some(&[("v", "0")]), ..step("a") };
        let answers = || vec![at("/a", 0, status, "{}")];
        assert!(call(catalogue(vec![set], vec![of("v", 0)], vec![]), answers()).reply.is_error);
        let noted =
            call(catalogue(vec![Step { optional: true, ..set }], vec![of("v", 0)], vec![]), answers());
        assert_eq!(noted.data(), json!({"v": null, "notes": [format!("a: failed ({status})")]}));
    }
}

#[test]
fn a_page_in_place_of_the_answer_fails_its_step() {
    let page = || vec![at("/a", 0, 200, "<html>Sign in</html>")];
    let done = call(catalogue(vec![step("a")], vec![of("v", 0)], vec![]), page());
    assert!(done.reply.is_error && !done.reply.text.contains("Sign"), "{}", done.reply.text);
    let done = call(catalogue(vec![optional("a")], vec![of("v", 0)], vec![]), page());
    assert_eq!(done.data(), json!({"v": null, "notes": ["a: answer not readable"]}));
}

#[test]
fn what_is_not_known_or_cannot_be_sent_fails_its_step() {
    let missing = way(Origin::Body(0), &[Segment::Key("absent")]);
    let given = |optional| {
        let needs = Step { after: &[0], optional, ..step("b") };
        vec![step("a"), giving(needs, missing, true)]
    };
    let answers = || vec![at("/a", 0, 200, r#"{"v": "x\ny", "absent": null}"#), at("/b", 0, 200, "{}")];
    let done = call(catalogue(given(true), vec![of("b", 1)], vec![]), answers());
    assert_eq!(notes(&done.data()), ["b: query.x is not known"]);
    assert_eq!(done.urls, ["/a"]);
    let done = call(catalogue(given(false), vec![of("b", 1)], vec![]), answers());
    assert_eq!(
        done.reply.text,
        "The API does not say what `b` needs for its query.x, so there is no answer."
    );

    let unneeded = vec![step("a"), giving(Step { after: &[0], ..step("b") }, missing, false)];
    let done = call(catalogue(unneeded, vec![of("b", 1)], vec![]), answers());
    assert_eq!((done.urls.len(), done.reply.is_error), (2, false));

    let value = way(Origin::Body(0), &[Segment::Key("v")]);
    let step = giving(Step { after: &[0], ..optional("b") }, value, true);
    let parameter = Parameter { location: Location::Header, ..step.call.parameters[0] };
    let call_with_header = Call { parameters: leak(vec![parameter]), ..step.call };
    let steps = vec![super::step("a"), Step { call: call_with_header, ..step }];
    let done = call(catalogue(steps, vec![of("b", 1)], vec![]), answers());
    assert_eq!(notes(&done.data()), ["b: query.x cannot be sent"]);
}

#[test]
fn what_an_answer_gives_is_held_to_what_the_slot_takes() {
    let value = way(Origin::Body(0), &[Segment::Key("v")]);
    let done = |body: &str, check, optional| {
        let second = Step { after: &[0], optional, ..step("b") };
        let steps = vec![step("a"), giving_checked(second, (value, check), true)];
        let answers = vec![at("/a", 0, 200, body), at("/b", 0, 200, r#"{"v": 1}"#)];
        call(catalogue(steps, vec![of("b", 1)], vec![]), answers)
    };
    let word = Check { types: Types::STRING, values: &["\"up\"", "\"down\""], ..Check::ANY };
    let few = Check { types: Types::INTEGER, maximum: "9", ..Check::ANY };
    for (body, check) in [(r#"{"v": "up"}"#, word), (r#"{"v": 9}"#, few), (r#"{"v": "9"}"#, few)] {
        assert_eq!(done(body, check, false).data(), json!({"b": 1}), "{body}");
    }
    for (body, check, note) in [
        (r#"{"v": "ups"}"#, word, "b: query.x must be one of: up, down"),
        (r#"{"v": {"secret": 1}}"#, word, "b: query.x must be text, not an object"),
        (r#"{"v": ["up"]}"#, word, "b: query.x must be text, not an array"),
        (r#"{"v": 10}"#, few, "b: query.x must be at most 9"),
    ] {
        let noted = done(body, check, true);
        assert_eq!((notes(&noted.data()), noted.urls.len()), (vec![note], 1));
        let ended = done(body, check, false);
        assert!(ended.reply.is_error && ended.urls == ["/a"], "{}", ended.reply.text);
        let said =
            "The API gives what `b` cannot send as its query.x, so there is no answer: query.x must be ";
        assert!(ended.reply.text.starts_with(said), "{}", ended.reply.text);
    }
}

#[test]
fn a_missing_credential_sends_nothing_unless_only_a_note_is_lost() {
    let key =
        Scheme { name: "key", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") };
    let guarded = |step: Step<'static>| {
        let needs: &[Requirement<'static>] = leak(vec![Requirement { scheme: 0, scopes: &[] }]);
        let security = leak(vec![needs]);
        Step { call: Call { security, ..step.call }, ..step }
    };
    let done = |second: Step<'static>| {
        let base = catalogue(vec![step("a"), guarded(second)], vec![of("a", 0)], vec![]);
        let base = Catalogue { schemes: leak(vec![key]), ..base };
        call(base, vec![("/a", (0, answer(200, r#"{"v": 1}"#)))])
    };
    let refused = done(step("b"));
    assert!(refused.reply.is_error && refused.urls.is_empty());
    assert_eq!(done(optional("b")).data(), json!({"a": 1, "notes": ["b: not available"]}));
}
