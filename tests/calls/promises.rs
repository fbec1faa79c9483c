//! Every call, under each revision of the protocol → an answer that its tool's output schema allows.

use broker_console::{demo, tools};
use fewtools_tests::client::Revision;
use fewtools_tests::console::over_both;
use fewtools_tests::promised;

use crate::plausible;

#[tokio::test]
async fn every_answer_is_what_its_tool_promises() {
    for revision in [Revision::Older, Revision::Current, Revision::Newest] {
        over_both(async |console| {
            let bearer = format!("Bearer {}", demo::ADMIN);
            let client = console.client_who_sends(Some(&bearer), revision).await;
            for (what, tool, arguments) in plausible::calls_of(plausible::changes_nothing) {
                // The client holds each answer to the schema.
                let outcome = client.call(tool, arguments.into()).await;
                assert!(!outcome.is_error && outcome.data.is_object(), "{what}: {}", outcome.json);
            }
        })
        .await;
    }
}

#[test]
fn every_tool_of_the_manifest_promises_something() {
    let listed: Vec<&str> = tools::CATALOGUE.tools.iter().map(|tool| tool.name).collect();
    let mut sorted = listed.clone();
    sorted.sort_unstable();
    assert_eq!(promised::tools().collect::<Vec<_>>(), sorted);
}
