//! The two programs, as a client starts them → answers over standard input and output, and nothing else there.

use std::fs;

use broker_console::{Broker, demo, served};
use fewtools_tests::client::{Client, Revision};
use fewtools_tests::fixtures;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::process::Command;

#[tokio::test]
async fn the_compiled_crate_answers_over_standard_output() {
    for revision in [Revision::Older, Revision::Current, Revision::Newest] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_broker-console-under-test"));
        command.arg("--stdio").env("BROKER_TOKEN", demo::QUIET);
        let client = Client::of_program(command, revision).await;
        assert_eq!(client.tools().await.len(), served().expect("a catalogue").tools.len());
        let listed = client.addresses().await;
        assert_eq!(listed.len(), 4, "{listed:?}");
        let outcome =
            client.call("list_resources", json!({"clusterId": demo::ORDERS, "kind": "queue"})).await;
        assert_eq!(outcome.data["closest"], "queues");
        assert_eq!(client.error("nonsense", json!({})).await.code.0, -32602);
    }
}

#[tokio::test]
async fn the_command_answers_over_standard_output_with_a_key_from_its_environment() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let api = broker_console::serve(Broker::seed(), listener).expect("an API");
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = folder.path().join("curation.yaml");
    let console = fixtures::folder("broker-console");
    let text = fs::read_to_string(console.join("curation.yaml")).expect("a manifest");
    let with_key = text.replace("{ forward: authorization }", "{ env: CONSOLE_KEY }");
    assert_ne!(with_key, text);
    fs::write(&manifest, with_key).expect("a manifest");
    fs::copy(console.join("openapi.yaml"), folder.path().join("openapi.yaml")).expect("a document");
    fs::create_dir(folder.path().join("prompts")).expect("a folder");
    for prompt in fs::read_dir(console.join("prompts")).expect("prompts") {
        let prompt = prompt.expect("a prompt");
        fs::copy(prompt.path(), folder.path().join("prompts").join(prompt.file_name())).expect("a prompt");
    }

    let mut command = Command::new(env!("CARGO_BIN_EXE_fewtools-under-test"));
    command.args(["serve", "--stdio", "--upstream", &api.base_url()]).arg(&manifest);
    command.env("CONSOLE_KEY", demo::ADMIN);
    let client = Client::of_program(command, Revision::Current).await;
    let clusters = client.read("console://clusters").await.expect("clusters");
    assert_eq!(clusters.matches("\"name\":").count(), 3, "{clusters}");
    api.broker.probe().widen(true);
    assert_eq!(client.read("console://clusters").await.expect("clusters"), clusters);
    assert_eq!(api.broker.probe().requests(), 2);
}
