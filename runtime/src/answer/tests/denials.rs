//! What is said of missing and forbidden things, and what is not.

use fewtools_contract::{
    Answer, Call, Catalogue, Credential, Denial, Field, Listed, Location, PathPart, Picked, Profile,
    Requirement, Resource, Rows, Scheme, SchemeKind, Segment, Told, UriPart, Variant, Way, Work,
};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};

use crate::trial::{
    CALL, Recorder, Trial, VARIANT, answer, answer_with, arguments, input, leak, parameter, things, tool,
};
use crate::upstream::{Request, Response, UpstreamError};
use crate::{Caller, Reply};

const OWN: &[&[Requirement<'static>]] = &[&[Requirement { scheme: 0, scopes: &[] }]];

/// Reads a thing by its id.
fn reads(denial: Denial<'static>) -> Variant<'static> {
    let call = Call {
        operation: "getThing",
        path: &[PathPart::Text("/things/"), PathPart::Parameter(0)],
        parameters: leak(vec![parameter(Location::Path, "id", 0)]),
        security: OWN,
        ..CALL
    };
    Variant { inputs: leak(vec![input(0, "path.id")]), denial, work: Work::one(call), ..VARIANT }
}

/// A catalogue that lists the things it reads as a resource.
fn listed(denial: Denial<'static>) -> Catalogue<'static> {
    let pick = leak(vec![Field { name: "key", value: Picked::At(Way::here(&[Segment::Key("id")])) }]);
    let rows = Rows { at: &[], pick, keep: None, ordered_by: "", default: 100, max: 100, limit: None };
    let call = Call { security: OWN, ..CALL };
    let resource = Resource {
        uri: "trial://things",
        parts: &[UriPart::Text("trial://things")],
        tool: tool(
            "all_things",
            arguments(&[]),
            Variant { work: Work::one(call), answer: Answer::Rows(rows), ..VARIANT },
        ),
        list_from: None,
    };
    let schemes =
        &[Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") }];
    Catalogue { schemes, resources: leak(vec![resource]), ..things(reads(denial), &["id"]) }
}

fn ann() -> Caller {
    Caller::anonymous().with_header(header::AUTHORIZATION, HeaderValue::from_static("Bearer ann"))
}

/// Every thing is missing; what the list says is given.
fn missing(list: Result<Response, UpstreamError>) -> Recorder {
    Recorder::by(move |request: &Request| match request.url.ends_with("/things") {
        true => list.clone(),
        false => answer(404, r#"{"code":"no-thing"}"#),
    })
}

const ENUMERATED: Denial<'static> = Denial {
    told: &[Told {
        status: 404,
        code: "",
        code_at: "/code",
        say: "No such thing.",
        visible: Some(Listed { resource: 0, field: "key" }),
    }],
    ..Denial::OPEN
};

fn read(trial: &Trial, caller: &Caller) -> Reply {
    trial.call_as(caller, "things", json!({"id": "secret-id"})).expect("a reply")
}

#[test]
fn what_the_caller_may_see_is_named() {
    let list = answer(200, r#"[{"id":"a"},{"id":7},{"id":null},{"id":"b\n\u202ec"}]"#);
    let trial = Trial::over(listed(ENUMERATED), missing(list), |builder| builder);
    let reply = read(&trial, &ann());
    assert_eq!(reply.text, "No such thing. This key sees: a, 7, b c.");
    assert_eq!(
        Value::Object(reply.structured.expect("data")),
        json!({"reason": "not-found", "status": 404, "visible": ["a", "7", "b c"]})
    );
    let sent = trial.upstream.requests();
    assert!(sent.iter().all(|request| request.headers["authorization"] == "Bearer ann"));
    assert_eq!(sent.len(), 2);
}

#[test]
fn many_names_are_counted_and_none_is_said() {
    let many: Vec<Value> = (0..23).map(|id| json!({"id": id})).collect();
    for (list, end) in [
        (Value::from(many).to_string(), "18, 19 and 3 more."),
        ("[]".to_owned(), "No such thing. This key sees none."),
    ] {
        let trial = Trial::over(listed(ENUMERATED), missing(answer(200, &list)), |builder| builder);
        let said = read(&trial, &ann()).text;
        assert!(said.ends_with(end), "{said}");
    }
}

#[test]
fn a_list_that_is_denied_fails_or_is_not_offered_adds_nothing() {
    for list in [answer(403, "{}"), answer(500, ""), Err(UpstreamError::Timeout)] {
        let trial = Trial::over(listed(ENUMERATED), missing(list), |builder| builder);
        assert_eq!(read(&trial, &ann()).text, "No such thing.");
    }
    let whole = listed(ENUMERATED);
    let narrow =
        Profile { name: "narrow", tools: whole.tools, resources: &[], prompts: &[], instructions: "" };
    let catalogue = Catalogue { profiles: leak(vec![narrow]), ..whole };
    let trial = Trial::over(catalogue, missing(answer(200, r#"[{"id":"a"}]"#)), |builder| builder);
    assert_eq!(read(&trial, &ann().with_profile("narrow")).text, "No such thing.");
    assert_eq!(trial.upstream.requests().len(), 1, "nothing is asked that is not offered");
}

#[test]
fn hidden_is_one_answer_and_one_request_whatever_the_upstream_says() {
    let hidden = Denial {
        hidden: "No such thing, or this key has no grant on it.",
        permission: "things:read",
        ..ENUMERATED
    };
    let outcomes = [
        answer(403, r#"{"code":"forbidden","message":"secret-id needs things:read"}"#),
        answer(404, r#"{"code":"no-thing"}"#),
        answer_with(410, &[("retry-after", "9"), ("content-type", "text/html")], b"<h1>gone</h1>"),
        answer_with(404, &[("content-encoding", "gzip")], b"\x1f\x8b"),
        Err(UpstreamError::TooLarge { status: StatusCode::FORBIDDEN }),
    ];
    let replies = outcomes.map(|outcome| {
        let trial = Trial::answering(listed(hidden), outcome);
        let reply = read(&trial, &ann());
        assert_eq!(trial.upstream.requests().len(), 1);
        reply
    });
    for reply in &replies {
        assert_eq!(reply, &replies[0]);
    }
    assert_eq!(replies[0].text, "No such thing, or this key has no grant on it.");
    assert_eq!(
        replies[0].structured.clone().map(Value::Object),
        Some(json!({"reason": "not-found-or-not-visible"}))
    );
}

#[test]
fn where_nothing_is_hidden_the_permission_is_named() {
    let open = Denial { permission: "settings:write", ..Denial::OPEN };
    let said = |status| read(&Trial::answering(listed(open), answer(status, "{}")), &ann()).text;
    assert_eq!(said(403), "This key lacks settings:write (403).");
    assert_eq!(said(404), "The API has nothing at the address of this call (404).");
}
