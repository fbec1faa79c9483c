//! A tool that is written in Rust → the checks, gates and denials of all others, over both transports.

use broker_console::{demo, tools};
use fewtools_tests::console::over_both;
use serde_json::{Map, Value, json};

const TOOL: &str = "retry_dead_letters";

/// A call for the dead letters of `orders.in`, with these arguments too.
fn call(more: Value) -> Value {
    let mut call = Map::from_iter([
        ("clusterId".to_owned(), demo::ORDERS.into()),
        ("queue".to_owned(), "orders.dlq".into()),
    ]);
    call.extend(more.as_object().cloned().unwrap_or_default());
    call.into()
}

#[tokio::test]
async fn it_is_listed_after_those_of_the_manifest() {
    over_both(async |console| {
        let listed = console.client(demo::ADMIN).await.tools().await;
        let names: Vec<&str> = listed.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names[tools::CATALOGUE.tools.len()..], [TOOL]);
        let schema = serde_json::to_value(&listed[names.len() - 1].input_schema).expect("a schema");
        assert_eq!(schema["required"], json!(["clusterId", "queue"]));
        assert_eq!(schema["properties"]["confirm"], json!({"type": "string"}));
    })
    .await;
}

#[tokio::test]
async fn it_is_a_dry_run_unless_the_call_says_otherwise() {
    over_both(async |console| {
        let outcome = console.client(demo::ADMIN).await.call(TOOL, call(json!({"most": 2}))).await;
        assert!(!outcome.is_error, "{}", outcome.json);
        assert_eq!(outcome.data["dryRun"], true, "{}", outcome.json);
        let shown = &outcome.data["wouldSend"];
        assert_eq!(shown["method"], "POST", "{}", outcome.json);
        let path = shown["path"].as_str().unwrap_or_default();
        assert!(path.contains("/queues/orders.dlq/messages/retry"), "{shown}");
        assert_eq!(shown["body"]["messageIds"].as_array().map(Vec::len), Some(2), "{shown}");
        assert_eq!(console.broker().probe().changes(), 0);
        assert_eq!(console.broker().depth(demo::ORDERS, "orders.dlq"), Some(7));
    })
    .await;
}

#[tokio::test]
async fn a_real_run_confirms_the_queue_and_sends_its_messages_back() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let outcome = client.call(TOOL, call(json!({"dryRun": false}))).await;
        assert!(outcome.is_error && outcome.text.contains("confirm"), "{}", outcome.json);
        assert_eq!(outcome.data["argument"], "confirm");
        assert_eq!(console.broker().probe().requests(), 0);
        let real = call(json!({"dryRun": false, "confirm": "orders.dlq", "most": 2}));
        let outcome = client.call(TOOL, real).await;
        assert_eq!(outcome.data, json!({"queue": "orders.dlq", "retried": 2}), "{}", outcome.json);
        assert_eq!(console.broker().depth(demo::ORDERS, "orders.dlq"), Some(5));
    })
    .await;
}

#[tokio::test]
async fn its_arguments_are_checked_as_all_others() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for (arguments, argument, said) in [
            (json!({"queue": "orders.dlq"}), "clusterId", "retry_dead_letters needs clusterId."),
            (call(json!({"most": "many"})), "most", "most must be an integer"),
            (call(json!({"mots": 1})), "mots", "Did you mean most?"),
        ] {
            let outcome = client.call(TOOL, arguments).await;
            assert_eq!(
                (&outcome.data["argument"], outcome.is_error),
                (&json!(argument), true),
                "{}",
                outcome.json
            );
            assert!(outcome.text.contains(said), "{}", outcome.text);
        }
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn what_is_hidden_from_the_caller_is_hidden_here_too() {
    over_both(async |console| {
        let client = console.client(demo::OPERATOR).await;
        let mut seen = Vec::new();
        for cluster in [demo::NOWHERE, demo::LEDGER] {
            let outcome = client.call(TOOL, json!({"clusterId": cluster, "queue": "ledger.dlq"})).await;
            assert!(outcome.is_error, "{}", outcome.json);
            seen.push(outcome.json);
        }
        assert_eq!(seen[0], seen[1]);
        assert!(seen[0].contains("No such cluster, or it is not visible to this key."), "{}", seen[0]);
    })
    .await;
}
