//! Texts and files → trees and faults.

mod overlays;
mod parts;
mod prompts;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Documents, MAX_DEPTH, document, run, texts};
use crate::diagnostics::{Fault, Part, Sink};

const MANIFEST: &str = "document: openapi.yaml";

/// A document's tree.
fn tree(text: &str) -> Value {
    let mut sink = Sink::default();
    let documents = texts(MANIFEST, text, &mut sink);
    assert_eq!(sink.faults(), [], "{text}");
    documents.source(Documents::DOCUMENT).unwrap().tree.clone()
}

/// A document's faults.
fn faults(text: &str) -> Vec<Fault> {
    let mut sink = Sink::default();
    texts(MANIFEST, text, &mut sink);
    sink.into_faults()
}

/// The code, line and column of the only fault.
fn only(faults: &[Fault]) -> (&'static str, usize, usize) {
    let [fault] = faults else { panic!("{faults:#?}") };
    let Some(Part::Text { line, column }) = fault.place.as_ref().map(|place| place.part) else {
        panic!("{fault:?}")
    };
    (fault.code.0, line, column)
}

/// A folder with files in it.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn run_in(folder: &Path) -> (Documents, Vec<Fault>) {
    let mut sink = Sink::default();
    let documents = run(&folder.join("curation.yaml"), &mut sink);
    (documents, sink.into_faults())
}

#[test]
fn scalars_follow_the_core_schema() {
    for (written, expected) in [
        ("no", json!("no")),
        ("on", json!("on")),
        ("y", json!("y")),
        ("True", json!(true)),
        ("false", json!(false)),
        ("~", json!(null)),
        ("", json!(null)),
        ("2024-01-31", json!("2024-01-31")),
        ("12:30", json!("12:30")),
        ("08012", json!("08012")),
        ("0755", json!("0755")),
        ("1_000", json!("1_000")),
        ("-7", json!(-7)),
        ("1.5", json!(1.5)),
        ("1e3", json!(1000.0)),
        ("1.10", json!(1.1)),
        ("18446744073709551615", json!(u64::MAX)),
        ("-9223372036854776000", json!(-9_223_372_036_854_776_000_f64)),
        ("99999999999999999999", json!(1e20)),
        (".inf", json!(".inf")),
        (".nan", json!(".nan")),
        ("'12'", json!("12")),
        ("!!str 12", json!("12")),
        ("!custom text", json!("text")),
        ("!!binary aGk=", json!("aGk=")),
    ] {
        assert_eq!(tree(&format!("x: {written}\n"))["x"], expected, "{written}");
    }
}

#[test]
fn keys_are_text_whatever_they_look_like() {
    for key in ["200", "null", "~", "on", "true", "1.10", "0x10", "2024-01-31", "08"] {
        assert_eq!(tree(&format!("x:\n  {key}: here\n"))["x"], json!({key: "here"}));
    }
}

