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
