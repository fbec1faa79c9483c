//! Every operation of a hidden cluster → missing and forbidden are one answer, by one route, in every primitive.

use broker_console::{demo, tools};
use fewtools_tests::client::Client;
use fewtools_tests::console::{Console, over_both};
use serde_json::{Map, Value};

use crate::plausible;

/// What a caller can observe of one call: the whole answer, and the requests it led to.
async fn observed(
    console: &Console,
    client: &Client,
    tool: &str,
    arguments: Map<String, Value>,
) -> (String, u64) {
    console.broker().probe().reset();
    let outcome = client.call(tool, arguments.into()).await;
    assert!(outcome.is_error, "{tool}: {}", outcome.json);
    (outcome.json, console.broker().probe().requests())
}

/// Every call of a hidden operation: dry, and real where a real run can be asked for.
fn calls() -> Vec<(String, &'static str, Map<String, Value>)> {
    let hidden = plausible::calls_of(|variant| !variant.denial.hidden.is_empty());
    let mut calls = Vec::new();
    for (what, tool, arguments) in hidden {
        if !arguments.contains_key("clusterId") {
            continue;
        }
        let mut real = arguments.clone();
        real.insert("dryRun".to_owned(), false.into());
        let gates = plausible::gates(tool, &arguments);
        if gates.dry_run.is_some() {
            if gates.confirm.is_some() {
                let name = if tool == "alert_rule" { "dead letters" } else { "orders.in" };
                real.insert("confirm".to_owned(), name.into());
            }
            calls.push((format!("{what}, for real"), tool, real));
        }
        calls.push((what, tool, arguments));
    }
    calls
}

#[tokio::test]
async fn missing_and_forbidden_are_one_answer_of_every_tool() {
    over_both(async |console| {
        let client = console.client(demo::OPERATOR).await;
        let mut compared = 0;
        for (what, tool, mut arguments) in calls() {
            if plausible::asks_nobody(tool, &arguments) {
                continue;
            }
            let mut seen = Vec::new();
            for cluster in [demo::NOWHERE, demo::LEDGER] {
                arguments.insert("clusterId".to_owned(), cluster.into());
                let (json, requests) = observed(&console, &client, tool, arguments.clone()).await;
                assert!(
                    !json.contains(cluster) && !json.contains(":read") && !json.contains(":write"),
                    "{json}"
                );
                assert!(requests > 0, "{what}");
                seen.push((json, requests));
            }
            assert_eq!(seen[0], seen[1], "{what}");
            assert!(
                seen[0].0.contains("No such cluster, or it is not visible to this key."),
                "{what}: {}",
                seen[0].0
            );
            compared += 1;
        }
        assert!(compared >= 30, "{compared}");
    })
    .await;
}

#[tokio::test]
async fn a_malformed_id_is_one_local_refusal_of_every_tool() {
    over_both(async |console| {
        let client = console.client(demo::OPERATOR).await;
        for (what, tool, mut arguments) in calls() {
            let mut told = Vec::new();
            for id in ["orders-eu", "ledger-dr", "3f0a7c52-8d1e-4b6f-9a27-5c1d40e8b90", "../settings"] {
                arguments.insert("clusterId".to_owned(), id.into());
                let (json, requests) = observed(&console, &client, tool, arguments.clone()).await;
                assert_eq!(requests, 0, "{what}");
                assert!(!json.contains(id) && json.contains("console://clusters"), "{what}: {json}");
                told.push(json);
            }
            told.dedup();
            assert_eq!(told.len(), 1, "{what}: {told:#?}");
        }
    })
    .await;
}

#[tokio::test]
async fn missing_forbidden_and_malformed_are_one_answer_of_every_resource() {
    over_both(async |console| {
        let client = console.client(demo::OPERATOR).await;
        let templates = client.templates().await;
        assert_eq!(templates.len(), 2);
        for template in &templates {
            let mut told = Vec::new();
            for id in [demo::NOWHERE, demo::LEDGER, "orders-eu", "", "a%2Fb", "%zz", "a/b"] {
                console.broker().probe().reset();
                let error =
                    client.read(&template.replace("{clusterId}", id)).await.expect_err("nothing to read");
                let data = error.data.map(|data| data.to_string()).unwrap_or_default();
                told.push((error.code, error.message.into_owned(), data.replace(id, "")));
                let well_formed = [demo::NOWHERE, demo::LEDGER].contains(&id);
                assert_eq!(console.broker().probe().requests(), u64::from(well_formed), "{template} {id}");
            }
            told.dedup_by(|one, other| (&one.0, &one.1) == (&other.0, &other.1));
            assert_eq!(told.len(), 1, "{told:#?}");
        }
        let unknown = client.read("console://nothing").await.expect_err("nothing to read");
        let empty = client.read("").await.expect_err("nothing to read");
        assert_eq!((unknown.code, &unknown.message), (empty.code, &empty.message));
    })
    .await;
}

#[tokio::test]
async fn what_may_not_be_seen_is_not_listed_either() {
    over_both(async |console| {
        for (key, clusters) in [(demo::ADMIN, 3), (demo::OPERATOR, 2), (demo::QUIET, 1), (demo::NONE, 0)] {
            let client = console.client(key).await;
            let addresses = client.addresses().await;
            let listed = addresses.iter().filter(|address| address.starts_with("cluster://")).count();
            assert_eq!(listed, 2 * clusters, "{key}: {addresses:?}");
            assert_eq!(addresses.len() - listed, 2);
            for address in addresses.iter().filter(|address| address.starts_with("cluster://")) {
                client.read(address).await.expect("what is listed can be read");
            }
        }
        assert_eq!(tools::CATALOGUE.resources.len(), 4);
    })
    .await;
}
