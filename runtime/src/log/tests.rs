//! What reaches a log, down to its most talkative level.

use std::fmt;
use std::sync::{Arc, Mutex};

use fewtools_contract::{
    Body, Call, Catalogue, Content, Credential, Effect, Input, Location, MediaKind, Requirement, Scheme,
    SchemeKind, Source, Variant, Work,
};
use http::{HeaderValue, header};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span;
use tracing::{Event, Metadata, Subscriber};

use crate::Caller;
use crate::trial::{CALL, Trial, VARIANT, answer, broker, input, leak, parameter, things};
use crate::upstream::{Response, UpstreamError};

/// Keeps every event of this crate as one line.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Subscriber for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        if metadata.target().starts_with("fewtools") {
            let mut line = Line(format!("{} {}", metadata.level(), metadata.target()));
            event.record(&mut line);
            self.0.lock().expect("not poisoned").push(line.0);
        }
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.push_str(&format!(" {}={value:?}", field.name()));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push_str(&format!(" {}={value}", field.name()));
    }
}

/// What is logged while a catalogue is called once.
pub(crate) fn logged(
    catalogue: Catalogue<'static>,
    outcome: Result<Response, UpstreamError>,
    tool: &str,
    arguments: Value,
) -> Vec<String> {
    let lines = Lines::default();
    let caller = Caller::anonymous()
        .with_header(header::AUTHORIZATION, HeaderValue::from_static("Bearer forwarded-s3cret"));
    tracing::subscriber::with_default(lines.clone(), || {
        let _ = Trial::answering(catalogue, outcome).call_as(&caller, tool, arguments);
    });
    let lines = lines.0.lock().expect("not poisoned");
    // How long it took is not the same every time.
    lines
        .iter()
        .map(|line| line.split(' ').filter(|word| !word.starts_with("ms=")).collect::<Vec<_>>().join(" "))
        .collect()
}

/// A change whose arguments stand in every place of the request.
fn everywhere() -> Catalogue<'static> {
    let places = [
        (Location::Path, "path.id"),
        (Location::Query, "query.filter"),
        (Location::Query, "query.access_token"),
        (Location::Header, "header.X-Note"),
        (Location::Cookie, "cookie.taste"),
    ];
    let parameters = places.iter().enumerate().map(|(index, (location, slot))| {
        parameter(*location, slot.split_once('.').expect("a place").1, index)
    });
    let mut inputs: Vec<Input<'static>> =
        places.iter().enumerate().map(|(index, (_, slot))| input(index, slot)).collect();
    inputs.push(input(5, "body"));
    let body = Body {
        media_type: "application/json",
        kind: MediaKind::Json,
        required: false,
        content: Content::Whole(Source::Input(5)),
        schema: "",
    };
    let schemes = &[
        Scheme { name: "own", kind: SchemeKind::Bearer, credential: Credential::Forward("authorization") },
        Scheme { name: "app", kind: SchemeKind::KeyQuery("app"), credential: Credential::Env("TRIAL_KEY") },
    ];
    let security: &[&[Requirement<'_>]] =
        &[&[Requirement { scheme: 0, scopes: &[] }, Requirement { scheme: 1, scopes: &[] }]];
    let path = &[fewtools_contract::PathPart::Text("/things/"), fewtools_contract::PathPart::Parameter(0)];
    let call = Call {
        method: "POST",
        path,
        parameters: leak(parameters.collect()),
        body: Some(body),
        security,
        ..CALL
    };
    let variant =
        Variant { effect: Effect::Additive, inputs: leak(inputs), work: Work::one(call), ..VARIANT };
    Catalogue { schemes, ..things(variant, &["id", "filter", "access", "note", "taste", "body"]) }
}

#[test]
fn no_secret_and_no_content_is_logged() {
    let call = json!({
        "id": "orders", "filter": format!("a\n\u{202e}b{}", "x".repeat(200)), "access": "query-s3cret",
        "note": "header-s3cret", "taste": "cookie-s3cret", "body": {"text": "body-s3cret"},
    });
    let lines = logged(everywhere(), answer(200, r#"{"answer":"upstream-s3cret"}"#), "things", call.clone());
    let filter = format!("\"a\u{fffd}\u{fffd}b{}…", "x".repeat(95));
    assert_eq!(
        lines,
        [
            format!("DEBUG fewtools::log message=call sent tool=things variant= purpose=run arguments=id=\"orders\" filter={filter} access=*** note=*** taste=*** body=***"),
            "INFO fewtools::log message=call answered tool=things variant= purpose=run status=200 sent=22 received=28".to_owned(),
            "INFO fewtools::audit message=a call that could change something tool=things variant= operation=listThings effect=additive run=real sent=true outcome=answered status=200".to_owned(),
        ]
    );
    let failed = logged(everywhere(), answer(400, r#"{"why":"upstream-s3cret"}"#), "things", call.clone());
    let unanswered = logged(everywhere(), Err(UpstreamError::Timeout), "things", call);
    let refused =
        logged(everywhere(), answer(200, ""), "things", json!({"id": "..", "note": "a\nheader-s3cret"}));
    for line in lines.iter().chain(&failed).chain(&unanswered).chain(&refused) {
        assert!(!line.contains("s3cret") && !line.contains("K 1") && !line.contains("K%201"), "{line}");
        assert!(!line.contains(['\n', '\u{202e}']), "{line}");
    }
}

#[test]
fn refusals_are_logged_by_their_reasons() {
    let cluster = "123e4567-e89b-12d3-a456-426614174000";
    let call = json!({
        "clusterId": cluster, "queue": "orders.dlq", "action": "purge", "dryRun": false, "confirm": "guessed",
    });
    assert_eq!(
        logged(broker(), answer(200, "{}"), "queue_action", call),
        [
            "INFO fewtools::audit message=a call that could change something tool=queue_action variant=purge operation=listThings effect=destructive run=real sent=false outcome=refused",
            "INFO fewtools::log message=call refused tool=`queue_action` reason=confirm-needed",
        ]
    );
    assert_eq!(
        logged(broker(), answer(200, "{}"), "no\nsuch", json!({})),
        ["INFO fewtools::log message=call refused tool=`no\u{fffd}such` reason=unknown-tool"]
    );
}
