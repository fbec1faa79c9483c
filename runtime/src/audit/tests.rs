//! One event for each call that could change something.

use std::sync::{Arc, Mutex};

use http::{HeaderValue, header};
use serde_json::{Value, json};

use super::{AuditEvent, AuditOutcome, AuditRun};
use crate::Caller;
use crate::trial::{Recorder, Trial, answer, broker};
use crate::upstream::{Request, Response, Sending, Upstream, UpstreamError};

const CLUSTER: &str = "123e4567-e89b-12d3-a456-426614174000";

type Seen = (String, String, AuditRun, bool, AuditOutcome, Option<u16>, String);

fn seen(event: &AuditEvent<'_>) -> Seen {
    let who = event.caller.header("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (tool, variant) = (event.tool.to_owned(), event.variant.to_owned());
    (tool, variant, event.run, event.sent, event.outcome, event.status, who.to_owned())
}

fn events(outcome: Result<Response, UpstreamError>, tool: &str, arguments: Value) -> Vec<Seen> {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = events.clone();
    let trial = Trial::over(broker(), Recorder::answering(outcome), |builder| {
        builder.audit(move |event| kept.lock().expect("not poisoned").push(seen(event)))
    });
    let caller = Caller::anonymous().with_header(header::AUTHORIZATION, HeaderValue::from_static("ann"));
    let _ = trial.call_as(&caller, tool, arguments);
    let events = events.lock().expect("not poisoned");
    events.clone()
}

fn purge(more: Value) -> Value {
    let mut arguments = json!({"clusterId": CLUSTER, "queue": "orders.dlq", "action": "purge"});
    for (name, value) in more.as_object().expect("an object") {
        arguments[name.as_str()] = value.clone();
    }
    arguments
}

#[test]
fn every_end_of_a_mutation_is_told_once() {
    use AuditOutcome::{Answered, Denied, Failed, Refused, Unanswered};
    use AuditRun::{Dry, Real};
    let confirmed = json!({"dryRun": false, "confirm": "orders.dlq"});
    for (more, outcome, told) in [
        (json!({}), answer(200, "{}"), (Dry, false, Answered, Some(200))),
        (json!({}), answer(404, "{}"), (Dry, false, Denied, Some(404))),
        (json!({"dryRun": false}), answer(200, "{}"), (Real, false, Refused, None)),
        (confirmed.clone(), answer(200, "{}"), (Real, true, Answered, Some(200))),
        (confirmed.clone(), answer(200, "{"), (Real, true, Answered, Some(200))),
        (confirmed.clone(), answer(403, "{}"), (Real, true, Denied, Some(403))),
        (confirmed.clone(), answer(409, "{}"), (Real, true, Failed, Some(409))),
        (confirmed, Err(UpstreamError::Timeout), (Real, true, Unanswered, None)),
    ] {
        let (run, sent, ended, status) = told;
        let expected =
            ("queue_action".to_owned(), "purge".to_owned(), run, sent, ended, status, "ann".to_owned());
        assert_eq!(events(outcome, "queue_action", purge(more.clone())), [expected], "{more}");
    }
}

#[test]
fn reads_and_malformed_calls_are_not_told() {
    let read = json!({"kind": "queues", "clusterId": CLUSTER});
    assert_eq!(events(answer(200, "[]"), "list_resources", read), []);
    assert_eq!(events(answer(200, "{}"), "queue_action", purge(json!({"dryRun": "no"}))), []);
}

/// An upstream that never answers.
struct Silent;

impl Upstream for Silent {
    fn send(&self, _: Request) -> Sending<'_> {
        Box::pin(std::future::pending())
    }
}

#[test]
fn a_caller_who_leaves_is_told_of_too() {
    let events = Arc::new(Mutex::new(Vec::new()));
    let kept = events.clone();
    let builder = crate::Dispatcher::builder(crate::trial::keep(broker())).upstream(Arc::new(Silent));
    let dispatcher = builder
        .audit(move |event| kept.lock().expect("not poisoned").push((event.sent, event.outcome)))
        .build()
        .expect("sound");
    let arguments = purge(json!({"dryRun": false, "confirm": "orders.dlq"})).as_object().cloned();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let caller = Caller::anonymous();
    let call = dispatcher.call(&caller, "queue_action", arguments.expect("an object"));
    let left = runtime
        .block_on(async { tokio::time::timeout(std::time::Duration::from_millis(5), call).await.is_err() });
    assert!(left);
    assert_eq!(*events.lock().expect("not poisoned"), [(true, AuditOutcome::Abandoned)]);
}

#[test]
fn a_host_that_panics_changes_nothing() {
    let trial = Trial::over(broker(), Recorder::silent(), |builder| {
        builder.audit(|event| assert!(event.tool.is_empty(), "a fault of the host"))
    });
    assert_eq!(trial.said("queue_action", purge(json!({}))), r#"{"dryRun":true}"#);
}
