//! `fewtools check`

use std::collections::BTreeSet;
use std::fs;

use crate::library::{Library, Run};

#[test]
fn a_good_manifest_is_counted() {
    let run = Library::good().run(&["check"]);
    insta::assert_snapshot!(run.all());
}

#[test]
fn faults_are_shown_where_they_are_with_what_to_write_instead() {
    let run = Library::faulty().run(&["check"]);
    insta::assert_snapshot!(run.all());
}

#[test]
fn programs_get_the_faults_as_json_and_nothing_else() {
    let run = Library::faulty().run(&["check", "--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let faults = run.json();
    let faults = faults.as_array().expect("a list");
    let codes: BTreeSet<_> = faults.iter().filter_map(|fault| fault["code"].as_str()).collect();
    for code in ["unknown-operation", "unknown-projection-path"] {
        assert!(codes.contains(code), "{codes:?}");
    }
    for fault in faults {
        let members: Vec<_> = fault.as_object().expect("an object").keys().collect();
        let expected = ["code", "level", "file", "line", "column", "what", "instead", "also", "detail"];
        assert_eq!(members, expected);
        assert_eq!(fault["level"], "error", "{fault}");
        assert!(fault["line"].as_u64().is_some_and(|line| line > 1), "{fault}");
    }
    let unknown = faults.iter().find(|fault| fault["code"] == "unknown-operation").expect("that fault");
    assert_eq!(unknown["instead"], "`getBook`");
}

#[test]
fn no_faults_are_an_empty_list() {
    let run = Library::good().run(&["check", "--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "[]\n");
}

#[test]
fn a_manifest_that_is_not_there_is_named_with_the_nearest_file() {
    let library = Library::good();
    for name in ["curation.yml", "curaton.yaml"] {
        let run = library.run(&["check", name]);
        assert_eq!((run.code, run.out.as_str()), (1, ""));
        assert!(run.err.contains("missing-file") && run.err.contains(name), "{}", run.err);
        assert!(run.err.contains("`curation.yaml`"), "{}", run.err);
    }
}

#[test]
fn a_document_that_is_not_there_is_named_with_the_nearest_file() {
    let run = Library::with(&[("./openapi.yaml", "./openapi.yml")]).run(&["check"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("curation.yaml:3") && run.err.contains("openapi.yaml`"), "{}", run.err);
}

#[test]
fn a_folder_is_told_the_manifest_in_it() {
    let library = Library::good();
    let run = library.run(&["check", "."]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("`.` is a folder") && run.err.contains("curation.yaml`"), "{}", run.err);
    fs::create_dir(library.command(&[]).get_current_dir().expect("a folder").join("empty"))
        .expect("a folder");
    let run = library.run(&["check", "empty"]);
    assert!(
        run.err.contains("`empty` is a folder") && run.err.contains("holds no `curation.yaml`"),
        "{}",
        run.err
    );
}

#[test]
fn a_misspelt_call_is_told_once() {
    let run = Library::with(&[("call: getBook", "call: getBok")]).run(&["check"]);
    assert!(run.err.contains("unknown-operation") && !run.err.contains("uncovered-operation"), "{}", run.err);
}

#[test]
fn an_id_of_two_operations_is_told_their_routes() {
    let library = Library::good();
    let document = library.read("openapi.yaml").replace("operationId: getBook", "operationId: listBooks");
    library.write("openapi.yaml", &document);
    let run = library.run(&["check"]);
    assert!(
        run.err.contains("several have this id") && !run.err.contains("uncovered-operation"),
        "{}",
        run.err
    );
}

#[test]
fn text_that_is_no_yaml_is_told_by_its_line() {
    let library = Library::good();
    library.write("openapi.yaml", "openapi: 3.1.0\npaths: [\n");
    let run = library.run(&["check"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("openapi.yaml:"), "{}", run.err);
}

#[test]
fn paths_in_a_manifest_are_relative_to_it() {
    let library = Library::good();
    let mut command = library.command(&["check", "../curation.yaml"]);
    let folder = command.get_current_dir().expect("a folder").join("below");
    fs::create_dir(&folder).expect("a folder");
    let run = Run::of(command.current_dir(folder));
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_constant_of_a_step_goes_before_an_argument_of_the_same_name() {
    let steps = "  two_books:
    about: A book beside one that everybody has.
    args: [book]
    steps:
      own: { call: getBook }
      other: { call: getBook, with: { path.bookId: b1 } }
    result: TwoBooks

  book:
    about:";
    let library = Library::with(&[
        ("  book:\n    about:", steps),
        (
            "projections:\n",
            "projections:\n  TwoBooks: [own: $steps.own.body#/title, other: $steps.other.body#/title]\n",
        ),
    ]);
    let run = library.run(&["check"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let explained = library.run(&["explain", "two_books", "--json"]).json();
    let variant = &explained["tools"][0]["variants"][0];
    assert_eq!(variant["arguments"].as_array().map(Vec::len), Some(1), "{explained:#}");
}
