//! `fewtools listing`

use crate::library::Library;

#[test]
fn the_listing_is_one_line_of_json() {
    let run = Library::good().run(&["listing"]);
    assert_eq!(run.code, 0);
    assert_eq!(run.out.lines().count(), 1);
    let pretty = serde_json::to_string_pretty(&run.json()).expect("JSON");
    insta::assert_snapshot!(pretty);
}

#[test]
fn nothing_is_listed_where_nothing_would_be_served() {
    let run = Library::faulty().run(&["listing"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("unknown-operation"), "{}", run.err);
}

#[test]
fn what_is_served_beside_the_tools_is_listed_on_demand() {
    let library = Library::with_context();
    for what in ["--resources", "--prompts"] {
        let run = library.run(&["listing", what]);
        assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.err);
        insta::assert_snapshot!(what, serde_json::to_string_pretty(&run.json()).expect("JSON"));
    }
    insta::assert_snapshot!("--instructions", library.run(&["listing", "--instructions"]).out);
    assert_eq!(library.run(&["listing", "--resources", "--prompts"]).code, 2);
}

#[test]
fn a_profile_lists_what_it_offers_and_names_nothing_else() {
    let library = Library::with_context();
    let run = library.run(&["listing", "--profile", "sower"]);
    let tools = run.json();
    let names: Vec<_> = tools.as_array().expect("tools").iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["find_beds", "bed_work", "allotment_help"]);
    assert_eq!(tools[1]["inputSchema"]["properties"]["job"]["description"], "sow");
    assert_eq!(library.run(&["listing", "--profile", "sower", "--prompts"]).json(), serde_json::json!([]));
    let told = library.run(&["listing", "--profile", "sower", "--instructions"]).out;
    let unoffered = ["search", "clear", "destroy", "allotment://"];
    assert!(unoffered.iter().all(|word| !told.contains(word)), "{told}");
    let run = library.run(&["listing", "--profile", "sowers"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("instead: `sower`"), "{}", run.err);
}
