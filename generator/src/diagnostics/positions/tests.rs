//! Places → lines, columns and the words they stand on.

use super::{Positions, occurrences};
use crate::diagnostics::{Part, Place, Pointer, Sink};
use crate::load::{Documents, texts};

/// The line, the column and the words of a place in a document.
fn at(text: &str, pointer: &str, part: Part) -> (usize, usize, String) {
    let documents = texts("a: 1", text, &mut Sink::default());
    let place = Place { file: Documents::DOCUMENT, pointer: Pointer::parse(pointer), part };
    let positions = Positions::find(&documents, [&place]);
    let position = positions.of(&place).unwrap_or_else(|| panic!("{pointer} is nowhere"));
    (position.line, position.column, text[position.bytes.clone()].to_owned())
}

#[test]
fn a_place_is_a_value_or_a_key() {
    let yaml = "paths:\n  /a/{b}:\n    get: {x: [one, two]}\n  'caf\u{e9}': \"d\"\n";
    let json = "{\"paths\": {\n  \"/a/{b}\": {\n    \"get\": {\"x\": [\"one\", \"two\"]}},\n  \"caf\\u00e9\": \"d\"}}";
    for (pointer, part, yaml_at, json_at) in [
        ("/paths/~1a~1{b}/get/x/1", Part::Value, (3, 20, "two"), (3, 26, "\"two\"")),
        ("/paths/~1a~1{b}/get/x/1", Part::Key, (3, 20, "two"), (3, 26, "\"two\"")),
        (
            "/paths/~1a~1{b}/get",
            Part::Value,
            (3, 10, "{x: [one, two]}"),
            (3, 12, "{\"x\": [\"one\", \"two\"]}"),
        ),
        ("/paths/~1a~1{b}/get", Part::Key, (3, 5, "get"), (3, 5, "\"get\"")),
        ("/paths/~1a~1{b}", Part::Value, (2, 3, "/a/{b}"), (2, 3, "\"/a/{b}\"")),
        ("/paths/caf\u{e9}", Part::Value, (4, 11, "\"d\""), (4, 16, "\"d\"")),
        ("/paths/caf\u{e9}", Part::Key, (4, 3, "'caf\u{e9}'"), (4, 3, "\"caf\\u00e9\"")),
    ] {
        let text = |(line, column, words): (usize, usize, &str)| (line, column, words.to_owned());
        assert_eq!(at(yaml, pointer, part), text(yaml_at), "{pointer}");
        assert_eq!(at(json, pointer, part), text(json_at), "{pointer}");
    }
}

#[test]
fn what_is_not_there_is_near_what_is() {
    let text = "tools:\n  list:\n    call: x\n  short: {call: y}\n";
    for (pointer, expected) in [
        ("/tools/list/about", (2, 3, "list")),
        ("/tools/short/about", (4, 10, "{call: y}")),
        ("/tools/other/call/0", (1, 1, "tools")),
        ("/nothing", (1, 1, "tools:")),
        ("", (1, 1, "tools:")),
    ] {
        let (line, column, words) = at(text, pointer, Part::Value);
        assert_eq!((line, column, words.as_str()), expected, "{pointer}");
    }
}

#[test]
fn aliases_and_merges_are_where_they_are_used() {
    let text = "base: &base\n  a: 1\nx: *base\ny:\n  <<: *base\n";
    assert_eq!(at(text, "/x/a", Part::Value), (3, 4, "*base".to_owned()));
    assert_eq!(at(text, "/y/a", Part::Value), (4, 1, "y".to_owned()));
    assert_eq!(at(text, "/base/a", Part::Value), (2, 6, "1".to_owned()));
}

#[test]
fn an_empty_value_is_where_its_key_is() {
    assert_eq!(at("a:\nb: 1\n", "/a", Part::Value), (1, 1, "a".to_owned()));
}

#[test]
fn text_over_several_lines_is_where_its_key_is() {
    assert_eq!(at("a: 1\nb: |\n  one\n  two\n", "/b", Part::Value), (2, 1, "b".to_owned()));
    assert_eq!(at("a: 1\n'b': \"one\n  two\"\n", "/b", Part::Value), (2, 1, "'b'".to_owned()));
}

#[test]
fn columns_count_characters_and_lines_may_end_in_crlf() {
    assert_eq!(
        at("a: 1\r\n\u{1F600}\u{e9}: [x, \u{e9}, y]\r\n", "/\u{1F600}\u{e9}/2", Part::Value),
        (2, 12, "y".to_owned())
    );
}

#[test]
fn json_escapes_that_yaml_does_not_know_do_not_matter() {
    let text = r#"{"a": "\ud83d\ude00 \/ \"", "b\"": [1, {"c": null}]}"#;
    assert_eq!(at(text, "/b\"/1/c", Part::Value).2, "null");
    assert_eq!(at(text, "/b\"/0", Part::Value).2, "1");
}

#[test]
fn several_places_are_found_in_one_pass_in_any_order() {
    let documents = texts("a: 1", "x: 1\ny: 2\nz: 3\n", &mut Sink::default());
    let places: Vec<_> =
        ["/z", "/x", "/y"].map(|p| Place::new(Documents::DOCUMENT, Pointer::parse(p))).into();
    let positions = Positions::find(&documents, &places);
    let lines: Vec<_> = places.iter().map(|place| positions.of(place).unwrap().line).collect();
    assert_eq!(lines, [3, 1, 2]);
}

#[test]
fn a_spot_of_the_text_is_a_word_or_a_letter_and_never_outside() {
    let documents = texts("a: 1", "ab: [x\n\u{e9} y", &mut Sink::default());
    let text = &documents.sources[1].text;
    for (line, column, expected) in [
        (1, 1, (1, 1, "ab")),
        (1, 5, (1, 5, "[")),
        (2, 1, (2, 1, "\u{e9}")),
        (2, 99, (2, 4, "")),
        (99, 1, (2, 4, "")),
        (0, 0, (1, 1, "ab")),
    ] {
        let place = Place::text(Documents::DOCUMENT, line, column);
        let positions = Positions::find(&documents, [&place]);
        let position = positions.of(&place).unwrap();
        assert_eq!((position.line, position.column, &text[position.bytes.clone()]), expected);
    }
}

#[test]
fn every_place_of_a_repeated_key_is_found() {
    let pointers = ["/a", "/c", "/b"].map(Pointer::parse);
    let expected = [vec![(1, 1), (3, 1)], vec![], vec![(2, 1)]];
    assert_eq!(occurrences("a: 1\nb: {a: 2}\na: 3\n", &pointers), expected);
}

#[test]
fn a_hostile_text_gives_no_place_and_no_harm() {
    for text in
        ["{\"a", "[[[[", "a: [", "\u{0}", "? [a]\n: b\nc: d", &"[".repeat(100_000), &"- ".repeat(100_000)]
    {
        let documents = texts("a: 1", text, &mut Sink::default());
        let place = Place::new(Documents::DOCUMENT, Pointer::parse("/c"));
        let _ = Positions::find(&documents, [&place]);
    }
    assert_eq!(at("? [a, {x: y}]\n: b\nc: d", "/c", Part::Value).2, "d");
}