#[test]
fn numbers_beyond_64_bits_do_not_lose_a_json_document() {
    assert_eq!(tree(r#"{"x": 18446744073709551616}"#)["x"], json!(18_446_744_073_709_551_616_f64));
    assert_eq!(tree(r#"{"x": 1.79769313486232E+308, "y": "\u00e9"}"#), json!({"x": ".inf", "y": "é"}));
    assert_eq!(tree(&format!(r#"{{"x": {}}}"#, "9".repeat(400)))["x"], json!(".inf"));
}

#[test]
fn aliases_and_merge_keys_are_applied() {
    let text = "base: &base {a: 1, b: 2}\nx: *base\ny:\n  <<: *base\n  b: 3\nz:\n  <<: [*base, {c: 4}]\n";
    let tree = tree(text);
    assert_eq!(tree["x"], json!({"a": 1, "b": 2}));
    assert_eq!(tree["y"], json!({"a": 1, "b": 3}));
    assert_eq!(tree["z"], json!({"a": 1, "b": 2, "c": 4}));
}

#[test]
fn one_small_anchor_may_be_used_often() {
    let mut text = String::from("base: &base {a: 1}\nuses:\n");
    text.push_str(&"- *base\n".repeat(5_000));
    assert_eq!(tree(&text)["uses"].as_array().unwrap().len(), 5_000);
}

#[test]
fn keys_keep_their_order() {
    let tree = tree("b: 1\na: 2\n'10': 3\n");
    assert_eq!(tree.as_object().unwrap().keys().collect::<Vec<_>>(), ["b", "a", "10"]);
}

#[test]
fn marks_line_ends_and_tabs_do_not_matter() {
    assert_eq!(tree("\u{feff}x: 1\r\ny:\r\n  - a\r\n"), json!({"x": 1, "y": ["a"]}));
    assert_eq!(tree("\u{feff}{\"x\":\t1}\r\n"), json!({"x": 1}));
    assert_eq!(tree("---\nx: 1\n...\n"), json!({"x": 1}));
    assert_eq!(tree("{x: 1, y: [a, b,],}"), json!({"x": 1, "y": ["a", "b"]}));
}

#[test]
fn a_repeated_key_is_refused_with_both_places() {
    for (text, first, second) in [
        ("a: 1\nb:\n  get: 1\n  put: 2\n  get: 3\n", (3, 3), (5, 3)),
        ("a: 1\nb: {get: 1, get: 2}\n", (2, 5), (2, 13)),
        ("{\"a\": 1,\n \"b\": {\"get\": 1,\n  \"g\\u0065t\": 2}}", (2, 8), (3, 3)),
        ("b:\n  200: 1\n  '200': 2\n", (2, 3), (3, 3)),
    ] {
        let faults = faults(text);
        assert_eq!(only(&faults), ("duplicate-key", second.0, second.1), "{text}");
        let Part::Text { line, column } = faults[0].also[0].0.part else { panic!("{faults:?}") };
        assert_eq!((line, column), first, "{text}");
    }
    assert!(faults("b:\n  200: 1\n  '200': 2\n")[0].what.contains("`200`"));
}

#[test]
fn every_repeated_key_is_told_and_the_first_value_kept() {
    let mut sink = Sink::default();
    let documents = texts(MANIFEST, "a: 1\na: 2\nb: {c: 1, c: 2, c: 3}\n", &mut sink);
    assert_eq!(sink.faults().len(), 2);
    assert_eq!(documents.sources[1].tree, json!({"a": 1, "b": {"c": 1}}));
}

#[test]
fn a_syntax_fault_has_a_line_and_a_column() {
    for (text, expected) in [
        ("{\"a\": 1,\n \"é\" 2}", ("syntax", 2, 6)),
        ("a: 1\nb: [1, 2\nc: 3\n", ("syntax", 3, 2)),
        ("a: 1\n\tb: 2\n", ("syntax", 1, 4)),
        ("a: *nobody\n", ("syntax", 1, 4)),
        ("a: 1\n---\nb: 2\n", ("syntax", 3, 1)),
        ("a: &a [*a]\n", ("alias-expansion", 1, 8)),
        ("", ("empty-file", 1, 1)),
        (" \n\n", ("empty-file", 1, 1)),
        ("# nothing\n", ("not-a-mapping", 1, 1)),
        ("- a\n- b\n", ("not-a-mapping", 1, 1)),
        ("[1]", ("not-a-mapping", 1, 1)),
        ("just words", ("not-a-mapping", 1, 1)),
    ] {
        let faults = faults(text);
        assert_eq!(only(&faults), expected, "{text:?}");
    }
}

#[test]
fn a_syntax_fault_says_its_place_once() {
    for text in ["{\"a\" 1}", "a: *nobody\n"] {
        assert!(!faults(text)[0].what.contains(" at line "), "{}", faults(text)[0]);
    }
}

#[test]
fn nesting_is_bounded_in_both_formats() {
    let json = |depth: usize| format!("{{\"a\":{}1{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let yaml = |depth: usize| format!("a: {}1{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let block =
        |depth: usize| (0..depth).map(|level| format!("{}a:\n", " ".repeat(level))).collect::<String>();
    for write in [&json as &dyn Fn(usize) -> String, &yaml, &block] {
        assert_eq!(faults(&write(MAX_DEPTH)), []);
        assert_eq!(faults(&write(MAX_DEPTH + 1))[0].code.0, "too-deep");
        assert_eq!(faults(&write(5_000))[0].code.0, "too-deep");
    }
}

#[test]
fn aliases_cannot_blow_a_document_up() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        let uses = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{uses}]\n"));
    }
    assert_eq!(faults(&text)[0].code.0, "alias-expansion");
}

#[test]
fn the_manifest_and_its_document_are_read() {
    let folder = folder(&[
        ("curation.yaml", b"document: ./api/openapi.json\n"),
        ("api/openapi.json", b"\xef\xbb\xbf{\"openapi\": \"3.1.0\"}"),
    ]);
    let (documents, faults) = run_in(folder.path());
    assert_eq!(faults, []);
    assert_eq!(documents.sources[0].name, "curation.yaml");
    assert_eq!(documents.sources[1].name, "api/openapi.json");
    assert_eq!(documents.sources[1].tree, json!({"openapi": "3.1.0"}));
    assert!(!documents.sources[1].text.starts_with('\u{feff}'));
}

#[test]
fn a_document_may_be_anywhere_but_is_never_shown_with_its_absolute_path() {
    let outer = folder(&[("openapi.yaml", b"openapi: 3.1.0\n"), ("in/x", b"")]);
    let absolute = outer.path().join("openapi.yaml").display().to_string();
    for (written, name) in [("../openapi.yaml", "../openapi.yaml"), (absolute.as_str(), "openapi.yaml")] {
        let manifest = outer.path().join("in/curation.yaml");
        fs::write(&manifest, format!("document: {{path: '{written}'}}\n")).unwrap();
        let mut sink = Sink::default();
        let documents = run(&manifest, &mut sink);
        assert_eq!(sink.faults(), []);
        assert_eq!(documents.sources[1].name, name);
    }
}

#[test]
fn what_cannot_be_read_is_told_where_it_is_named() {
    let cases: &[(&[u8], &str, &str, &str)] = &[
        (b"a: 1\n", "missing-key", "", "`document: ./openapi.yaml`"),
        (b"document: 7\n", "wrong-type", "/document", "path"),
        (b"document: ''\n", "wrong-type", "/document", "path"),
        (b"document: openapi.yml\n", "missing-file", "/document", "`openapi.yaml`"),
        (b"document: elsewhere/openapi.yml\n", "missing-file", "/document", "relative to"),
        (b"document: api\n", "unreadable-file", "/document", "name the file"),
        (b"document: https://example.com/a.json\n", "remote-document", "/document", "curl -O"),
        (b"document: {}\n", "missing-key", "/document", "path"),
        (b"document: latin1.yaml\n", "not-utf8", "/document", "UTF-8"),
        (b"document: utf16.yaml\n", "not-utf8", "/document", "UTF-8"),
    ];
    for (manifest, code, pointer, instead) in cases {
        let folder = folder(&[
            ("curation.yaml", manifest),
            ("openapi.yaml", b"openapi: 3.1.0\n"),
            ("latin1.yaml", b"a: 1\nb: caf\xe9\n"),
            ("utf16.yaml", b"\xff\xfea\0"),
            ("api/other.yaml", b""),
        ]);
        let (_, faults) = run_in(folder.path());
        let [fault] = faults.as_slice() else { panic!("{faults:#?}") };
        assert_eq!(fault.code.0, *code);
        assert_eq!(fault.place.as_ref().unwrap().pointer.as_str(), *pointer);
        assert!(fault.instead.contains(instead), "{fault}");
        assert!(!fault.to_string().contains(folder.path().to_str().unwrap()), "{fault}");
    }
}

#[test]
fn a_missing_manifest_is_told_without_a_place() {
    let folder = folder(&[("curation.yml", b"")]);
    let (documents, faults) = run_in(folder.path());
    let expected = "missing-file: there is no file `curation.yaml`; instead: `curation.yml`";
    assert_eq!(faults[0].to_string(), expected);
    assert_eq!(documents.sources.len(), 1);
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let folder = folder(&[("curation.yaml", b"document: openapi.yaml\n")]);
    let file = fs::File::create(folder.path().join("openapi.yaml")).unwrap();
    file.set_len(super::MAX_BYTES + 1).unwrap();
    assert_eq!(run_in(folder.path()).1[0].code.0, "file-too-large");
}

#[test]
fn a_manifest_has_no_merge_keys() {
    let mut sink = Sink::default();
    texts("a: &a {b: 1}\nc:\n  <<: *a\n", "openapi: 3.1.0\n", &mut sink);
    assert_eq!(only(sink.faults()), ("merge-key", 3, 3));
}

#[test]
fn a_document_can_be_read_alone() {
    let folder = folder(&[("openapi.yaml", b"openapi: 3.1.0\n")]);
    let mut sink = Sink::default();
    let documents = document(&folder.path().join("openapi.yaml"), &mut sink);
    assert_eq!(sink.faults(), []);
    assert_eq!(documents.source(Documents::DOCUMENT).unwrap().tree, json!({"openapi": "3.1.0"}));
}
