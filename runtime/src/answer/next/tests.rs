//! The next page, as the call for it.

use std::sync::Arc;

use fewtools_contract::{
    Answer, Call, Check, Conversion, Encoding, Exchange, Input, Location, Next, Paging, Parameter, Rows,
    Segment, Source, Style, Types, Variant, Work,
};
use serde_json::{Value, json};

use super::is_same_origin;
use crate::trial::{
    CALL, Recorder, Trial, VARIANT, answer, answer_with, input, keep, leak, parameter, things, types,
};
use crate::{Caller, Dispatcher};

const NAMES: [&str; 6] = ["page", "cursor", "ids", "filter", "per_page", "at"];

const AT: &str = r#"{"type":"object","properties":{"row":{"type":"integer"},"mark":{"type":"string"}}}"#;

fn variant() -> Variant<'static> {
    let check = |index, check: Check<'static>| Input { check, ..input(index, "query.x") };
    let inputs = leak(vec![
        check(0, types(Types::INTEGER)),
        check(1, types(Types::STRING)),
        check(2, Check { items: Types::INTEGER, ..types(Types::ARRAY) }),
        check(3, types(Types::OBJECT)),
        Input {
            conversion: Conversion::RowLimit { max: 50, slot_max: 0 },
            ..check(4, types(Types::INTEGER))
        },
        check(5, Check { schema: AT, ..types(Types::OBJECT) }),
    ]);
    let styled = |style, explode| Encoding::Styled { style, explode, allow_reserved: false };
    let parameters = leak(vec![
        parameter(Location::Query, "page", 0),
        parameter(Location::Query, "cur[sor]", 1),
        Parameter { encoding: styled(Style::Form, false), ..parameter(Location::Query, "ids", 2) },
        Parameter { encoding: styled(Style::DeepObject, true), ..parameter(Location::Query, "filter", 3) },
        parameter(Location::Query, "per_page", 4),
        Parameter { source: Source::Fixed("true"), ..parameter(Location::Query, "dryRun", 0) },
        Parameter { encoding: styled(Style::DeepObject, true), ..parameter(Location::Query, "at", 5) },
    ]);
    Variant { inputs, work: Work::one(Call { parameters, ..CALL }), ..VARIANT }
}

fn after(arguments: Value, link: &'static str) -> Value {
    let headers = [("content-type", "application/json"), ("link", link)];
    let trial = Trial::answering(things(variant(), &NAMES), answer_with(200, &headers, b"[]"));
    let reply = trial.call("things", arguments).expect("a reply");
    assert_eq!(trial.upstream.requests().len(), 1, "nothing is followed");
    assert!(!reply.is_error && !reply.text.contains("http"), "{reply:?}");
    let data = Value::Object(reply.structured.expect("data"));
    assert_eq!(data.to_string(), reply.text);
    data.get("next").or(data.get("note")).cloned().unwrap_or_default()
}

#[test]
fn a_link_becomes_the_arguments_that_differ() {
    for (arguments, link, next) in [
        (
            json!({"page": 2}),
            "<https://api.example.com/v1/things?page=3&dryRun=true>; rel=next",
            json!({"page": 3}),
        ),
        (
            json!({}),
            "</v1/things?cur%5Bsor%5D=a,b;c%3D+d&dryRun=true>; rel=\"next\"",
            json!({"cursor": "a,b;c= d"}),
        ),
        (json!({"page": 2}), "<?cur[sor]=x>; rel=next", json!({"page": null, "cursor": "x"})),
        (json!({"ids": [1]}), "<?ids=1%2C2&page=2>; rel=next", json!({"page": 2, "ids": [1, 2]})),
        (
            json!({"filter": {"a": "b c"}, "per_page": 9}),
            "</repositories/7/things?filter[a]=b+c&page=2&per_page=10&sort=name>; rel=next",
            json!({"page": 2}),
        ),
        (
            json!({"at": {"row": 1}}),
            "<?at%5Brow%5D=7&at%5Bmark%5D=08>; rel=next",
            json!({"at": {"row": 7, "mark": "08"}}),
        ),
        (json!({"page": 2}), "<?page=1>; rel=prev", Value::Null),
    ] {
        assert_eq!(after(arguments, link), next, "{link}");
    }
}

