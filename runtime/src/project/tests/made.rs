//! Fields that are made: cut, counted, added, sorted, found, and by functions of the host program.

use std::time::{Duration, UNIX_EPOCH};

use fewtools_contract::{
    Answer, Catalogue, Comparison, Condition, Field, Filter, Finding, Hook, Items, Operand, Origin, Phrase,
    Picked, Segment, Sort, Variant, Way,
};
use serde_json::{Map, Value, json};

use super::super::fields::{self, Scope};
use super::super::{Constants, Seen, Sources};
use super::{at, object};
use crate::hooks::{Functions, Hooks};
use crate::number;
use crate::trial::{Recorder, Trial, VARIANT, answer, leak, things};

use Segment::Key;

const fn here(path: &'static [Segment<'static>]) -> Way<'static> {
    Way::here(path)
}

fn field(name: &'static str, value: Picked<'static>) -> Field<'static> {
    Field { name, value }
}

fn all(path: &'static [Segment<'static>]) -> Items<'static> {
    Items { at: here(path), filter: None, sort: None, first: 0 }
}

/// What is made of an answer, at noon of a day.
fn made(fields: &'static [Field<'static>], body: &Value, also: impl FnOnce(&mut Sources<'_>)) -> Value {
    let constants = Constants::of(&Variant { answer: Answer::Object(fields), ..VARIANT }).expect("JSON");
    let functions = Functions::new(&[], None);
    let mut sources = Sources::new(&[], &constants, &functions);
    sources.now = UNIX_EPOCH + Duration::from_secs(1_785_240_000);
    also(&mut sources);
    Value::Object(fields::result(fields, Scope { here: body, sources: &sources }))
}

#[test]
fn texts_are_cut_between_characters_and_numbers_keep_their_digits() {
    let text = |most| Picked::Text { at: here(&[Key("text")]), most };
    let fields = leak(vec![
        field("all", text(5)),
        field("some", text(4)),
        field("less", text(3)),
        field("none", text(0)),
        field("no_text", Picked::Text { at: here(&[Key("id")]), most: 9 }),
        field("id", Picked::Digits(here(&[Key("id")]))),
        field("small", Picked::Digits(here(&[Key("small")]))),
        field("same", Picked::Digits(here(&[Key("text")]))),
        field("no_digits", Picked::Digits(here(&[Key("list")]))),
    ]);
    let body =
        json!({"text": "aéé", "id": number::of_digits("18446744073709551616"), "small": 7, "list": []});
    assert_eq!(
        made(fields, &body, |_| ()),
        json!({
            "all": "aéé", "some": "aé…", "less": "aé…", "none": "…", "no_text": null,
            "id": "18446744073709551616", "small": "7", "same": "aéé", "no_digits": null,
        })
    );
}

#[test]
fn a_scalar_leaves_as_one_and_nothing_else_does() {
    let scalars = |key: &'static str, lists| {
        let path = leak(vec![Key(key)]);
        field(key, Picked::Scalars { at: here(path), lists })
    };
    let names = Picked::EachScalars { of: all(&[Key("tags")]), lists: 0 };
    let fields = leak(vec![
        scalars("text", 0),
        scalars("number", 0),
        scalars("object", 0),
        scalars("list", 0),
        scalars("tags", 1),
        scalars("grid", 2),
        field("names", names),
    ]);
    let body = json!({
        "text": "a", "number": 7, "object": {"secret": 1}, "list": ["secret"],
        "tags": ["b", {"secret": 1}, ["secret"], null], "grid": [[1, {"secret": 1}], 2, [[3]]],
    });
    assert_eq!(
        made(fields, &body, |_| ()),
        json!({
            "text": "a", "number": 7, "object": null, "list": null,
            "tags": ["b", null], "grid": [[1], 2, []], "names": ["b", null],
        })
    );
}

