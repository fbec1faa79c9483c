//! `fewtools explain`

use serde_json::Value;

use crate::library::Library;

#[test]
fn everything_is_explained() {
    let run = Library::good().run(&["explain"]);
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.out);
}

#[test]
fn a_tool_is_explained_alone() {
    let run = Library::good().run(&["explain", "find_books"]);
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.out);
}

#[test]
fn an_operation_is_explained_by_its_id_and_by_its_route() {
    let library = Library::good();
    let by_id = library.run(&["explain", "reserveBook"]);
    assert_eq!(by_id.code, 0);
    assert_eq!(library.run(&["explain", "PUT /books/{bookId}/reservation"]).out, by_id.out);
    insta::assert_snapshot!(by_id.out);
}

#[test]
fn programs_get_json() {
    let run = Library::good().run(&["explain", "book", "--json"]);
    assert_eq!(run.code, 0);
    let explained = run.json();
    let [tool] = explained["tools"].as_array().expect("tools").as_slice() else { panic!("{explained}") };
    assert_eq!(
        (&tool["name"], &tool["discriminator"], &tool["default"]),
        (&"book".into(), &"action".into(), &"look".into())
    );
    let names: Vec<&Value> =
        tool["variants"].as_array().expect("variants").iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["look", "keep"]);
    assert_eq!(tool["variants"][1]["fixed"]["query.notify"], true);
    assert_eq!(tool["variants"][0]["fields"]["author"], "author/name");
}

#[test]
fn a_name_that_nothing_has_gets_the_nearest() {
    for (name, nearest) in [("find_book", "find_books"), ("getBok", "getBook"), ("GET /book", "GET /books")] {
        let run = Library::good().run(&["explain", name]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{name}");
        let said = format!("error: nothing is named `{name}`; instead: `{nearest}`\n");
        assert!(run.err.ends_with(&said), "{}", run.err);
    }
}

#[test]
fn a_manifest_that_is_not_there_is_told_as_check_tells_it() {
    let library = Library::good();
    let (checked, explained) =
        (library.run(&["check", "nosuch.yaml"]), library.run(&["explain", "nosuch.yaml"]));
    assert_eq!((explained.code, &explained.err), (checked.code, &checked.err));
    assert!(explained.err.contains("nosuch.yaml"), "{}", explained.err);
}

#[test]
fn a_list_that_no_argument_goes_on_says_so() {
    let library = Library::with(&[("args: [shelf, limit]", "args: [limit]\n    not_offered: [query.shelf]")]);
    let said = library.run(&["explain", "find_books"]);
    assert!(said.out.contains("pages        no argument goes on\n"), "{}", said.out);
    let pages = &library.run(&["explain", "find_books", "--json"]).json()["tools"][0]["variants"][0]["pages"];
    assert_eq!(pages["goes_on"], false);
}

#[test]
fn the_effect_of_what_code_calls_is_explained() {
    let client = "client: [{ call: reserveBook, effect: read }]\n\nexclude:";
    let library = Library::with(&[("exclude:", client)]);
    let said = library.run(&["explain", "reserveBook"]);
    assert!(said.out.contains("client.reserveBook; `client` says read\n"), "{} {}", said.out, said.err);
}

/// An accepted manifest whose rows are kept by arguments.
const CHANGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/accept/changes/curation.yaml");

#[test]
fn what_rows_are_kept_by_is_explained() {
    let said = Library::good().run(&["explain", "setting", CHANGES]);
    assert!(said.out.contains("keep where   owner/name = owner\n"), "{} {}", said.out, said.err);
}

#[test]
fn a_faulty_manifest_is_explained_as_far_as_it_goes() {
    let run = Library::faulty().run(&["explain", "removeBook"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("unknown-operation"), "{}", run.err);
    assert!(run.out.contains("excluded: Librarians do this by hand."), "{}", run.out);
}

#[test]
fn resources_prompts_and_profiles_are_explained_too() {
    let library = Library::with_context();
    let explained: Vec<String> = ["allotment://plots/{plot}/beds", "tidy_up", "sower", "listPlots"]
        .iter()
        .map(|name| library.run(&["explain", name]).out)
        .collect();
    insta::assert_snapshot!(explained.join("----\n"));
}

/// A manifest of the accepted ones with gates of every kind and denials of every shape.
const SAFETY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/accept/safety/curation.yaml");

#[test]
fn what_is_said_of_missing_and_forbidden_things_is_a_table() {
    let run = Library::good().run(&["explain", "--denials", SAFETY]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_table_is_json_for_programs_and_has_rows_for_one_name() {
    let run = Library::good().run(&["explain", "putSetting", SAFETY, "--denials", "--json"]);
    let rows = run.json();
    let [row] = rows.as_array().expect("rows").as_slice() else { panic!("{rows}") };
    assert_eq!(row["permission"], "settings:write");
    assert_eq!(row["operations"][0]["used"][0], "settings.set");
    assert_eq!((&row["sentence"], &row["told"][0]["status"]), (&"".into(), &404.into()));
    let run = Library::good().run(&["explain", "putSeting", SAFETY, "--denials"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("instead: `putSetting`"), "{}", run.err);
}

#[test]
fn gates_are_explained_with_their_tool() {
    let run = Library::good().run(&["explain", "lot_action", SAFETY]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!(run.out);
}

/// A manifest of the accepted ones with steps whose denials are not told in words.
const CONSOLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/broker-console/curation.yaml");

#[test]
fn a_denial_of_a_step_that_is_not_told_says_what_the_result_has_instead() {
    let run = Library::good().run(&["explain", "cluster_health", CONSOLE, "--denials", "--json"]);
    let rows = run.json();
    let operations = rows[0]["operations"].as_array().expect("operations");
    let alerts = operations.iter().find(|operation| operation["id"] == "listFiringAlerts").expect("alerts");
    assert_eq!(alerts["instead"]["cluster_health.alerts"]["alertsVisible"], false);
    assert!(operations.iter().any(|operation| operation.get("instead").is_none()), "{rows}");
}

#[test]
fn it_is_explained_how_pages_follow_each_other() {
    let library = Library::with(&[
        ("args:\n", "pages: { arg: after, follow: 3, next: [{ page: query.page, first: 1 }] }\nargs:\n"),
        ("args: [shelf, limit]", "args: [shelf, limit, after]"),
    ]);
    let limit = "        - { name: limit,";
    let page = "        - { name: page, in: query, schema: { type: integer } }\n";
    let document = library.read("openapi.yaml").replacen(limit, &format!("{page}{limit}"), 1);
    library.write("openapi.yaml", &document);
    let run = library.run(&["explain", "find_books"]);
    let line = "    pages        query.page counts pages from 1, on with `after`, at most 3 pages a call\n";
    assert!(run.out.contains(line), "{}{}", run.out, run.err);
    let pages = &library.run(&["explain", "find_books", "--json"]).json()["tools"][0]["variants"][0]["pages"];
    let next = serde_json::json!({ "page": "query.page", "first": 1 });
    assert_eq!(*pages, serde_json::json!({ "next": next, "arg": "after", "follow": 3, "goes_on": true }));
}
