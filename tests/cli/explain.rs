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
