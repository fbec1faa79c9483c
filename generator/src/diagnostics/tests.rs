//! Faults → what is printed.

use serde_json::Value;

use super::terminal::Style;
use super::{Fault, Level, Place, Pointer, Sink, json, line, terminal};
use crate::load::{Documents, texts};

const MANIFEST: &str = "tools:\n  list:\n    call: listQueue\n    args: [a, b]\n";

fn place(pointer: &str) -> Place {
    Place::new(Documents::MANIFEST, Pointer::parse(pointer))
}

fn documents() -> Documents {
    texts(MANIFEST, "paths:\n  /queues: {}\n", &mut Sink::default())
}

fn plain(faults: &[Fault]) -> String {
    terminal::report(faults, &documents(), Style::Plain)
}

fn faults() -> Vec<Fault> {
    let path = Place::new(Documents::DOCUMENT, Pointer::parse("/paths/~1queues")).at_key();
    vec![
        Fault::new("budget", Level::Error, None, "the listing is too large")
            .detail(["list  12".to_owned(), "queue  9".to_owned()]),
        Fault::warning("unused", place("/tools/list/args/1"), "`b` is used by nothing"),
        Fault::error("unknown-operation", place("/tools/list/call"), "no operation is called `listQueue`")
            .instead("`listQueues`")
            .also(path, "the nearest is here"),
    ]
}

#[test]
fn a_report_reads_as_rustc_would_write_it() {
    let expected = "\
error[unknown-operation]: no operation is called `listQueue`
 --> curation.yaml:3:11
  |
3 |     call: listQueue
  |           ^^^^^^^^^
  |
 ::: openapi.yaml:2:3
  |
2 |   /queues: {}
  |   ------- the nearest is here
  |
  = help: `listQueues`

warning[unused]: `b` is used by nothing
 --> curation.yaml:4:15
  |
4 |     args: [a, b]
  |               ^

error[budget]: the listing is too large
 |
 = list  12
   queue  9

2 errors, 1 warning
";
    assert_eq!(plain(&faults()), expected);
}

#[test]
fn nothing_wrong_prints_nothing() {
    assert_eq!(plain(&[]), "");
    assert_eq!(json::array(&[], &documents()), "[]");
}

#[test]
fn only_coloured_text_has_escapes() {
    assert!(!plain(&faults()).contains('\u{1b}'));
    assert!(terminal::report(&faults(), &documents(), Style::Coloured).contains("\u{1b}["));
}

#[test]
fn a_line_says_everything_cargo_shows() {
    let lines: Vec<_> = line::lines(&faults(), &documents()).into_iter().map(|line| line.text).collect();
    assert_eq!(
        lines,
        [
            "unknown-operation curation.yaml:3:11: no operation is called `listQueue`; instead: `listQueues`",
            "unused curation.yaml:4:15: `b` is used by nothing",
            "budget: the listing is too large",
        ]
    );
}

#[test]
fn a_program_gets_the_same_as_data() {
    let all: Value = serde_json::from_str(&json::array(&faults(), &documents())).unwrap();
    assert_eq!(
        all[0],
        serde_json::json!({
            "code": "unknown-operation", "level": "error", "file": "curation.yaml", "line": 3, "column": 11,
            "what": "no operation is called `listQueue`", "instead": "`listQueues`",
            "also": [{"file": "openapi.yaml", "line": 2, "column": 3, "what": "the nearest is here"}],
            "detail": [],
        })
    );
    assert_eq!(all[2]["file"], Value::Null);
    assert_eq!(all[2]["detail"], serde_json::json!(["list  12", "queue  9"]));
}

#[test]
fn the_same_fault_is_printed_once_and_order_does_not_depend_on_the_stages() {
    let mut twice = faults();
    twice.extend(faults());
    twice.reverse();
    assert_eq!(plain(&twice), plain(&faults()));
}

#[test]
fn a_minified_document_shows_only_what_is_around_the_place() {
    let filler = "\"x\",".repeat(5_000);
    let text = format!("{{\"a\":[{filler}\"here\",{filler}0]}}");
    let documents = texts("a: 1", &text, &mut Sink::default());
    let place = Place::new(Documents::DOCUMENT, Pointer::parse("/a/5000"));
    let printed = terminal::report(&[Fault::error("x", place, "wrong")], &documents, Style::Plain);
    assert!(printed.contains("--> openapi.yaml:1:20007\n"), "{printed}");
    assert!(printed.lines().all(|line| line.chars().count() < 200), "{printed}");
    let lines: Vec<_> = printed.lines().collect();
    let row = lines.iter().position(|line| line.contains("\"here\"")).unwrap();
    assert_eq!(
        lines[row + 1].trim(),
        format!("|{}^^^^^^", " ".repeat(lines[row].find("\"here\"").unwrap() - 3))
    );
}

#[test]
fn hostile_words_cannot_steer_a_terminal() {
    let evil = "a\u{1b}[31m\nb\r\u{202e}c\u{9b}2J\u{200b}\u{e0041}";
    let document =
        format!("x: \"{}\"\n\u{202e}y: 1\n", evil.replace('\n', " ").replace(['\u{1b}', '\r'], ""));
    let documents = texts("a: 1", &document, &mut Sink::default());
    let at = |line| Place::text(Documents::DOCUMENT, line, 4);
    let fault = Fault::error("x", at(1), evil).instead(evil).also(at(2), evil).detail([evil.to_owned()]);
    let faults = [fault];
    let mut printed =
        vec![terminal::report(&faults, &documents, Style::Plain), json::array(&faults, &documents)];
    printed.extend(line::lines(&faults, &documents).into_iter().map(|line| line.text));
    for text in &printed {
        let hidden: String = text.chars().filter(|c| super::clean::is_hidden(*c) && *c != '\n').collect();
        assert_eq!(hidden, "", "{text}");
    }
    assert!(!printed[2].contains('\n'));
    assert!(printed[2].contains("a\\u{1b}[31m\\nb"));
    assert_eq!(serde_json::from_str::<Value>(&printed[1]).unwrap()[0]["what"], evil);
}

#[test]
fn long_words_are_cut() {
    let fault = Fault::error("x", place("/tools"), "w".repeat(100_000)).instead("i".repeat(100_000));
    assert!(line::lines(&[fault], &documents())[0].text.chars().count() < 1_000);
}

#[test]
fn a_place_in_a_file_without_text_is_only_a_name() {
    let mut documents = documents();
    documents.sources[0].text.clear();
    let printed = terminal::report(&[Fault::error("x", place("/a"), "wrong")], &documents, Style::Plain);
    assert_eq!(printed, "error[x]: wrong\n--> curation.yaml\n\n1 error\n");
}
