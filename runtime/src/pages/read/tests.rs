//! Rows of an answer that is read piece by piece.

use super::*;
use crate::hooks::Functions;
use crate::project::Constants;
use fewtools_contract::{Field, Keep, Picked, Way};
use serde_json::json;

const ITEMS: &[Segment<'static>] = &[Segment::Key("data"), Segment::Key("items")];
const NEXT: &[Segment<'static>] = &[Segment::Key("data"), Segment::Key("next")];
const A: Way<'static> = Way::here(&[Segment::Key("a")]);
const ROWS: Rows<'static> = Rows {
    at: ITEMS,
    pick: &[Field { name: "a", value: Picked::At(A) }],
    keep: Some(Keep { input: 0, at: A.path }),
    ordered_by: "",
    default: 25,
    max: 100,
    limit: None,
};

fn read_kept(json: &str, skip: usize, most: usize, kept: Option<&Value>) -> Option<Option<Listed>> {
    let (constants, functions) = (Constants::default(), Functions::new(&[], None));
    let sources = Sources::new(&[], &constants, &functions);
    let characters = if kept.is_some() { 99 } else { 1 };
    let wanted = Wanted { rows: &ROWS, sources: &sources, kept, next: Some(NEXT), skip, most, characters };
    let listed = wanted.read(json.as_bytes());
    if let Ok(value) = serde_json::from_slice(&number::marked_in_answer(json.as_bytes())) {
        assert_eq!(Some(wanted.read_value(&value)), listed, "a value is read as its text is");
    }
    listed
}

fn read(json: &str, skip: usize, most: usize) -> Option<Option<Listed>> {
    read_kept(json, skip, most, None)
}

fn row(value: Value, end: usize) -> Row {
    Row { value, end }
}

#[test]
fn rows_are_kept_as_far_as_they_are_wanted() {
    let json = r#"{"data":{"next":"n","items":[{"a":1,"b":2},{"a":2},{"a":3},{"a":4}],"x":[{}]},"y":null}"#;
    let listed = read(json, 1, 2).flatten().expect("rows");
    let rows = vec![row(json!({"a": 2}), 2), row(json!({"a": 3}), 3)];
    assert_eq!(listed, Listed { rows, found: 4, staying: 3, next: Some(json!("n")) });
}

#[test]
fn rows_that_do_not_stay_are_found_all_the_same() {
    let json = r#"{"data":{"items":[{"a":1},{"a":2},{"a":1.0},{},{"a":"1"},{"a":1}]}}"#;
    let listed = read_kept(json, 1, 2, Some(&json!("1"))).flatten().expect("rows");
    let ends: Vec<usize> = listed.rows.iter().map(|row| row.end).collect();
    assert_eq!((ends.as_slice(), listed.found, listed.staying), (&[5, 6][..], 6, 2));
}

#[test]
fn far_behind_the_cap_rows_are_only_counted() {
    let items: Vec<Value> = (0..100).map(|_| json!({"a": "123456"})).collect();
    let listed = read(&json!({"data": {"items": items}}).to_string(), 0, 100).flatten().expect("rows");
    assert_eq!((listed.rows.len(), listed.found, listed.staying), (3, 100, 100));
}

#[test]
fn no_rows_are_not_the_same_as_something_else() {
    for (json, found) in [
        (r#"{"data":{}}"#, Some(Some(0))),
        (r#"{"data":{"items":null}}"#, Some(Some(0))),
        (r#"{"data":{"items":{}}}"#, Some(None)),
        (r#"{"data":{"items":7}}"#, Some(None)),
        (r#"{"data":[]}"#, Some(None)),
        (r#"{"items":[]}"#, Some(None)),
        (r#"{"data":{"items":[1]},"data":{}}"#, Some(Some(0))),
        (r#"{"data":{"items":[1,2]},"data":7}"#, Some(None)),
        (r#"{"data":{"items":[1,2],"items":[3]}}"#, Some(Some(1))),
        (r#"{"data":{"items":[1,2],"next":1,"next":null}}"#, Some(Some(2))),
        (r#"{"data":{"items":[1}}"#, None),
        (r#"{"data":{"items":[]}} x"#, None),
    ] {
        let listed = read(json, 0, 9);
        assert_eq!(listed.as_ref().map(|listed| listed.as_ref().map(|listed| listed.found)), found, "{json}");
        assert!(listed.flatten().is_none_or(|listed| listed.next.is_none()), "{json}");
    }
}

#[test]
fn what_is_not_kept_has_to_be_readable_too() {
    let deep = format!("{}{}", "[".repeat(126), "]".repeat(126));
    for (row, readable) in [
        ("1e400", true),
        ("18446744073709551616", true),
        ("\"\\ud800\"", false),
        (deep.as_str(), false),
        ("[[[]]]", true),
    ] {
        let json = format!("{{\"data\":{{\"items\":[{{}},{row}]}}}}");
        assert_eq!(
            serde_json::from_slice::<Value>(&number::marked_in_answer(json.as_bytes())).is_ok(),
            readable
        );
        for most in [1, 2] {
            assert_eq!(read(&json, 0, most).is_some(), readable, "{row}");
        }
    }
}

#[test]
fn a_row_a_line_is_read_as_a_list() {
    let rows = Rows { at: &[], keep: None, ..ROWS };
    let (constants, functions) = (Constants::default(), Functions::new(&[], None));
    let sources = Sources::new(&[], &constants, &functions);
    let wanted =
        Wanted { rows: &rows, sources: &sources, kept: None, next: None, skip: 1, most: 2, characters: 99 };
    let lines = [r#"{"a":1}"#, r#"{"a":18446744073709551616}"#, "7", r#"{"a":[{}]}"#];
    let read = |lines: &[&str]| wanted.read_lines(lines.iter().map(|line| line.as_bytes()));
    let listed = read(&lines).flatten().expect("rows");
    assert_eq!(Some(Some(listed)), wanted.read(format!("[{}]", lines.join(",")).as_bytes()));
    assert_eq!(read(&["{}", "{}", "{}", "{} {}"]), None);
    assert_eq!(read(&["{}", "{}", "{}", "{"]), None);
}

#[test]
fn numbers_keep_their_digits() {
    let listed = read(r#"{"data":{"items":[{"a":18446744073709551616}]}}"#, 0, 9).flatten().expect("rows");
    assert_eq!(number::to_json(&listed.rows[0].value), r#"{"a":18446744073709551616}"#);
}

#[test]
fn characters_are_those_of_the_text() {
    let value = json!({"a": ["é\"\n\u{1}", 1.5, null]});
    assert_eq!(characters(&value), value.to_string().chars().count());
}
