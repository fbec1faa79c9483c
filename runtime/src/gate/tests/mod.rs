//! Gates through the whole road: what is sent, and what is said.

mod confirm;
mod local;
mod receipts;
mod refusals;

use fewtools_contract::Catalogue;
use serde_json::{Value, json};

use crate::trial::{Recorder, Trial, answer, broker};
use crate::upstream::Request;
use crate::{Caller, Reply};

/// A cluster that every call of the trial's tools names.
const CLUSTER: &str = "123e4567-e89b-12d3-a456-426614174000";

/// The arguments of a call that purges a queue, and more.
fn purge(more: Value) -> Value {
    let mut arguments = json!({"clusterId": CLUSTER, "queue": "orders.dlq", "action": "purge"});
    for (name, value) in more.as_object().expect("an object") {
        arguments[name.as_str()] = value.clone();
    }
    arguments
}

/// What a request would change: nothing where it says `dryRun=true` or reads.
fn changes(request: &Request) -> bool {
    request.method != http::Method::GET && !request.url.contains("dryRun=true")
}

fn changing(trial: &Trial) -> usize {
    trial.upstream.requests().iter().filter(|request| changes(request)).count()
}

#[test]
fn a_call_is_a_dry_run_unless_it_says_false() {
    for (more, sent, reply) in [
        (json!({}), 1, r#"{"dryRun":true,"messages":7}"#),
        (json!({"dryRun": true}), 1, r#"{"dryRun":true,"messages":7}"#),
        (json!({"dryRun": null}), 1, r#"{"dryRun":true,"messages":7}"#),
        (json!({"dryRun": true, "confirm": "orders.dlq"}), 1, r#"{"dryRun":true,"messages":7}"#),
        (json!({"dryRun": "false"}), 0, "dryRun must be true or false, not text."),
        (json!({"dryRun": 0}), 0, "dryRun must be true or false, not an integer."),
        (json!({"dryRun": [false]}), 0, "dryRun must be true or false, not an array."),
    ] {
        let trial = Trial::answering(broker(), answer(200, r#"{"messages":7}"#));
        assert_eq!(trial.said("queue_action", purge(more.clone())), reply, "{more}");
        assert_eq!((trial.upstream.requests().len(), changing(&trial)), (sent, 0), "{more}");
    }
}

#[test]
fn no_real_run_leaves_without_its_confirmation() {
    for more in [
        json!({"dryRun": false}),
        json!({"dryRun": false, "confirm": null}),
        json!({"dryRun": false, "confirm": "Orders.dlq"}),
        json!({"dryRun": false, "confirm": " orders.dlq"}),
        json!({"dryRun": false, "confirm": ""}),
        json!({"dryRun": false, "override": true}),
        json!({"dryRun": false, "override": true, "confirm": "true"}),
    ] {
        let trial = Trial::of(broker());
        let reply = trial.call("queue_action", purge(more.clone())).expect("a reply");
        assert_eq!(
            reply.text,
            "A real run needs confirm to be exactly \"orders.dlq\". Run with dryRun=true first to see what it would affect."
        );
        let data = reply.structured.expect("data");
        assert_eq!((&data["reason"], &data["argument"]), (&json!("confirm-needed"), &json!("confirm")));
        assert_eq!(data["accepted"], json!(["orders.dlq"]));
        assert!(reply.is_error && trial.upstream.requests().is_empty(), "{more}");
    }
    let trial = Trial::of(broker());
    let wrong = trial.said("queue_action", purge(json!({"dryRun": false, "confirm": 7})));
    assert_eq!(wrong, "confirm must be text, not an integer.");
    assert!(trial.upstream.requests().is_empty());
}

#[test]
fn a_confirmed_real_run_is_one_request() {
    let trial = Trial::answering(broker(), answer(200, r#"{"removed":7}"#));
    let confirmed = json!({"dryRun": false, "confirm": "orders.dlq", "override": true});
    assert_eq!(trial.said("queue_action", purge(confirmed)), r#"{"removed":7}"#);
    let urls: Vec<String> = trial.upstream.requests().into_iter().map(|request| request.url).collect();
    assert_eq!(urls, ["https://api.example.com/v1/queues/orders.dlq?dryRun=false&override=true"]);
}

#[test]
fn a_real_run_is_not_taken_for_a_dry_one_whatever_the_api_calls_its_fields() {
    for (body, said) in [
        (r#"{"dryRun":true,"removed":7}"#, r#"{"dryRun":false,"answer":{"dryRun":true,"removed":7}}"#),
        (r#"{"wouldSend":{}}"#, r#"{"dryRun":false,"answer":{"wouldSend":{}}}"#),
        (r#"{"dryRun":false,"removed":7}"#, r#"{"dryRun":false,"removed":7}"#),
    ] {
        let trial = Trial::answering(broker(), answer(200, body));
        let confirmed = json!({"dryRun": false, "confirm": "orders.dlq"});
        assert_eq!(trial.said("queue_action", purge(confirmed)), said);
    }
}

fn over_cap(catalogue: Catalogue<'static>) -> Reply {
    let body = r#"{"code":"cap-exceeded","affected":400000,"cap":1000}"#;
    let trial = Trial::answering(catalogue, answer(409, body));
    let reply = trial
        .call("queue_action", purge(json!({"dryRun": false, "confirm": "orders.dlq"})))
        .expect("always a result");
    let urls: Vec<String> = trial.upstream.requests().into_iter().map(|request| request.url).collect();
    assert_eq!(urls, ["https://api.example.com/v1/queues/orders.dlq?dryRun=false"], "the cap is not lifted");
    reply
}

#[test]
fn over_the_cap_is_a_result_that_names_the_argument() {
    use fewtools_contract::{ErrorRule, Problem, Say, Server};
    let server = Server { refuse_by_protocol: true, ..broker().server };
    let reply = over_cap(Catalogue { server, ..broker() });
    assert_eq!(
        reply.text,
        "This would change more at once than the API lets pass. Narrow the call, or say override=true."
    );
    let data = json!({"reason": "over-cap", "status": 409, "code": "cap-exceeded", "argument": "override"});
    assert_eq!((reply.structured.map(Value::Object), reply.is_error), (Some(data.clone()), true));

    let on = Problem::Status { from: 409, to: 409, code: "cap-exceeded", code_at: "/code" };
    let say = &[
        Say::Field("/affected"),
        Say::Text(" messages match, more than the cap of "),
        Say::Field("/cap"),
        Say::Text(". Narrow the filter, or say override=true."),
    ];
    let rules = vec![ErrorRule { on, effect: None, operations: &[], say }];
    let reply = over_cap(crate::trial::ruled(broker(), rules));
    assert_eq!(
        reply.text,
        "400000 messages match, more than the cap of 1000. Narrow the filter, or say override=true."
    );
    assert_eq!(reply.structured.map(Value::Object), Some(data));
}

#[test]
fn a_gate_argument_of_another_variant_is_refused() {
    let trial = Trial::of(broker());
    let call = json!({"kind": "queues", "clusterId": CLUSTER, "dryRun": true});
    assert_eq!(
        trial.said("list_resources", call),
        "`dryRun` is no argument of list_resources. It takes clusterId, kind, filter, limit."
    );
    assert!(trial.upstream.requests().is_empty());
}

#[test]
fn a_dry_run_that_fails_says_nothing_of_changes() {
    let trial = Trial::answering(broker(), answer(500, ""));
    assert_eq!(
        trial.said("queue_action", purge(json!({}))),
        "The API failed (500). Changing the call will not help."
    );
    let confirmed = json!({"dryRun": false, "confirm": "orders.dlq"});
    assert_eq!(
        trial.said("queue_action", purge(confirmed)),
        "The API failed (500). Whether the change happened is unknown."
    );
}

#[test]
fn two_callers_at_once_confirm_each_for_themselves() {
    let trial = Trial::over(broker(), Recorder::silent(), |builder| builder);
    let (ann, bob) = (Caller::anonymous(), Caller::anonymous());
    let arguments = |more| purge(more).as_object().cloned().expect("an object");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let (refused, done) = runtime.block_on(async {
        tokio::join!(
            trial.dispatcher.call(&ann, "queue_action", arguments(json!({"dryRun": false}))),
            trial.dispatcher.call(
                &bob,
                "queue_action",
                arguments(json!({"dryRun": false, "confirm": "orders.dlq"}))
            ),
        )
    });
    assert!(refused.expect("a reply").is_error && !done.expect("a reply").is_error);
    assert_eq!(changing(&trial), 1);
}