#[test]
fn what_no_argument_asks_for_is_said() {
    let unreachable = "There is a next page, and no argument of this call asks for it.";
    for link in [
        "<?dryRun=true>; rel=next",
        "<?page=abc>; rel=next",
        "<?page=2&page=3>; rel=next",
        "<?page=2&scroll_token=x>; rel=next",
        "</things/page/2>; rel=next",
        "<?filter[a]=x&page=2>; rel=next",
        "<?at[row]=x>; rel=next",
        "<?at[other]=1>; rel=next",
        "<?at[row][a]=1>; rel=next",
        "<?at[row]=1&at[row]=2>; rel=next",
    ] {
        assert_eq!(after(json!({}), link), unreachable, "{link}");
    }
    let elsewhere = "The API names a next page at another address, which is not followed.";
    for link in
        ["<https://evil.example.net/v1/things?page=2>; rel=next", "<//evil.example.net/?page=2>; rel=next"]
    {
        assert_eq!(after(json!({}), link), elsewhere, "{link}");
    }
}

/// The request of [`variant`], whose next page is asked for like this.
fn paged(next: Next<'static>) -> Work<'static> {
    let exchange = *variant().work.exchange().expect("one request");
    Work::Call(Exchange { paging: Paging { next: Some(next), ..Paging::NONE }, ..exchange })
}

fn in_body(input: Option<usize>, arguments: Value, body: Value) -> Value {
    let next = Next::Body { at: &[Segment::Key("meta"), Segment::Key("next")], input };
    let trial = Trial::answering(
        things(Variant { work: paged(next), ..variant() }, &NAMES),
        answer(200, &body.to_string()),
    );
    let reply = trial.call("things", arguments).expect("a reply");
    reply.structured.expect("data").get("next").cloned().unwrap_or_default()
}

#[test]
fn a_cursor_in_the_body_becomes_its_argument() {
    let meta = |next: Value| json!({"data": [], "meta": {"next": next}});
    for (input, arguments, next, expected) in [
        (Some(1), json!({}), json!("abc"), json!({"cursor": "abc"})),
        (Some(1), json!({}), json!(12), json!({"cursor": "12"})),
        (Some(1), json!({}), json!("/9j4AAQ=="), json!({"cursor": "/9j4AAQ=="})),
        (Some(1), json!({}), json!("?x"), json!({"cursor": "?x"})),
        (Some(0), json!({}), json!("7"), json!({"page": 7})),
        (Some(0), json!({"page": 7}), json!(7), Value::Null),
        (Some(1), json!({}), json!(null), Value::Null),
        (Some(1), json!({}), json!(""), Value::Null),
        (Some(1), json!({}), json!(false), Value::Null),
        (Some(1), json!({}), json!("https://api.example.com/v1/things?page=4"), json!({"page": 4})),
        (None, json!({}), json!("/v1/things?page=4"), json!({"page": 4})),
        (None, json!({}), json!("abc"), Value::Null),
        (None, json!({}), json!("https://evil.example.net/?page=4"), Value::Null),
    ] {
        assert_eq!(in_body(input, arguments, meta(next.clone())), expected, "{input:?} {next}");
    }
    assert_eq!(in_body(Some(1), json!({}), json!({"data": []})), Value::Null);
}

#[test]
fn rows_that_are_not_shown_come_before_the_next_page() {
    let spec = Rows { at: &[], pick: &[], keep: None, ordered_by: "", default: 2, max: 50, limit: Some(4) };
    let variant = Variant { answer: Answer::Rows(spec), ..variant() };
    let headers = [("content-type", "application/json"), ("link", "<?page=2&per_page=3>; rel=next")];
    for (body, next) in [("[1,2]", json!({"page": 2})), ("[1,2,3]", Value::Null)] {
        let trial = Trial::answering(things(variant, &NAMES), answer_with(200, &headers, body.as_bytes()));
        let data = trial.call("things", json!({})).expect("a reply").structured.expect("data");
        assert!(
            trial.upstream.requests()[0].url.contains("per_page=2"),
            "no row is asked for that is not shown"
        );
        assert_eq!(data.get("next").cloned().unwrap_or_default(), next, "{body}");
        assert_eq!(data["truncated"], true);
    }
}

#[test]
fn an_answer_that_names_its_next_page_says_where_it_ends() {
    let at = &[Segment::Key("next")];
    let spec = Rows {
        at: &[Segment::Key("items")],
        pick: &[],
        keep: None,
        ordered_by: "",
        default: 2,
        max: 50,
        limit: Some(4),
    };
    let next = Next::Body { at, input: Some(1) };
    let variant = Variant { answer: Answer::Rows(spec), work: paged(next), ..variant() };
    for (body, truncated) in
        [(r#"{"items":[1,2],"next":null}"#, false), (r#"{"items":[1,2],"next":"x"}"#, true)]
    {
        let trial = Trial::answering(things(variant, &NAMES), answer(200, body));
        let data = trial.call("things", json!({})).expect("a reply").structured.expect("data");
        assert_eq!((&data["truncated"], data.contains_key("next")), (&json!(truncated), truncated), "{body}");
    }
}

#[test]
fn the_address_of_the_document_counts_behind_another() {
    let headers = [
        ("content-type", "application/json"),
        ("link", "<https://api.example.com/v1/things?page=2>; rel=next"),
    ];
    let outcome = answer_with(200, &headers, b"[]");
    let upstream = Arc::new(Recorder::answering(outcome));
    let builder = Dispatcher::builder(keep(things(variant(), &NAMES))).upstream(upstream);
    let dispatcher = builder.base("http://127.0.0.1:1/").build().expect("sound");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let reply = runtime.block_on(dispatcher.call(&Caller::anonymous(), "things", serde_json::Map::new()));
    assert_eq!(reply.expect("a reply").text, r#"{"items":[],"next":{"page":2}}"#);
}

#[test]
fn an_answer_keeps_its_own_next() {
    let headers = [("content-type", "application/json"), ("link", "<?page=2>; rel=next")];
    let trial =
        Trial::answering(things(variant(), &NAMES), answer_with(200, &headers, br#"{"next":"mine"}"#));
    assert_eq!(trial.said("things", json!({})), r#"{"next":"mine","nextCall":{"page":2}}"#);
    let headers = [("content-type", "text/csv"), ("link", "<?page=2>; rel=next")];
    let trial = Trial::answering(things(variant(), &NAMES), answer_with(200, &headers, b"a,b"));
    assert_eq!(trial.said("things", json!({})), "a,b\n[Next page: the same call with {\"page\":2}.]");
}

#[test]
fn origins() {
    let same = |target| is_same_origin("https://api.example.com/v3/repos?page=1", target);
    let own = [
        "",
        "?page=2",
        "/v3",
        "repos",
        "#x",
        "https://API.example.com:443/x?q=a b",
        "//api.example.com/x",
        "/a:b",
    ];
    for target in own {
        assert!(same(target), "{target}");
    }
    for target in [
        "http://api.example.com/",
        "https://api.example.com:8443/",
        "https://evil.example.net/",
        "https://u@api.example.com/",
        "https://api.example.com@evil.example.net/",
        "//evil.example.net/",
        "\\\\evil.example.net/",
        "/\\evil.example.net",
        "javascript:alert(1)",
        "https:",
    ] {
        assert!(!same(target), "{target}");
    }
}
