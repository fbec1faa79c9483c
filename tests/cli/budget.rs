//! `fewtools budget`

use serde_json::json;

use crate::library::Library;

#[test]
fn people_get_a_table() {
    let run = Library::good().run(&["budget"]);
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.out);
}

#[test]
fn programs_get_numbers() {
    let run = Library::good().run(&["budget", "--json"]);
    assert_eq!(run.code, 0);
    let costs = run.json();
    let members: Vec<_> = costs.as_object().expect("an object").keys().collect();
    assert_eq!(members, ["listing", "average", "tools"]);
    assert_eq!(costs["listing"]["limit"], 400);
    assert_eq!(costs["average"]["limit"], json!(null));
    let tools = costs["tools"].as_array().expect("tools");
    assert_eq!(tools.iter().map(|tool| &tool["name"]).collect::<Vec<_>>(), ["find_books", "book"]);
    for tool in tools {
        assert_eq!(tool["limit"], 200);
        assert_eq!(tool["tokens"].as_u64(), tool["characters"].as_u64().map(|characters| characters / 4));
    }
}

#[test]
fn a_tool_for_each_operation_is_priced_beside_it() {
    let run = Library::good().run(&["budget", "--json", "--per-endpoint"]);
    let (listing, all) = (&run.json()["listing"]["tokens"], &run.json()["per_endpoint"]);
    assert_eq!((&all["tools"], &all["left_out"]), (&json!(4), &json!(0)));
    let factor = all["tokens"].as_f64().expect("a number") / listing.as_f64().expect("a number");
    assert_eq!(all["factor"].as_f64(), Some((factor * 10.0).round() / 10.0));
    let table = Library::good().run(&["budget", "--per-endpoint"]).out;
    assert!(table.contains("one tool per operation"), "{table}");
}

#[test]
fn a_listing_over_its_budget_is_priced_all_the_same() {
    let library = Library::with(&[("listing: 400, per_tool: 200", "listing: 100, per_tool: 60")]);
    let run = library.run(&["budget", "--json"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.json()["listing"]["limit"], 100);
    insta::assert_snapshot!(library.run(&["budget"]).all());
}

#[test]
fn what_cannot_be_read_is_not_priced() {
    let library = Library::good();
    library.write("openapi.yaml", "asyncapi: 3.0.0\n");
    let run = library.run(&["budget", "--json"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("not-openapi"), "{}", run.err);
}

#[test]
fn what_is_beside_the_tools_is_priced_too() {
    let library = Library::with_context();
    let costs = library.run(&["budget", "--json"]).json();
    let limits = ["instructions", "resources", "prompts"].map(|what| costs[what]["limit"].clone());
    assert_eq!(limits, [150, 160, 120]);
    assert!(costs["profiles"]["sower"]["tokens"].as_u64() < costs["listing"]["tokens"].as_u64(), "{costs}");
    insta::assert_snapshot!(library.run(&["budget"]).out);
}
