//! A list → rows with the fields that were picked, of the API as it is now, as many as were asked for.

use broker_console::{demo, served, tools};
use fewtools::contract::Catalogue;
use fewtools_tests::client::{Outcome, Revision};
use fewtools_tests::console::{Console, over_both, over_both_with};
use serde_json::{Value, json};

use crate::plausible;

fn queues(limit: u64) -> Value {
    json!({"clusterId": demo::ORDERS, "kind": "queues", "limit": limit})
}

/// The rows that the API itself gives.
async fn rest_rows(console: &Console) -> Vec<Value> {
    let path = format!("/clusters/{}/queues?limit=100", demo::ORDERS);
    let answer = console.rest(demo::ADMIN, "GET", &path).await;
    let answer: Value = serde_json::from_str(&answer.body).expect("JSON");
    answer["items"].as_array().expect("rows").clone()
}

#[tokio::test]
async fn rows_are_those_of_the_live_api_and_hold_what_was_picked() {
    over_both(async |console| {
        let outcome = console.client(demo::ADMIN).await.call("list_resources", queues(100)).await;
        let rows = rest_rows(&console).await;
        let picked = rows.iter().map(|row| {
            json!({
                "name": row["name"],
                "address": row["address"],
                "depth": row["messages"]["total"],
                "consumers": row["consumers"]["total"],
                "nodes": row["presentOn"],
            })
        });
        assert_eq!(outcome.rows(), picked.collect::<Vec<_>>());
        assert_eq!(rows.len(), 30);
    })
    .await;
}

#[tokio::test]
async fn a_depth_changed_over_rest_changes_the_next_answer() {
    over_both(async |console| {
        let client = console.client(demo::VIEWER).await;
        let depth = async || {
            let outcome = client.call("list_resources", queues(100)).await;
            outcome.rows().iter().find(|row| row["name"] == "invoices.hold").expect("a row")["depth"].clone()
        };
        assert_eq!(depth().await, 5);
        let purge = format!("/clusters/{}/queues/invoices.hold/purge?dryRun=false", demo::ORDERS);
        assert_eq!(console.rest(demo::ADMIN, "POST", &purge).await.status, 200);
        assert_eq!(depth().await, 0);
        console.broker().set_depth(demo::ORDERS, "invoices.hold", 17).expect("a queue");
        assert_eq!(depth().await, 17);
    })
    .await;
}

/// All of an outcome but the time that it was made: of two calls, one may be of the next second.
fn timeless(outcome: &Outcome) -> String {
    let told = format!("{outcome:?}");
    outcome.data["asOf"].as_str().map_or(told.clone(), |time| told.replace(time, "<time>"))
}

#[tokio::test]
async fn a_field_that_the_api_adds_does_not_appear() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        // What changes something for real answers otherwise the second time.
        for (what, tool, arguments) in plausible::calls_of(plausible::changes_nothing) {
            console.broker().probe().widen(false);
            let before = client.call(tool, arguments.clone().into()).await;
            console.broker().probe().widen(true);
            let after = client.call(tool, arguments.into()).await;
            assert_eq!(timeless(&after), timeless(&before), "{what}");
        }
        assert!(rest_rows(&console).await.iter().all(|row| row.get("unannounced").is_some()));
    })
    .await;
}

#[tokio::test]
async fn a_page_says_whether_there_is_more() {
    over_both(async |console| {
        let client = console.client(demo::ADMIN).await;
        for (limit, returned, truncated) in [(1, 1, true), (29, 29, true), (30, 30, false), (100, 30, false)]
        {
            let outcome = client.call("list_resources", queues(limit)).await;
            assert_eq!(outcome.data["returned"], returned, "{limit}");
            assert_eq!(outcome.data["truncated"], truncated, "{limit}");
            assert_eq!(outcome.rows().len(), returned, "{limit}");
            let asked = console.broker().probe().seen().pop().expect("a request").query;
            assert_eq!(asked, Some(format!("limit={}", limit + 1)));
        }
        let outcome =
            client.call("list_resources", json!({"clusterId": demo::ORDERS, "kind": "queues"})).await;
        assert_eq!((outcome.rows().len(), &outcome.data["truncated"]), (25, &json!(true)));
    })
    .await;
}

#[tokio::test]
async fn every_revision_gives_the_same_answer() {
    over_both(async |console| {
        let mut texts = Vec::new();
        for revision in [Revision::Older, Revision::Current, Revision::Newest] {
            let client = console.client_who_sends(Some("Bearer demo-admin"), revision).await;
            assert_eq!(client.tools().await.len(), served().expect("a catalogue").tools.len());
            texts.push(client.call("list_resources", queues(3)).await.text);
        }
        texts.dedup();
        assert_eq!(texts.len(), 1, "{texts:?}");
    })
    .await;
}

#[tokio::test]
async fn an_answer_above_the_cap_is_cut_and_says_how_to_narrow() {
    let capped: &Catalogue<'_> = Box::leak(Box::new(Catalogue { result_tokens: 200, ..tools::CATALOGUE }));
    over_both_with(capped, async |console| {
        let outcome = console.client(demo::ADMIN).await.call("list_resources", queues(100)).await;
        let shown = outcome.rows().len();
        assert!(shown > 0 && shown < 30, "{shown}");
        assert!(outcome.text.chars().count() / 4 <= 200, "{}", outcome.text);
        assert_eq!((&outcome.data["returned"], &outcome.data["truncated"]), (&json!(shown), &json!(true)));
        let note = format!(
            "Cut to {shown} of 30 rows to stay below 200 tokens. Give a smaller limit, or narrow with filter."
        );
        assert_eq!(outcome.data["note"], note);
    })
    .await;
}
