//! One call of a composite → the requests of its steps, how they overlap, and one answer even where a step is missing.

use std::time::{Duration, Instant};

use broker_console::demo;
use fewtools_tests::console::{Console, over_both};
use serde_json::{Value, json};

const PAUSE: Duration = Duration::from_millis(150);

fn diagnosis() -> Value {
    json!({"clusterId": demo::ORDERS, "queue": "orders.in"})
}

/// The last segments of the paths that were asked for, sorted.
fn asked(console: &Console) -> Vec<String> {
    let seen = console.broker().probe().seen();
    let mut paths: Vec<String> =
        seen.iter().map(|seen| seen.path.rsplit('/').next().unwrap_or_default().to_owned()).collect();
    paths.sort();
    paths
}

#[tokio::test]
async fn four_requests_of_which_three_are_in_flight_together() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let probe = console.broker().probe();
        for operation in ["getQueue", "listQueueConsumers", "queryMetrics", "listBrokerEvents"] {
            probe.delay(operation, PAUSE);
        }
        probe.reset();
        let outcome = client.call("diagnose_queue", diagnosis()).await;
        assert!(!outcome.is_error, "{}", outcome.json);
        assert_eq!(asked(&console), ["consumers", "events", "metrics", "orders.in"]);
        assert_eq!(probe.most_in_flight(), 3);
        let seen = probe.seen();
        let of = |end: &str| seen.iter().find(|seen| seen.path.ends_with(end)).expect("a request");
        assert!(of("/orders.in").ended.is_some_and(|ended| ended <= of("/events").began));
        assert_eq!(of("/events").query.as_deref(), Some("address=orders&limit=10"));
    })
    .await;
}

#[tokio::test]
async fn the_answer_is_assembled_from_all_of_them() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let outcome =
            client.call("diagnose_queue", json!({"clusterId": demo::ORDERS, "queue": "orders.dlq"})).await;
        let data = &outcome.data;
        assert_eq!((&data["queue"], &data["address"]), (&json!("orders.dlq"), &json!("dead")));
        assert_eq!((&data["depth"], &data["consumers"]), (&json!(7), &json!(0)), "{}", outcome.json);
        assert_eq!(data["findings"], json!(["7 messages wait and nobody consumes them."]));
        assert_eq!(data["dlq"], true);
        assert_eq!(data["slowest"], Value::Null);
        assert!(data["trend"].is_string() && data["events"].is_array(), "{}", outcome.json);
        assert!(data.get("notes").is_none(), "{}", outcome.json);
        assert!(!outcome.text.contains("$steps"));
    })
    .await;
}

#[tokio::test]
async fn a_step_that_hangs_is_told_within_the_deadline() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        console.broker().probe().delay("queryMetrics", Duration::from_secs(60));
        let since = Instant::now();
        let outcome = client.call("diagnose_queue", diagnosis()).await;
        assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
        assert_eq!(outcome.data["notes"], json!(["depth: timed out"]), "{}", outcome.json);
        assert_eq!(outcome.data["trend"], Value::Null);
        assert!(outcome.data["depth"].is_number() && outcome.data["events"].is_array());
    })
    .await;
}

#[tokio::test]
async fn a_step_that_fails_is_told_and_the_rest_is_answered() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        console.broker().probe().fail("listBrokerEvents", 503);
        console.broker().probe().fail("listQueueConsumers", 429);
        let outcome = client.call("diagnose_queue", diagnosis()).await;
        let notes = outcome.data["notes"].as_array().expect("notes");
        assert_eq!(notes.len(), 2, "{}", outcome.json);
        assert!(notes[0].as_str().is_some_and(|note| note.starts_with("consumers: ")));
        assert!(notes[1].as_str().is_some_and(|note| note.starts_with("events: ")));
        assert_eq!((&outcome.data["events"], &outcome.data["slowest"]), (&Value::Null, &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn a_mandatory_step_that_fails_fails_the_call() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        console.broker().probe().fail("getQueue", 503);
        let outcome = client.call("diagnose_queue", diagnosis()).await;
        let said = "The console failed and its log has the detail. Changing the call will not help.";
        assert_eq!((outcome.text.as_str(), outcome.is_error), (said, true));
    })
    .await;
}

#[tokio::test]
async fn what_may_be_denied_only_sets_a_field() {
    over_both(async |console| {
        let client = console.client(demo::QUIET).await;
        let outcome = client.call("cluster_health", json!({"clusterId": demo::ORDERS})).await;
        assert!(!outcome.is_error, "{}", outcome.json);
        assert_eq!(
            (&outcome.data["alertsVisible"], &outcome.data["openAlerts"]),
            (&json!(false), &Value::Null)
        );
        assert!(outcome.data.get("notes").is_none(), "{}", outcome.json);
        let outcome = console
            .client(demo::ADMIN)
            .await
            .call("cluster_health", json!({"clusterId": demo::PAYMENTS}))
            .await;
        assert_eq!(outcome.data["alertsVisible"], json!(true), "{}", outcome.json);
        assert!(
            outcome.data["openAlerts"].as_array().is_some_and(|alerts| !alerts.is_empty()),
            "{}",
            outcome.json
        );
        let nodes = outcome.data["nodes"].as_array().expect("nodes");
        assert!(nodes.iter().all(|node| node["live"].is_boolean()), "{}", outcome.json);
        assert!(outcome.data["asOf"].as_str().is_some_and(|time| time.len() == 20 && time.ends_with('Z')));
    })
    .await;
}

#[tokio::test]
async fn a_queue_that_is_not_there_is_told_as_such() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let outcome =
            client.call("diagnose_queue", json!({"clusterId": demo::ORDERS, "queue": "nowhere"})).await;
        let said = "No queue of that name here. list_resources kind=queues has the names.";
        assert_eq!((outcome.text.as_str(), outcome.is_error), (said, true));
    })
    .await;
}
