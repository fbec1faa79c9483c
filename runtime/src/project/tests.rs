//! Projections, pages and cuts.

mod conditions;
mod made;

use fewtools_contract::{
    Answer, Call, Catalogue, Conversion, Field, Filter, Input, Items, Location, Picked, Resource, Rows,
    Segment, Types, UriPart, Variant, Way, Work,
};
use serde_json::{Map, Value, json};

use crate::trial::{CALL, Trial, VARIANT, answer, answer_with, input, leak, parameter, things, tool, types};
use crate::{AttachmentKind, Caller, Reply};

const ROWS: Rows<'static> = Rows {
    at: &[Segment::Key("items")],
    pick: &[],
    keep: None,
    ordered_by: "",
    default: 2,
    max: 3,
    limit: Some(0),
};

fn at(name: &'static str, path: &'static [Segment<'static>]) -> Field<'static> {
    Field { name, value: Picked::At(Way::here(path)) }
}

fn items(path: &'static [Segment<'static>], filter: Option<Filter<'static>>) -> Items<'static> {
    Items { at: Way::here(path), filter, sort: None, first: 0 }
}

fn run(shape: Answer<'static>, tokens: u32, arguments: Value, body: &str) -> (Reply, String) {
    let limit = Input {
        check: types(Types::INTEGER),
        conversion: Conversion::RowLimit { max: 3, slot_max: 3 },
        ..input(0, "query.limit")
    };
    let inputs = leak(vec![limit, input(1, "query.filter")]);
    let parameters =
        leak(vec![parameter(Location::Query, "limit", 0), parameter(Location::Query, "filter", 1)]);
    let variant = Variant { inputs, work: Work::one(Call { parameters, ..CALL }), answer: shape, ..VARIANT };
    let catalogue = Catalogue { result_tokens: tokens, ..things(variant, &["limit", "filter"]) };
    let trial = Trial::answering(catalogue, answer(200, body));
    let reply = trial.call("things", arguments).expect("a reply");
    let url = trial.upstream.requests()[0].url.clone();
    if !reply.is_error {
        assert_eq!(
            reply.structured.as_ref().map(|data| serde_json::to_string(data).expect("json")),
            Some(reply.text.clone())
        );
    }
    if tokens > 0 {
        assert!(reply.text.chars().count() / 4 <= tokens as usize, "{} is over the cap", reply.text);
    }
    (reply, url)
}

fn object(pick: Vec<Field<'static>>, body: Value) -> Value {
    let (reply, _) = run(Answer::Object(leak(pick)), 0, json!({}), &body.to_string());
    Value::Object(reply.structured.expect("data"))
}

#[test]
fn only_named_fields_leave() {
    use Segment::{Index, Key};
    let pick = vec![
        at("name", &[Key("name")]),
        at("depth", &[Key("messages"), Key("total")]),
        at("first", &[Key("nodes"), Index(0)]),
        at("tenth", &[Key("nodes"), Index(9)]),
        at("through", &[Key("name"), Key("x")]),
    ];
    assert_eq!(
        object(pick, json!({"secret": 1, "messages": {"total": 7, "x": 1}, "nodes": ["a"], "name": "q"})),
        json!({"name": "q", "depth": 7, "first": "a", "tenth": null, "through": null})
    );
}

#[test]
fn nested_objects_items_and_filters() {
    use Segment::Key;
    let inner = leak(vec![at("key", &[Key("key")]), at("left", &[Key("left"), Key("value")])]);
    let filter = |at, equals| Some(Filter { at, equals });
    let each = |filter, pick| Picked::Each { of: items(&[Key("entries")], filter), pick };
    let pick = vec![
        Field {
            name: "who",
            value: Picked::Object {
                at: Way::here(&[Key("owner")]),
                pick: leak(vec![at("id", &[Key("id")])]),
            },
        },
        Field { name: "nobody", value: Picked::Object { at: Way::here(&[Key("absent")]), pick: inner } },
        Field { name: "differing", value: each(filter(&[Key("differs")], "true"), inner) },
        Field { name: "named", value: each(filter(&[Key("left"), Key("value")], "\"b\""), inner) },
        Field { name: "all", value: each(None, &[]) },
        Field { name: "none", value: Picked::Each { of: items(&[Key("owner")], None), pick: &[] } },
    ];
    let entries = json!([
        {"key": 1, "differs": true, "left": {"value": "a"}},
        {"key": 2, "differs": false, "left": {"value": "b"}},
        {"key": 3, "differs": "true", "left": null},
    ]);
    assert_eq!(
        object(pick, json!({"owner": {"id": 5, "password": "x"}, "entries": entries})),
        json!({
            "who": {"id": 5}, "nobody": null,
            "differing": [{"key": 1, "left": "a"}], "named": [{"key": 2, "left": "b"}],
            "all": entries, "none": null,
        })
    );
}

fn rows(spec: Rows<'static>, arguments: Value, body: &str) -> Value {
    Value::Object(run(Answer::Rows(spec), 0, arguments, body).0.structured.expect("data"))
}

#[test]
fn pages_fetch_one_row_more() {
    let body = |count: usize| json!({"items": (0..count).collect::<Vec<_>>()}).to_string();
    for (arguments, fetched, query, count, truncated) in [
        (json!({}), 3, "?limit=3", 2, true),
        (json!({}), 2, "?limit=3", 2, false),
        (json!({"limit": 1}), 2, "?limit=2", 1, true),
        (json!({"limit": 2}), 1, "?limit=3", 1, false),
        (json!({"limit": 2}), 0, "?limit=3", 0, false),
    ] {
        let (reply, url) = run(Answer::Rows(ROWS), 0, arguments, &body(fetched));
        assert!(url.ends_with(query), "{url}");
        let data = reply.structured.expect("data");
        assert_eq!((&data["returned"], &data["truncated"]), (&json!(count), &json!(truncated)));
        assert!(!data.contains_key("note"));
    }
    let unseen = rows(ROWS, json!({"limit": 3}), &body(3));
    assert_eq!(unseen["truncated"], true);
    assert_eq!(unseen["note"], "There may be more: the API gives no more rows at once.");
    assert_eq!(rows(ROWS, json!({"limit": 3}), &body(2))["truncated"], false);
    assert_eq!(rows(Rows { limit: None, ..ROWS }, json!({}), &body(9))["items"], json!([0, 1]));
}

#[test]
fn rows_of_every_place() {
    let picked =
        Rows { at: &[], pick: leak(vec![at("n", &[Segment::Key("name")])]), ordered_by: "name", ..ROWS };
    assert_eq!(
        rows(picked, json!({}), r#"[{"name":"a","x":1},5]"#),
        json!({"items": [{"n": "a"}, {"n": null}], "returned": 2, "truncated": false, "orderedBy": "name"})
    );
    for body in ["{}", r#"{"items":null}"#] {
        assert_eq!(rows(ROWS, json!({}), body)["returned"], 0, "{body}");
    }
    for body in ["[]", r#"{"items":{}}"#, "5"] {
        let (reply, _) = run(Answer::Rows(ROWS), 0, json!({}), body);
        assert_eq!(
            reply.text_of_error(),
            "The API accepted the call (200), but its answer is not the JSON that was expected."
        );
    }
}

#[test]
fn a_next_link_tells_of_more() {
    let variant = Variant { answer: Answer::Rows(Rows { at: &[], limit: None, ..ROWS }), ..VARIANT };
    let headers = [("content-type", "application/json"), ("link", "<?page=2>; rel=next")];
    let trial = Trial::answering(things(variant, &[]), answer_with(200, &headers, b"[1]"));
    assert_eq!(
        trial.said("things", json!({})),
        r#"{"items":[1],"returned":1,"truncated":true,"note":"There is a next page, and no argument of this call asks for it."}"#
    );
}

#[test]
fn a_resource_says_of_more_what_a_read_can_bear() {
    let rows = Answer::Rows(Rows { at: &[], limit: None, ..ROWS });
    let read = tool("things", &[], Variant { answer: rows, work: Work::one(CALL), ..VARIANT });
    let parts = &[UriPart::Text("trial://things")];
    let resource = Resource { uri: "trial://things", parts, tool: read, list_from: None };
    let catalogue = Catalogue { resources: leak(vec![resource]), ..things(VARIANT, &[]) };
    let headers = [("content-type", "application/json"), ("link", "<?page=2>; rel=next")];
    let trial = Trial::answering(catalogue, answer_with(200, &headers, b"[1]"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let reply = runtime.block_on(trial.dispatcher.answer_of(&Caller::anonymous(), 0, Map::new(), 0));
    let said = "There is a next page, which this resource does not give.";
    assert!(reply.is_ok_and(|reply| reply.text.contains(said)));
}

#[test]
fn bytes_leave_beside_the_text() {
    let bytes = |media_type: &'static str, data: &[u8]| {
        let headers = [("content-type", media_type)];
        let catalogue = Catalogue { result_tokens: 50, ..things(VARIANT, &[]) };
        let trial = Trial::answering(catalogue, answer_with(200, &headers, data));
        let reply = trial.call("things", json!({})).expect("a reply");
        let attachment = reply.attachment.map(|bytes| (bytes.kind, bytes.media_type, bytes.data));
        (reply.text, attachment)
    };
    let png = b"\x89PNG\r\n\x1a\n\xff";
    let image = Some((AttachmentKind::Image, "image/png".to_owned(), "iVBORw0KGgr/".to_owned()));
    assert_eq!(bytes("image/png", png).1, image);
    assert_eq!(bytes("application/octet-stream", png).1, image, "by its looks");
    let file =
        |media_type: &str| Some((AttachmentKind::File, media_type.to_owned(), "JVBERi0xLjf/".to_owned()));
    let (text, attachment) = bytes("application/pdf", b"%PDF-1.7\xff");
    assert_eq!(
        (text.as_str(), attachment),
        ("The API answered 200 with 9 bytes of application/pdf.", file("application/pdf"))
    );
    assert_eq!(bytes("image/png", b"%PDF-1.7\xff").1, file("image/png"), "no picture");
    let (text, attachment) = bytes("application/zip", &[0xff; 500]);
    assert_eq!(
        text,
        "The API answered 200 with 500 bytes of application/zip, which are not shown: the limit is 150 bytes."
    );
    assert_eq!(attachment, None);
}

#[test]
fn text_where_rows_are_expected_is_an_error() {
    let variant = Variant { answer: Answer::Rows(ROWS), ..VARIANT };
    let trial = Trial::answering(
        things(Variant { inputs: &[], answer: Answer::Object(&[]), ..variant }, &[]),
        answer_with(200, &[("content-type", "text/html")], b"<h1>upstream words</h1>"),
    );
    let reply = trial.call("things", json!({})).expect("a reply");
    assert!(reply.is_error && !format!("{reply:?}").contains("upstream words"));
}

#[test]
fn rows_over_the_cap_are_left_out_whole() {
    let body =
        json!({"items": (0..3).map(|n| json!({"id": n, "text": "ü".repeat(100)})).collect::<Vec<_>>()});
    let (reply, _) = run(Answer::Rows(ROWS), 90, json!({"limit": 3}), &body.to_string());
    let data = reply.structured.expect("data");
    assert_eq!((&data["returned"], &data["truncated"]), (&json!(1), &json!(true)));
    assert_eq!(data["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        data["note"],
        "Cut to 1 of 3 rows to stay below 90 tokens. Give a smaller limit, or narrow with filter."
    );
}

#[test]
fn other_answers_over_the_cap() {
    let whole = |tokens, body: Value| {
        Value::Object(run(Answer::Whole, tokens, json!({}), &body.to_string()).0.structured.expect("data"))
    };
    let array = whole(100, (0..500).map(|n| json!({"id": n})).collect());
    assert_eq!((&array["total"], &array["truncated"]), (&json!(500), &json!(true)));
    let shown = array["items"].as_array().map_or(0, Vec::len);
    assert!(shown > 10 && array["returned"] == shown, "{array}");
    assert_eq!(
        array["note"],
        format!("Cut to {shown} of 500 items to stay below 100 tokens. Narrow with limit, filter.")
    );

    let object = whole(100, json!({"name": "n", "points": vec![12345; 500], "few": [1]}));
    assert!(object["name"] == "n" && object["few"] == json!([1]), "{object}");
    assert!(object["truncated"].as_str().is_some_and(|note| note.starts_with("points: cut to ")), "{object}");

    let endless = whole(100, json!([{"text": "\"ü\n".repeat(5_000)}]));
    assert_eq!(endless["items"][0]["text"].as_str().map(|text| text.chars().count()), Some(121), "{endless}");
    assert_eq!((&endless["returned"], &endless["truncated"]), (&json!(1), &json!(true)));
    assert!(
        endless["note"].as_str().is_some_and(|note| note.starts_with("Cut to 1 of 1 items, and texts to 120 characters, to stay")),
        "{endless}"
    );
    let texts = whole(100, json!({"text": "x".repeat(5_000), "id": 7}));
    assert!(
        texts["id"] == 7
            && texts["truncated"].as_str().is_some_and(|note| note.starts_with("Texts cut to 120")),
        "{texts}"
    );

    let keys = whole(100, (0..500).map(|n| (format!("k{n}"), json!(n))).collect());
    assert!(keys["cut"].as_str().is_some_and(|cut| cut.starts_with("{\"k0\":0,")), "{keys}");
    assert!(keys["note"].as_str().is_some_and(|note| note.starts_with("Cut to its beginning")), "{keys}");
}

#[test]
fn text_over_the_cap_is_cut_between_characters() {
    let catalogue = Catalogue { result_tokens: 50, ..things(VARIANT, &[]) };
    let trial = Trial::answering(
        catalogue,
        answer_with(200, &[("content-type", "text/plain")], "ü".repeat(1_000).as_bytes()),
    );
    let text = trial.said("things", json!({}));
    assert!(text.chars().count() / 4 <= 50, "{text}");
    assert!(
        text.ends_with("of 1000 characters to stay below 50 tokens. No argument of this call narrows it.]"),
        "{text}"
    );
}

impl Reply {
    fn text_of_error(&self) -> &str {
        assert!(self.is_error, "{self:?}");
        &self.text
    }
}
