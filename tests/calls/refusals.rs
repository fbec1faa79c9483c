//! Arguments that do not fit → a sentence and data that say what does, and no request.

use broker_console::demo;
use fewtools_tests::client::Outcome;
use fewtools_tests::console::over_both;
use serde_json::{Value, json};

/// A call that is refused, words of the sentence, and members of the data.
struct Case {
    tool: &'static str,
    arguments: Value,
    sentence: &'static str,
    data: Value,
}

fn of_resources() -> [Case; 4] {
    let call = |more| ("list_resources", with(json!({"clusterId": demo::ORDERS}), more));
    let kinds = ["queues", "addresses", "consumers", "sessions", "connections", "producers"];
    [
        case(
            call(json!({"kind": "queue"})),
            "kind must be one of: queues, addresses, consumers, sessions, connections, producers. \
             Did you mean queues?",
            json!({"reason": "wrong-value", "argument": "kind", "accepted": kinds, "closest": "queues"}),
        ),
        case(
            call(json!({"kind": "queues", "limt": 3})),
            "`limt` is no argument of list_resources",
            json!({"reason": "unknown-argument", "argument": "limt", "closest": "limit"}),
        ),
        case(
            call(json!({"kind": "queues", "limit": "three"})),
            "limit",
            json!({"reason": "wrong-type", "argument": "limit"}),
        ),
        case(
            call(json!({"kind": "queues", "limit": 1000})),
            "100",
            json!({"reason": "out-of-range", "argument": "limit"}),
        ),
    ]
}

fn of_actions() -> [Case; 5] {
    let call = |more| ("queue_action", with(json!({"clusterId": demo::ORDERS, "queue": "orders.in"}), more));
    [
        case(
            call(json!({"action": "move"})),
            "move needs targetQueue, and one of messageIds, filter. It also takes clusterId, queue, dryRun, confirm, override.",
            json!({
                "reason": "missing-argument",
                "argument": "targetQueue",
                "needs": ["clusterId", "queue", "targetQueue", "messageIds|filter"],
            }),
        ),
        case(
            call(json!({"action": "purge", "filter": "size > 0"})),
            "purge takes no filter: it removes every message. To remove some, use action=delete.",
            json!({"reason": "foreign-argument", "argument": "filter"}),
        ),
        case(
            call(json!({"action": "purge", "dryRun": false})),
            "A real run needs confirm to be exactly \"orders.in\". Run with dryRun=true first to see what it would affect.",
            json!({"reason": "confirm-needed", "argument": "confirm", "accepted": ["orders.in"]}),
        ),
        case(
            call(json!({"action": "retry", "messageIds": "4117", "filter": "size > 0"})),
            "retry takes only one of messageIds, filter.",
            json!({"reason": "group", "accepted": ["messageIds", "filter"]}),
        ),
        case(
            ("message_action", json!({})),
            "message_action is now queue_action, same arguments.",
            json!({"reason": "renamed-tool", "closest": "queue_action"}),
        ),
    ]
}

fn case((tool, arguments): (&'static str, Value), sentence: &'static str, data: Value) -> Case {
    Case { tool, arguments, sentence, data }
}

fn with(mut arguments: Value, more: Value) -> Value {
    if let (Value::Object(arguments), Value::Object(more)) = (&mut arguments, more) {
        arguments.extend(more);
    }
    arguments
}

#[tokio::test]
async fn a_refusal_says_what_fits_and_nothing_is_sent() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for Case { tool, arguments, sentence, data } in of_resources().into_iter().chain(of_actions()) {
            let Outcome { text, data: said, is_error, .. } = client.call(tool, arguments.clone()).await;
            assert!(is_error, "{tool} {arguments}");
            assert!(text.contains(sentence), "{tool} {arguments}: {text}");
            for (member, value) in data.as_object().expect("an object") {
                assert_eq!(said[member], *value, "{tool} {arguments}: {member}");
            }
        }
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn all_faults_of_a_call_are_told_at_once() {
    over_both(async |console| {
        let arguments = json!({"clusterId": 7, "kind": "queues", "limit": 0, "limt": 1, "filter": ["a"]});
        let outcome = console.client(demo::ADMIN).await.call("list_resources", arguments).await;
        let faults = outcome.data["faults"].as_array().expect("several faults");
        let mut named: Vec<_> = faults.iter().filter_map(|fault| fault["argument"].as_str()).collect();
        named.sort_unstable();
        assert_eq!(named, ["clusterId", "filter", "limit", "limt"], "{}", outcome.text);
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol_that_tells_nothing() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for tool in ["list_resource", "getQueue", "nonsense", ""] {
            let error = client.error(tool, json!({})).await;
            assert_eq!((error.code.0, error.message.as_ref(), error.data), (-32602, "Unknown tool.", None));
        }
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}
