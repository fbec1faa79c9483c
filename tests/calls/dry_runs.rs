//! Every variant of every tool → an answer, and nothing that is changed.

use broker_console::demo;
use fewtools_tests::console::over_both;
use serde_json::json;

use crate::plausible;

#[tokio::test]
async fn every_variant_answers_and_none_changes_anything() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let mut called = 0;
        for (what, tool, arguments) in plausible::calls_of(plausible::changes_nothing) {
            let outcome = client.call(tool, arguments.into()).await;
            assert!(!outcome.is_error, "{what}: {}", outcome.text);
            called += 1;
        }
        assert_eq!(called, 29, "a variant is not called, or there are others now");
        let probe = console.broker().probe();
        // One local preview asks nobody; those of a deletion and of an update read first. Two composites ask three times
        // and four.
        assert_eq!((probe.requests(), probe.changes()), (called - 1 + 2 + 3, 0));
        assert_eq!(console.broker().depth(demo::ORDERS, "orders.in"), Some(12));
        let written: Vec<_> = probe.seen().into_iter().filter(|seen| seen.method != "GET").collect();
        assert_eq!(written.len(), 6);
        assert!(written.iter().all(|seen| seen.query.as_deref() == Some("dryRun=true")), "{written:?}");
    })
    .await;
}

#[tokio::test]
async fn a_dry_run_tells_what_a_real_one_would_do() {
    over_both(async |console| {
        let client = console.client(demo::OPERATOR).await;
        let arguments = json!({"clusterId": demo::ORDERS, "queue": "telemetry.raw", "action": "purge"});
        let outcome = client.call("queue_action", arguments).await;
        assert_eq!(
            (&outcome.data["affected"], &outcome.data["cap"], &outcome.data["overCap"]),
            (&json!(400_000), &json!(1000), &json!(true))
        );
        assert_eq!(console.broker().depth(demo::ORDERS, "telemetry.raw"), Some(400_000));
    })
    .await;
}

#[tokio::test]
async fn a_name_that_needs_escaping_stays_in_its_segment() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let arguments = json!({"clusterId": demo::ORDERS, "queue": "reports/daily run & more"});
        let outcome = client.call("diagnose_queue", arguments).await;
        assert_eq!(outcome.data["queue"], "reports/daily run & more", "{}", outcome.text);
        for queue in ["../../../settings", "..", ".", "x?limit=1", "x#y"] {
            let arguments = json!({"clusterId": demo::ORDERS, "queue": queue});
            assert!(client.call("diagnose_queue", arguments).await.is_error, "{queue}");
        }
        let below = format!("/api/v1/clusters/{}/queues/", demo::ORDERS);
        let seen = console.broker().probe().seen();
        let beside = [
            format!("/api/v1/clusters/{}/metrics", demo::ORDERS),
            format!("/api/v1/clusters/{}/events", demo::ORDERS),
        ];
        let is_inside = |path: &str| {
            let name = path.strip_prefix(&below).map(|rest| rest.strip_suffix("/consumers").unwrap_or(rest));
            name.is_some_and(|name| !name.contains('/'))
        };
        assert!(seen.iter().all(|seen| is_inside(&seen.path) || beside.contains(&seen.path)), "{seen:?}");
    })
    .await;
}
