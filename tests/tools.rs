//! What a model would see of the fixtures: one snapshot for each tool, with its size, for reviewers of a change.
#![allow(clippy::unwrap_used, reason = "a test")]

use broker_console::tools;
use fewtools::testing::listing_snapshots;
use fewtools_tests::{fixtures, generator};

#[test]
fn every_tool_of_the_broker_console() {
    generator::accept(&fixtures::folder("broker-console").join("curation.yaml"), |accepted| {
        let catalogue = &accepted.surface.get().catalogue;
        for (name, text) in listing_snapshots(catalogue) {
            insta::assert_snapshot!(format!("broker_console__{name}"), text);
        }
    });
}

#[test]
fn every_tool_of_it_that_is_written_in_rust() {
    let all = broker_console::served().unwrap();
    for (name, text) in listing_snapshots(all).skip(tools::CATALOGUE.tools.len()) {
        insta::assert_snapshot!(format!("broker_console__{name}"), text);
    }
}

#[test]
fn every_listing_of_the_accepted_cases() {
    for case in fixtures::cases("accept") {
        generator::accept(&case.manifest(), |accepted| {
            let catalogue = &accepted.surface.get().catalogue;
            let tools: Vec<_> = listing_snapshots(catalogue).map(|(_, text)| text).collect();
            let total = accepted.surface.get().measure.listing;
            insta::assert_snapshot!(
                format!("accept__{}", case.name),
                format!("{total} tokens in all\n\n{}", tools.join("\n"))
            );
        });
    }
}

#[test]
fn the_broker_console_is_within_the_budget_it_was_made_for() {
    generator::accept(&fixtures::folder("broker-console").join("curation.yaml"), |accepted| {
        let measure = &accepted.surface.get().measure;
        assert!(measure.listing <= 2_000, "{} tokens in all", measure.listing);
        for (tool, tokens) in &measure.tools {
            assert!(*tokens <= 200, "{tool} is {tokens} tokens");
        }
    });
}

#[test]
fn one_tool_for_each_endpoint_costs_at_least_four_times_as_much() {
    generator::accept(&fixtures::folder("broker-console").join("curation.yaml"), |accepted| {
        let surface = accepted.surface.get();
        let all = fewtools_build::budget::per_endpoint(surface);
        assert!(
            all.tokens >= 4 * surface.measure.listing,
            "{} against {}",
            all.tokens,
            surface.measure.listing
        );
    });
}

#[test]
fn no_snapshot_is_left_of_a_tool_that_is_gone() {
    let mut expected: Vec<String> =
        fixtures::cases("accept").iter().map(|case| format!("tools__accept__{}.snap", case.name)).collect();
    generator::accept(&fixtures::folder("broker-console").join("curation.yaml"), |accepted| {
        let tools = accepted.surface.get().catalogue.tools.iter();
        expected.extend(tools.map(|tool| format!("tools__broker_console__{}.snap", tool.name)));
    });
    let by_hand = broker_console::served().unwrap().tools.iter().skip(tools::CATALOGUE.tools.len());
    expected.extend(by_hand.map(|tool| format!("tools__broker_console__{}.snap", tool.name)));
    expected.sort();
    let mut found: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("tools__") && name.ends_with(".snap"))
        .collect();
    found.sort();
    assert_eq!(found, expected);
}
