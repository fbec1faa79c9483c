//! What a key may not see, and keys that are none → sentences that give nothing away.

use broker_console::demo;
use fewtools_tests::client::{Outcome, Revision};
use fewtools_tests::console::over_both;
use serde_json::json;

use crate::plausible;

#[tokio::test]
async fn a_cluster_that_is_missing_and_one_that_is_forbidden_look_the_same() {
    over_both(async |console| {
        let client = console.client(demo::VIEWER).await;
        let mut compared = 0;
        for (what, tool, mut arguments) in plausible::calls() {
            if !arguments.contains_key("clusterId") || plausible::asks_nobody(tool, &arguments) {
                continue;
            }
            let mut told = Vec::new();
            for cluster in [demo::NOWHERE, demo::LEDGER] {
                arguments.insert("clusterId".to_owned(), cluster.into());
                let Outcome { json, is_error, .. } = client.call(tool, arguments.clone().into()).await;
                assert!(is_error, "{what}: {json}");
                assert!(
                    !json.contains(cluster) && !json.contains(":read") && !json.contains(":write"),
                    "{json}"
                );
                told.push(json);
            }
            assert_eq!(told[0], told[1], "{what}");
            compared += 1;
        }
        assert_eq!(compared, 26);
        // The API itself tells the two apart.
        for (cluster, status) in [(demo::NOWHERE, 404), (demo::LEDGER, 403)] {
            let path = format!("/clusters/{cluster}/health");
            assert_eq!(console.rest(demo::VIEWER, "GET", &path).await.status, status);
        }
    })
    .await;
}

#[tokio::test]
async fn what_hides_nothing_names_the_permission_that_is_missing() {
    over_both(async |console| {
        let client = console.client(demo::QUIET).await;
        let outcome = client.call("console_setting", json!({})).await;
        assert_eq!((outcome.text.as_str(), outcome.is_error), ("This key lacks settings:read (403).", true));
        assert_eq!(outcome.data["permission"], "settings:read");
    })
    .await;
}

#[tokio::test]
async fn a_call_without_a_credential_is_not_sent() {
    over_both(async |console| {
        for header in [None, Some("")] {
            let client = console.client_who_sends(header, Revision::Current).await;
            for (what, tool, arguments) in plausible::calls() {
                let outcome = client.call(tool, arguments.into()).await;
                assert!(outcome.is_error, "{what}");
                assert_eq!(outcome.data["reason"], "credential-missing", "{what}: {}", outcome.text);
            }
        }
        assert_eq!(console.broker().probe().requests(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_forged_credential_is_told_to_be_none() {
    over_both(async |console| {
        for header in
            ["Bearer demo-admi", "Bearer", "Basic ZGVtby1hZG1pbg==", "demo-admin", "Bearer demo-admin,x"]
        {
            let client = console.client_who_sends(Some(header), Revision::Current).await;
            for (what, tool, arguments) in plausible::calls_of(plausible::changes_nothing) {
                if plausible::asks_nobody(tool, &arguments) {
                    continue;
                }
                let outcome = client.call(tool, arguments.into()).await;
                assert!(outcome.is_error, "{header} {what}");
                assert_eq!(outcome.data["reason"], "unauthorized", "{header} {what}: {}", outcome.text);
                assert!(!outcome.json.contains(header), "{}", outcome.json);
            }
        }
        assert_eq!(console.broker().probe().changes(), 0);
    })
    .await;
}
