//! An API that is down, slow, failing or too talkative → a sentence that says what to do.

use std::time::Duration;

use broker_console::{demo, tools};
use fewtools::contract::{Catalogue, Upstream};
use fewtools_tests::console::{Console, Transport, over_both, over_both_with};
use serde_json::json;

const READ: (&str, &str) = ("config_diff", "diffNodeConfig");

/// The catalogue with other bounds for requests.
fn bounded(timeout_ms: u32, max_response: u64) -> &'static Catalogue<'static> {
    let upstream = Upstream { timeout_ms, max_response, ..tools::CATALOGUE.upstream };
    Box::leak(Box::new(Catalogue { upstream, ..tools::CATALOGUE }))
}

/// Whether a read and a dry run are told as the manifest says.
async fn tells_that_nothing_came(console: &Console) {
    let client = console.client(demo::ADMIN).await;
    let outcome = client.call(READ.0, json!({"clusterId": demo::ORDERS})).await;
    assert_eq!((outcome.text.as_str(), outcome.is_error), ("The console did not answer; try again.", true));
    let dry = json!({"clusterId": demo::ORDERS, "queue": "orders.in", "action": "purge"});
    let outcome = client.call("queue_action", dry).await;
    assert_eq!((outcome.text.as_str(), outcome.is_error), ("The console did not answer; try again.", true));
    let real = json!({
        "clusterId": demo::ORDERS, "queue": "orders.in", "action": "purge", "dryRun": false, "override": true,
        "confirm": "orders.in",
    });
    let outcome = client.call("queue_action", real).await;
    let said = "The console did not answer; whether the change happened is unknown.";
    assert_eq!((outcome.text.as_str(), outcome.is_error), (said, true));
}

#[tokio::test]
async fn an_api_that_is_down() {
    for transport in [Transport::Lines, Transport::Http] {
        // Port 1 is reserved and refuses connections.
        let console = Console::start(transport, &tools::CATALOGUE, Some("http://127.0.0.1:1/api/v1")).await;
        tells_that_nothing_came(&console).await;
    }
}

#[tokio::test]
async fn an_api_that_is_slow() {
    over_both_with(bounded(150, 1 << 20), async |console| {
        for operation in [READ.1, "purgeQueue"] {
            console.broker().probe().delay(operation, Duration::from_secs(30));
        }
        tells_that_nothing_came(&console).await;
        assert_eq!(console.broker().probe().requests(), 3, "a request is never repeated");
    })
    .await;
}

#[tokio::test]
async fn an_answer_that_is_too_large() {
    over_both_with(bounded(30_000, 3000), async |console| {
        let client = console.client(demo::ADMIN).await;
        let arguments = json!({"clusterId": demo::ORDERS, "kind": "queues"});
        let outcome = client.call("list_resources", arguments).await;
        assert!(outcome.is_error);
        assert_eq!(outcome.data["reason"], "answer-too-large");
        assert_eq!(
            outcome.text,
            "The answer of the API is over the limit of 3000 bytes that are read. Ask for less."
        );
        assert!(!client.call(READ.0, json!({"clusterId": demo::ORDERS})).await.is_error);
    })
    .await;
}

#[tokio::test]
async fn an_api_that_fails() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for status in [500, 502, 503, 599] {
            console.broker().probe().fail(READ.1, status);
            let outcome = client.call(READ.0, json!({"clusterId": demo::ORDERS})).await;
            let said = "The console failed and its log has the detail. Changing the call will not help.";
            assert_eq!((outcome.text.as_str(), outcome.is_error), (said, true), "{status}");
            assert_eq!(outcome.data["status"], status);
        }
    })
    .await;
}

#[tokio::test]
async fn an_api_that_limits_calls() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        console.broker().probe().fail(READ.1, 429);
        let outcome = client.call(READ.0, json!({"clusterId": demo::ORDERS})).await;
        let wait = outcome.data["retryAfterSeconds"].as_u64().expect("a time");
        assert_eq!(outcome.text, format!("Rate limited; try again in {wait} seconds."));
        console.broker().probe().fail(READ.1, 0);
        assert!(!client.call(READ.0, json!({"clusterId": demo::ORDERS})).await.is_error);
    })
    .await;
}

#[tokio::test]
async fn a_status_that_the_manifest_does_not_word() {
    over_both(async |console| {
        console.broker().probe().fail("listSettings", 409);
        let outcome = console.client(demo::ADMIN).await.call("console_setting", json!({})).await;
        assert!(outcome.is_error && outcome.text.contains("409"), "{}", outcome.text);
    })
    .await;
}