#[test]
fn items_are_filtered_then_sorted_then_the_first() {
    let sort = |descending| Some(Sort { at: &[Key("size")], descending });
    let pick = leak(vec![at("id", &[Key("id")])]);
    let filter = Some(Filter { at: &[Key("kept")], equals: "true" });
    let each = |items: Items<'static>| Picked::Each { of: items, pick };
    let fields = leak(vec![
        field("rising", each(Items { sort: sort(false), ..all(&[]) })),
        field("falling", each(Items { sort: sort(true), ..all(&[]) })),
        field("largest", each(Items { filter, sort: sort(true), first: 2, ..all(&[]) })),
        field("kept", Picked::Count(Items { filter, ..all(&[]) })),
        field("counted", Picked::Count(Items { first: 3, ..all(&[]) })),
        field("nothing", Picked::Count(all(&[Key("x")]))),
    ]);
    let body = json!([
        {"id": 1, "size": 10, "kept": true},
        {"id": 2, "size": "a"},
        {"id": 3, "size": null, "kept": true},
        {"id": 4, "size": 9.5},
        {"id": 5, "size": 10.0, "kept": true},
        {"id": 6, "size": number::of_digits("18446744073709551616"), "kept": true},
        {"id": 7},
    ]);
    let ids = |ids: &[u8]| Value::from_iter(ids.iter().map(|id| json!({"id": id})));
    assert_eq!(
        made(fields, &body, |_| ()),
        json!({
            "rising": ids(&[4, 1, 5, 6, 2, 3, 7]), "falling": ids(&[2, 6, 1, 5, 4, 3, 7]),
            "largest": ids(&[6, 1]), "kept": 4, "counted": 3, "nothing": null,
        })
    );
}

#[test]
fn whole_numbers_add_up_exactly() {
    let sum = |name, path| field(name, Picked::Sum { of: all(path), at: &[Key("n")] });
    let fields = leak(vec![
        sum("whole", &[Key("whole")]),
        sum("large", &[Key("large")]),
        sum("mixed", &[Key("mixed")]),
        sum("empty", &[Key("empty")]),
        sum("absent", &[Key("absent")]),
        sum("text", &[Key("text")]),
        sum("null", &[Key("null")]),
        sum("none", &[Key("none")]),
    ]);
    let body = json!({
        "whole": [{"n": 9007199254740993_i64}, {"n": 1}],
        "large": [{"n": u64::MAX}, {"n": 1}],
        "mixed": [{"n": 0.5}, {"n": 1.5}],
        "empty": [],
        "absent": [{"n": 5}, {}],
        "text": [{"n": 5}, {"n": "7"}],
        "null": [{"n": null}],
    });
    assert_eq!(
        made(fields, &body, |_| ()),
        json!({
            "whole": 9007199254740994_i64, "large": number::of_digits("18446744073709551616"), "mixed": 2,
            "empty": 0, "absent": 5, "text": null, "null": null, "none": null,
        })
    );
}

#[test]
fn constants_the_time_inputs_and_steps() {
    let way = |from| Picked::At(Way { from, path: &[] });
    let inner =
        leak(vec![field("own", Picked::At(here(&[Key("a")]))), field("given", way(Origin::Input(0)))]);
    let fields = leak(vec![
        field("constant", Picked::Constant("{\"a\":1}")),
        field("now", Picked::Now),
        field("body", Picked::At(Way { from: Origin::Body(0), path: &[Key("x")] })),
        field("status", way(Origin::Status(0))),
        field("header", way(Origin::Header { step: 0, name: "etag" })),
        field("later", way(Origin::Body(1))),
        field("same_place", Picked::Object { at: here(&[]), pick: inner }),
        field("inside", Picked::Object { at: Way { from: Origin::Body(0), path: &[] }, pick: inner }),
        field("set", Picked::At(here(&[Key("a")]))),
    ]);
    let headers = Map::from_iter([("etag".to_owned(), json!("\"1\""))]);
    let steps = [Seen { body: json!({"x": 5, "a": 6}), status: json!(200), headers }];
    let inputs = [Some(json!("q"))];
    let constants = Constants::of(&Variant { answer: Answer::Object(fields), ..VARIANT }).expect("JSON");
    let functions = Functions::new(&[], None);
    let mut sources = Sources::new(&inputs, &constants, &functions);
    (sources.steps, sources.set) = (&steps, &[("set", "{\"a\":1}")]);
    sources.now = UNIX_EPOCH;
    let made = fields::result(fields, Scope { here: &json!({"a": 0}), sources: &sources });
    assert_eq!(
        Value::Object(made),
        json!({
            "constant": {"a": 1}, "now": "1970-01-01T00:00:00Z", "body": 5, "status": 200, "header": "\"1\"",
            "later": null, "same_place": {"own": 0, "given": "q"}, "inside": {"own": 6, "given": "q"},
            "set": {"a": 1},
        })
    );
}

