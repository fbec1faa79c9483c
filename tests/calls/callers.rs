//! Many callers at once, each with a key of its own → each gets the answer to its own key.

use std::sync::Arc;
use std::time::Duration;

use broker_console::{demo, tools};
use fewtools::contract::{Answer, Catalogue, Tool, Variant};
use fewtools_tests::console::{over_both, over_both_with};
use serde_json::json;
use tokio::task::JoinSet;

/// Callers at one time.
const CALLERS: usize = 200;
/// Calls that each of them makes.
const CALLS: usize = 3;

/// The catalogue with nothing picked from the answer of one tool, so that it shows for whom the API answered.
fn unprojected(tool: &str) -> &'static Catalogue<'static> {
    let whole = |tool: &Tool<'static>| -> &'static Tool<'static> {
        let variants: Vec<Variant<'static>> =
            tool.variants.iter().map(|variant| Variant { answer: Answer::Whole, ..*variant }).collect();
        Box::leak(Box::new(Tool { variants: variants.leak(), ..*tool }))
    };
    let tools: Vec<&Tool<'static>> = tools::CATALOGUE
        .tools
        .iter()
        .map(|listed| if listed.name == tool { whole(listed) } else { *listed })
        .collect();
    Box::leak(Box::new(Catalogue { tools: tools.leak(), ..tools::CATALOGUE }))
}

#[tokio::test(flavor = "multi_thread")]
async fn callers_never_mix() {
    over_both_with(unprojected("config_diff"), async |console| {
        console.broker().probe().delay("diffNodeConfig", Duration::from_millis(500));
        let mut clients = Vec::new();
        for number in 0..CALLERS {
            clients.push((demo::caller_name(number), console.client(&demo::caller(number)).await));
        }
        let calls = clients.into_iter().map(async |(name, client)| {
            for _ in 0..CALLS {
                let outcome = client.call("config_diff", json!({"clusterId": demo::ORDERS})).await;
                assert_eq!(outcome.data["servedTo"], name, "{}", outcome.json);
            }
        });
        calls.collect::<JoinSet<()>>().join_all().await;
        let probe = console.broker().probe();
        assert_eq!(probe.requests(), (CALLERS * CALLS) as u64);
        assert!(probe.most_in_flight() > CALLERS / 2, "{}", probe.most_in_flight());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_one_client_run_beside_each_other() {
    over_both(async |console| {
        console.broker().probe().delay("diffNodeConfig", Duration::from_millis(200));
        let client = Arc::new(console.client(demo::ADMIN).await);
        let calls = (0..8).map(|_| {
            let client = Arc::clone(&client);
            async move { client.call("config_diff", json!({"clusterId": demo::ORDERS})).await }
        });
        let outcomes = calls.collect::<JoinSet<_>>().join_all().await;
        assert!(outcomes.iter().all(|outcome| !outcome.is_error), "{outcomes:?}");
        assert_eq!(console.broker().probe().most_in_flight(), 8);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_of_many_callers_never_mix() {
    over_both(async |console| {
        console.broker().probe().delay("getOwnPermissions", Duration::from_millis(50));
        let mut clients = Vec::new();
        for number in 0..CALLERS {
            clients.push((demo::caller_name(number), console.client(&demo::caller(number)).await));
        }
        let reads = clients.into_iter().map(async |(name, client)| {
            let text = client.read("console://permissions").await.expect("what every key may read");
            let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(read["user"], name, "{text}");
        });
        reads.collect::<JoinSet<()>>().join_all().await;
    })
    .await;
}
