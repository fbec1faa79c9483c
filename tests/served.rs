//! Four servers of the broker console's tools → the same bytes, which are those that were measured.

use std::process::Command;

use broker_console::tools::CATALOGUE;
use fewtools::contract::{Catalogue, listing};
use fewtools_tests::fixtures;
use fewtools_tests::wire::{self, Lines, Listening, REVISIONS};
use serde_json::Value;

/// `fewtools`, which serves a document and a manifest.
const FEWTOOLS: &str = env!("CARGO_BIN_EXE_fewtools-under-test");

/// The crate whose build script made Rust of the same two files.
const COMPILED: &str = env!("CARGO_BIN_EXE_broker-console-under-test");

fn manifest() -> String {
    fixtures::folder("broker-console").join("curation.yaml").display().to_string()
}

/// What the manifest's tools are measured as.
fn measured() -> String {
    text(&CATALOGUE)
}

/// The same with what is written in Rust, which only the compiled crate has.
fn measured_of(program: &str) -> String {
    if program == COMPILED { text(broker_console::served().expect("a catalogue")) } else { measured() }
}

fn text(catalogue: &Catalogue<'_>) -> String {
    listing::text(&listing::tools(catalogue).expect("a catalogue that can be listed"))
}

#[tokio::test]
async fn a_socket_carries_what_was_measured() {
    for (program, words) in [
        (COMPILED, vec!["--http", "127.0.0.1:0"]),
        (FEWTOOLS, vec!["serve", "--http", "127.0.0.1:0", "--upstream", "http://127.0.0.1:1", &manifest()]),
    ] {
        let server = Listening::start(program, &words).await;
        for revision in REVISIONS {
            let answer = server.ask(revision, "tools/list").await;
            assert_eq!(wire::tools(&answer), measured_of(program), "{program} under {revision}");
        }
    }
}

#[tokio::test]
async fn standard_output_carries_what_was_measured() {
    for (program, words) in [
        (COMPILED, vec!["--stdio"]),
        (FEWTOOLS, vec!["serve", "--stdio", "--upstream", "http://127.0.0.1:1", &manifest()]),
    ] {
        let mut server = Lines::start(program, &words);
        for revision in REVISIONS {
            let answer = server.ask(revision, "tools/list").await;
            assert_eq!(wire::tools(&answer), measured_of(program), "{program} under {revision}");
        }
    }
}

#[tokio::test]
async fn the_budget_is_a_quarter_of_the_characters_on_the_wire() {
    let manifest = manifest();
    let words = ["serve", "--http", "127.0.0.1:0", "--upstream", "http://127.0.0.1:1", &manifest];
    let server = Listening::start(FEWTOOLS, &words).await;
    let costs = fewtools(&["budget", "--json"]);
    for revision in REVISIONS {
        let answer = server.ask(revision, "tools/list").await;
        let tools = wire::tools(&answer);
        assert_eq!(costs["listing"]["tokens"], tools.chars().count() / 4);
        let sent: Vec<_> =
            wire::items(tools).iter().map(|tool| Value::from(tool.chars().count() / 4)).collect();
        let said: Vec<_> = array(&costs["tools"]).iter().map(|tool| tool["tokens"].clone()).collect();
        assert_eq!(said, sent);
    }
}

#[test]
fn the_listing_is_within_its_budget_and_a_tool_for_each_operation_costs_four_times_as_much() {
    let costs = fewtools(&["budget", "--json", "--per-endpoint"]);
    let number = |value: &Value| value.as_u64().expect("a number");
    let listing = number(&costs["listing"]["tokens"]);
    assert!(listing <= 2000, "{listing}");
    assert_eq!(costs["listing"]["limit"], 2000);
    for tool in array(&costs["tools"]) {
        assert!(number(&tool["tokens"]) <= 200 && tool["limit"] == 200, "{tool}");
    }
    assert_eq!(costs["per_endpoint"]["tools"], 64);
    assert!(number(&costs["per_endpoint"]["tokens"]) >= 4 * listing, "{}", costs["per_endpoint"]);
}

#[test]
fn every_operation_is_used_or_excluded_with_a_reason() {
    let explained = fewtools(&["explain", "--json"]);
    let operations = array(&explained["operations"]);
    assert_eq!(operations.len(), 64);
    for operation in operations {
        let is_used = !array(&operation["used"]).is_empty();
        let is_excluded = operation["excluded"].as_str().is_some_and(|why| !why.is_empty());
        assert!(is_used != is_excluded, "{operation}");
    }
}

#[test]
fn the_listing_command_prints_what_is_served() {
    assert_eq!(output(&["listing"]).trim_end(), measured());
}

fn fewtools(words: &[&str]) -> Value {
    serde_json::from_str(&output(words)).expect("JSON")
}

fn output(words: &[&str]) -> String {
    let output = Command::new(FEWTOOLS).args(words).arg(manifest()).output().expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