#[test]
fn a_number_that_leaves_as_text_is_compared_as_the_number() {
    let digits = |name: &'static str| field(name, Picked::Digits(here(leak(vec![Key(name)]))));
    let more = |right| Condition::Compare { left: Operand::Field(0), by: Comparison::More, right };
    let finding = |when, text| Finding { when, say: leak(vec![Phrase::Text(text), Phrase::Field(0)]) };
    let findings = leak(vec![
        finding(more(Operand::Constant("5")), "many: "),
        finding(more(Operand::Field(1)), "more: "),
    ]);
    let pick = vec![digits("sent"), digits("failed"), field("findings", Picked::Findings(findings))];
    let found = |body: Value| object(pick.clone(), body)["findings"].clone();
    assert_eq!(found(json!({"sent": 12, "failed": 7})), json!(["many: 12", "more: 12"]));
    assert_eq!(found(json!({"sent": 4, "failed": 12_345_678_901_234_567_u64})), json!([]));
}

#[test]
fn findings_are_of_the_fields_beside_them_wherever_they_stand() {
    let compare = |left, by, right| Condition::Compare { left, by, right };
    let deep = compare(Operand::Field(1), Comparison::More, Operand::Constant("100"));
    let idle = compare(Operand::Field(2), Comparison::Equal, Operand::Constant("0"));
    let say = |text| leak(vec![Phrase::Text(text), Phrase::Field(1), Phrase::Text(" in "), Phrase::Field(3)]);
    let findings = leak(vec![
        Finding { when: deep, say: say("Backlog of ") },
        Finding { when: idle, say: say("Nobody reads ") },
        Finding { when: Condition::Not(Box::leak(Box::new(idle))), say: say("Read: ") },
    ]);
    let pick = vec![
        field("findings", Picked::Findings(findings)),
        at("depth", &[Key("depth")]),
        at("readers", &[Key("readers")]),
        at("name", &[Key("name")]),
    ];
    let found = |body: Value| object(pick.clone(), body)["findings"].clone();
    assert_eq!(
        found(json!({"depth": 101, "readers": 0, "name": "a\u{200b}\nb"})),
        json!(["Backlog of 101 in a b", "Nobody reads 101 in a b"])
    );
    assert_eq!(found(json!({"depth": 100, "readers": 2})), json!(["Read: 100 in unknown"]));
    assert_eq!(found(json!({"depth": "100"})), json!([]));
}

#[test]
fn functions_of_the_host_program_make_fields() {
    let hooks: &[Hook<'static>] =
        &[Hook { name: "double", arguments: &["n"] }, Hook { name: "broken", arguments: &[] }];
    let of = leak(vec![here(&[Key("n")]), here(&[Key("absent")])]);
    let pick = leak(vec![
        field("double", Picked::Hook { hook: 0, of }),
        field("broken", Picked::Hook { hook: 1, of: &[] }),
    ]);
    let catalogue = || {
        let things = things(Variant { answer: Answer::Object(pick), ..VARIANT }, &[]);
        Catalogue { hooks, ..things }
    };
    let upstream = || Recorder::answering(answer(200, r#"{"n": 21}"#));
    let mine = Hooks::new(|index, given| match (index, given) {
        (0, [n, Value::Null]) => (n.as_i64().unwrap_or_default() * 2).into(),
        _ => panic!("broken"),
    });
    let trial = Trial::over(catalogue(), upstream(), |builder| builder.hooks(mine));
    assert_eq!(trial.said("things", json!({})), r#"{"double":42,"broken":null}"#);

    let without = Trial::over(catalogue(), upstream(), crate::Builder::without_hooks);
    let reply = without.call("things", json!({})).expect("a reply");
    assert!(reply.is_error && without.upstream.requests().is_empty());
    assert_eq!(
        reply.text,
        "things needs the compiled crate: its result is made with `double`, a function in Rust."
    );
    let error =
        crate::Dispatcher::builder(crate::trial::keep(catalogue())).build().expect_err("no functions");
    assert_eq!(
        error.to_string(),
        "nothing makes the fields of the functions `double`, `broken`: give them with `.hooks(tools::hooks(…))`, or serve without with `.without_hooks()`"
    );
}
