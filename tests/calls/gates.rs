//! Real runs of what may destroy → nothing that changes state leaves before every gate is open, and then exactly one.

use broker_console::demo;
use fewtools_tests::client::{Client, Outcome};
use fewtools_tests::console::{Console, over_both};
use serde_json::{Map, Value, json};

use crate::plausible;

/// A destructive variant: its call, the text that confirms it, and whether it has a cap.
struct Gated {
    what: String,
    tool: &'static str,
    arguments: Map<String, Value>,
    confirm: &'static str,
    capped: bool,
}

fn gated() -> Vec<Gated> {
    let destructive = plausible::calls_of(|variant| variant.gates.confirm.is_some());
    destructive
        .map(|(what, tool, arguments)| {
            let confirm = if tool == "alert_rule" { "dead letters" } else { "orders.in" };
            Gated { what, tool, arguments, confirm, capped: tool == "queue_action" }
        })
        .collect()
}

impl Gated {
    async fn run(&self, client: &Client, gates: Value) -> Outcome {
        let mut arguments = self.arguments.clone();
        arguments.extend(serde_json::from_value::<Map<String, Value>>(gates).expect("an object"));
        client.call(self.tool, arguments.into()).await
    }
}

/// Makes two messages more than one call may change.
async fn lower_the_cap(client: &Client) {
    let set = json!({"op": "set", "key": "safety.bulkCap", "value": "1"});
    let outcome = client.call("console_setting", set).await;
    assert_eq!(outcome.data["previous"], "1000", "{}", outcome.text);
}

fn changes(console: &Console) -> u64 {
    console.broker().probe().changes()
}

#[tokio::test]
async fn a_real_run_needs_the_name() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let all = gated();
        assert_eq!(all.len(), 6);
        for gated in &all {
            for wrong in [
                json!({"dryRun": false}),
                json!({"dryRun": false, "confirm": null}),
                json!({"dryRun": false, "confirm": ""}),
                json!({"dryRun": false, "confirm": gated.confirm.to_uppercase()}),
                json!({"dryRun": false, "confirm": format!("{} ", gated.confirm)}),
                json!({"dryRun": false, "confirm": "yes"}),
            ] {
                let outcome = gated.run(&client, wrong.clone()).await;
                assert!(outcome.is_error, "{} {wrong}: {}", gated.what, outcome.text);
                let said = format!("A real run needs confirm to be exactly \"{}\".", gated.confirm);
                assert!(outcome.text.starts_with(&said), "{} {wrong}: {}", gated.what, outcome.text);
                assert_eq!(outcome.data["argument"], "confirm", "{}", outcome.json);
                assert_eq!(changes(&console), 0, "{} {wrong}", gated.what);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn the_cap_and_the_name_do_not_stand_for_each_other() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        lower_the_cap(&client).await;
        console.broker().probe().reset();
        for gated in gated().iter().filter(|gated| gated.capped) {
            let outcome = gated.run(&client, json!({"dryRun": false, "override": true})).await;
            assert_eq!(outcome.data["argument"], "confirm", "{}: {}", gated.what, outcome.text);
            let over = gated.run(&client, json!({"dryRun": false, "confirm": gated.confirm})).await;
            assert!(over.is_error, "{}: {}", gated.what, over.text);
            assert_eq!(over.data["reason"], "over-cap", "{}: {}", gated.what, over.json);
            assert!(over.text.contains("more than the cap of 1. Narrow the filter, or say override=true."));
            assert_eq!(changes(&console), 0, "{}", gated.what);
        }
        assert_eq!(console.broker().depth(demo::ORDERS, "orders.in"), Some(12));
    })
    .await;
}

#[tokio::test]
async fn with_both_exactly_one_request_changes_something() {
    for index in 0..gated().len() {
        over_both(async |console| {
            let client = console.client(demo::ADMIN).await;
            lower_the_cap(&client).await;
            console.broker().probe().reset();
            let gated = &gated()[index];
            let mut gates = json!({"dryRun": false, "confirm": gated.confirm});
            if gated.capped {
                gates["override"] = true.into();
            }
            let outcome = gated.run(&client, gates).await;
            assert!(!outcome.is_error, "{}: {}", gated.what, outcome.text);
            assert_eq!(changes(&console), 1, "{}", gated.what);
            assert!(outcome.data.get("dryRun").is_none(), "{}", outcome.json);
        })
        .await;
    }
}

#[tokio::test]
async fn whatever_is_not_false_is_a_dry_run_or_refused() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for gated in gated() {
            for dry in [json!({}), json!({"dryRun": true}), json!({"dryRun": null})] {
                let outcome = gated.run(&client, dry.clone()).await;
                assert_eq!(outcome.data["dryRun"], true, "{} {dry}: {}", gated.what, outcome.json);
            }
            for odd in [json!("false"), json!(0), json!("no"), json!([false]), json!({"dryRun": false})] {
                let outcome = gated.run(&client, json!({"dryRun": odd, "confirm": gated.confirm})).await;
                assert!(outcome.is_error, "{} {odd}", gated.what);
            }
        }
        assert_eq!(changes(&console), 0);
    })
    .await;
}

#[tokio::test]
async fn a_gate_is_refused_where_there_is_none() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let set = json!({"op": "set", "key": "safety.bulkCap", "value": "5", "dryRun": true});
        let outcome = client.call("console_setting", set).await;
        assert!(outcome.is_error, "{}", outcome.text);
        assert_eq!(outcome.data["argument"], "dryRun", "{}", outcome.json);
        let list = json!({"clusterId": demo::ORDERS, "op": "list", "confirm": "x"});
        assert_eq!(client.call("alert_rule", list).await.data["argument"], "confirm");
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_local_dry_run_shows_the_request_and_sends_none_that_changes() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        let rule = json!({
            "name": "lag", "kind": "threshold", "metric": "depth", "operator": "above", "threshold": 5,
            "severity": "warning",
        });
        let create = json!({"clusterId": demo::ORDERS, "op": "create", "rule": rule});
        let outcome = client.call("alert_rule", create).await;
        assert!(!outcome.is_error, "{}", outcome.text);
        assert_eq!(outcome.data["dryRun"], true);
        let sent = &outcome.data["wouldSend"];
        assert_eq!(sent["method"], "POST", "{}", outcome.json);
        assert_eq!(sent["path"], format!("/api/v1/clusters/{}/alert-rules", demo::ORDERS));
        assert_eq!(sent["body"], rule);
        assert!(!outcome.json.contains(demo::ADMIN) && !outcome.json.to_lowercase().contains("bearer"));
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn an_unanswered_change_is_told_to_be_of_unknown_outcome() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        console.broker().probe().fail("purgeQueue", 503);
        let real = json!({
            "clusterId": demo::ORDERS, "queue": "orders.in", "action": "purge", "dryRun": false,
            "confirm": "orders.in", "override": true,
        });
        let outcome = client.call("queue_action", real).await;
        assert!(outcome.is_error, "{}", outcome.text);
        assert_eq!(changes(&console), 1, "a mutation is never repeated");
    })
    .await;
}
