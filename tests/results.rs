//! What a result may be: brief or full, an address, what a declared status means, lists of
//! lines, and never more than the cap of its tool.

use std::sync::{Arc, Mutex};

use fewtools::{Caller, Dispatcher, Reply, Request, Response, Sending, Upstream};
use fewtools_tests::inline::catalogue;
use http::header::{CONTENT_TYPE, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

const DOCUMENT: &str = r##"
openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /books/{isbn}:
    get:
      operationId: getBook
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
  /books:
    get:
      operationId: listBooks
      responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } }
  /cover:
    get:
      operationId: getCover
      responses: { "200": { description: ok, content: { application/octet-stream: {} } } }
  /text:
    get:
      operationId: getText
      responses: { "200": { description: ok, content: { text/plain: {} } } }
components:
  schemas:
    Book:
      type: object
      properties:
        title: { type: string }
        text: { type: string }
        words: { type: array, items: { type: string } }
        parts: { type: array, items: { type: array, items: { type: string } } }
        inside: { type: object, properties: { words: { type: array, items: { type: string } } } }
"##;

const MANIFEST: &str = r#"
curation: 1
server: { name: s, about: a }
budget: { listing: none, per_tool: none, result: 300 }
tools:
  book:     { about: a, args: [isbn], call: getBook, result: { brief: Title, full: All } }
  books:    { about: a, call: listBooks, rows: { brief: Title, full: All } }
  linked:   { about: a, args: [isbn], call: getBook, result: link }
  short:    { about: a, call: listBooks, rows: All, budget: { result: 60 } }
  object:   { about: a, args: [isbn], call: getBook, budget: { result: 60 } }
  array:    { about: a, call: listBooks, budget: { result: 60 } }
  text:     { about: a, call: getText, budget: { result: 60 } }
  cover:    { about: a, call: getCover, budget: { result: 60 } }
  composed:
    about: a
    args: [isbn]
    steps:
      one: { call: getBook }
      two: { call: listBooks, if_failed: note }
    result: Both
    budget: { result: 60 }
resources:
  library://books/{isbn}: { about: One book., name: one_book, call: getBook, result: All, unlisted: There are too many. }
  library://cover: { about: The cover., name: picture, call: getCover }
projections:
  Title: [title]
  All: [title, text, words, parts, inside]
  Both:
    - book: { from: $steps.one.body, pick: All }
    - all: { each: $steps.two.body, pick: All }
"#;

/// An API that answers by path, and keeps the paths.
#[derive(Default)]
struct Api {
    book: Value,
    asked: Mutex<Vec<String>>,
}

impl Upstream for Api {
    fn send(&self, request: Request) -> Sending<'_> {
        let path = request.url.trim_start_matches("https://a.example").to_owned();
        let (media_type, body) = match path.as_str() {
            "/text" => ("text/plain", "words and \"words\" ".repeat(500).into_bytes()),
            "/cover" => ("application/octet-stream", vec![7; 600]),
            "/books" => ("application/json", json!(vec![self.book.clone(); 40]).to_string().into_bytes()),
            _ => ("application/json", self.book.to_string().into_bytes()),
        };
        self.asked.lock().expect("one thread").push(path);
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(media_type))]);
        Box::pin(async move { Ok(Response { status: StatusCode::OK, headers, body }) })
    }
}

struct Trial {
    dispatcher: Dispatcher,
    api: Arc<Api>,
    runtime: tokio::runtime::Runtime,
}

impl Trial {
    fn new(book: Value) -> Self {
        let api = Arc::new(Api { book, ..Api::default() });
        let builder = Dispatcher::builder(catalogue(MANIFEST, DOCUMENT)).upstream(api.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { dispatcher: builder.build().expect("a sound catalogue"), api, runtime }
    }

    fn call(&self, tool: &str, arguments: Value) -> Reply {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let caller = Caller::anonymous();
        self.runtime.block_on(self.dispatcher.call(&caller, tool, arguments)).expect("a reply")
    }

    fn read(&self, uri: &str) -> Reply {
        self.runtime.block_on(self.dispatcher.read(&Caller::anonymous(), uri)).expect("an answer")
    }
}

fn small() -> Value {
    json!({"title": "T", "text": "x", "words": ["w"], "parts": [], "inside": null})
}

#[test]
fn a_call_says_how_much_it_wants() {
    let trial = Trial::new(small());
    let listing = trial.dispatcher.listing(&Caller::anonymous());
    let properties = &listing[0]["inputSchema"]["properties"];
    assert_eq!(properties["detail"], json!({"type": "string", "enum": ["brief", "full"]}));
    for (tool, base) in [("book", json!({"isbn": "7"})), ("books", json!({}))] {
        let call = |detail: Option<&str>| {
            let mut arguments = base.as_object().cloned().unwrap_or_default();
            arguments.extend(detail.map(|detail| ("detail".to_owned(), detail.into())));
            trial.call(tool, arguments.into())
        };
        let (absent, brief, full) = (call(None), call(Some("brief")), call(Some("full")));
        assert_eq!(absent, brief);
        assert!(!brief.text.contains("words") && full.text.contains("words"), "{} {}", brief.text, full.text);
        let refused = call(Some("ful"));
        assert!(refused.is_error);
        assert_eq!(refused.text, "detail must be one of: brief, full. Did you mean full?");
    }
    assert!(trial.api.asked.lock().expect("one thread").iter().all(|path| !path.contains("detail")));
}

#[test]
fn a_link_is_read_for_the_answer() {
    let trial = Trial::new(small());
    let reply = trial.call("linked", json!({"isbn": "a/b ü"}));
    let link = reply.link.clone().expect("a link");
    assert_eq!(link.uri, "library://books/a%2Fb%20%C3%BC");
    assert_eq!((link.name.as_str(), link.about.as_str()), ("one_book", "One book."));
    assert_eq!(reply.structured, Some(Map::from_iter([("uri".to_owned(), link.uri.clone().into())])));
    assert!(reply.text.contains(&link.uri) && !reply.is_error, "{}", reply.text);
    assert!(trial.api.asked.lock().expect("one thread").is_empty(), "nothing is asked for");
    let read = trial.read(&link.uri);
    assert_eq!(read.structured, trial.call("book", json!({"isbn": "a/b ü", "detail": "full"})).structured);
    let refused = trial.call("linked", json!({"isbn": "a\u{7}b"}));
    assert!(refused.is_error && refused.link.is_none(), "{}", refused.text);
}

#[test]
fn bytes_of_a_resource_are_read_as_bytes() {
    let read = Trial::new(small()).read("library://cover");
    assert_eq!(read.attachment.expect("bytes").media_type, "application/octet-stream");
}

/// Books that are long in every way that one can be.
fn long() -> Vec<Value> {
    let words = |count: usize| vec!["a word of \"some\" length"; count];
    vec![
        json!({"title": "T", "text": "long \u{1} \"text\" ".repeat(400)}),
        json!({"title": "T", "words": words(200)}),
        json!({"title": "T".repeat(3_000), "text": "x".repeat(3_000)}),
        json!({"title": "T", "parts": vec![words(3); 80]}),
        json!({"title": "T", "parts": [words(300)]}),
        json!({"title": "T", "inside": {"words": words(200)}}),
        json!({"title": "T", "words": words(100), "text": "y".repeat(900), "inside": {"words": words(100)}}),
    ]
}

#[test]
fn no_result_is_over_the_cap_of_its_tool_and_each_says_what_to_ask() {
    for book in long() {
        let trial = Trial::new(book.clone());
        for (tool, arguments) in [
            ("short", json!({})),
            ("object", json!({"isbn": "7"})),
            ("array", json!({})),
            ("text", json!({})),
            ("cover", json!({})),
            ("composed", json!({"isbn": "7"})),
        ] {
            let reply = trial.call(tool, arguments);
            let all = reply.text.chars().count() + reply.attachment.map_or(0, |bytes| bytes.data.len());
            assert!(all / 4 <= 60, "{tool}, {} tokens: {}", all / 4, reply.text);
            let told = ["below 60 tokens", "the limit is"].iter().any(|words| reply.text.contains(words));
            assert!(told, "{tool}: {}", reply.text);
        }
        let reply = trial.call("books", json!({"detail": "full"}));
        assert!(reply.text.chars().count() / 4 <= 300, "the cap of all others: {}", reply.text);
    }
}

const SWITCH: &str = r##"
openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /on:
    post:
      operationId: turnOn
      responses: { "200": { description: ok }, "303": { description: elsewhere }, "304": { description: "It **is**\non already" } }
  /off:
    post:
      operationId: turnOff
      responses: { "204": { description: ok }, "3XX": { description: "" }, "304": { description: Off. } }
  /state:
    get:
      operationId: getState
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: object, properties: { on: { type: boolean } } } } } }
        "304": { description: as before }
"##;

const SWITCHED: &str = r#"
curation: 1
server: { name: s, about: a }
tools:
  on:       { about: a, call: turnOn, effect: idempotent, ungated: it is light }
  off:      { about: a, call: turnOff, effect: idempotent, ungated: it is light }
  state:    { about: a, call: getState, result: State }
  promised: { about: a, call: getState, result: State, output_schema: true }
  steps:
    about: a
    steps: { one: { call: getState } }
    result: Both
resources:
  switch://state: { about: a, name: kept, call: getState }
errors:
  - { status: 305, ops: [turnOff], say: Ask the janitor. }
projections:
  State: [on]
  Both: [on: $steps.one.body#/on, status: $steps.one.status]
"#;

/// An API that answers always the same.
struct Always(u16, Option<&'static str>);

impl Upstream for Always {
    fn send(&self, _: Request) -> Sending<'_> {
        let location = self.1.map(|to| (LOCATION, HeaderValue::from_static(to)));
        let headers = HeaderMap::from_iter(location);
        let status = StatusCode::from_u16(self.0).expect("a status");
        Box::pin(async move { Ok(Response { status, headers, body: Vec::new() }) })
    }
}

#[test]
fn a_status_that_the_document_declares_is_an_answer() {
    let serve = |status, location| {
        let builder =
            Dispatcher::builder(catalogue(SWITCHED, SWITCH)).upstream(Arc::new(Always(status, location)));
        builder.build().expect("a sound catalogue")
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let caller = Caller::anonymous();
    let call = |tool: &str, status: u16, location: Option<&'static str>| {
        let dispatcher = serve(status, location);
        let reply = runtime.block_on(dispatcher.call(&caller, tool, Map::new())).expect("a reply");
        (reply.is_error, reply.text)
    };
    for (tool, status, said) in [
        ("on", 304, "The API answered 304: It is on already."),
        ("on", 303, "The API answered 303: elsewhere."),
        ("off", 304, "The API answered 304: Off."),
        ("off", 302, "The API answered 302."),
        ("state", 304, "The API answered 304: as before."),
        ("steps", 304, r#"{"on":null,"status":304}"#),
    ] {
        assert_eq!(call(tool, status, None), (false, said.to_owned()), "{tool}");
    }
    for (tool, status, location, said) in [
        ("on", 305, None, "The API answered 305, which is no answer to this call."),
        ("off", 305, None, "Ask the janitor."),
        ("promised", 304, None, "The API answered 304, which is no answer to this call."),
        (
            "on",
            303,
            Some("/on/1"),
            "The API answered 303, a redirect to a place where this call is not sent. Whether the change happened is unknown. Read the present state before another try.",
        ),
    ] {
        assert_eq!(call(tool, status, location), (true, said.to_owned()), "{tool}");
    }
    let read = runtime.block_on(serve(304, None).read(&caller, "switch://state"));
    assert!(read.is_err(), "a resource has to hold something: {read:?}");
}

const LINES: &str = r##"
openapi: 3.2.0
info: { title: t, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /events:
    get:
      operationId: listEvents
      responses:
        "200": { description: ok, content: { application/jsonl: { itemSchema: { type: object, properties: { kind: { type: string }, by: { type: string } } } } } }
"##;

const LINED: &str = r#"
curation: 1
server: { name: s, about: a }
tools:
  whole: { about: a, call: listEvents, output_schema: true }
  rows:  { about: a, call: listEvents, rows: Event }
  steps:
    about: a
    steps: { one: { call: listEvents } }
    result: All
projections:
  Event: [kind]
  All: [{ all: { each: $steps.one.body, pick: Event } }]
"#;

/// An API that answers with lines of JSON.
struct Lines(&'static str);

impl Upstream for Lines {
    fn send(&self, _: Request) -> Sending<'_> {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/jsonl"))]);
        Box::pin(async move { Ok(Response { status: StatusCode::OK, headers, body: self.0.into() }) })
    }
}

#[test]
fn lines_are_a_list_however_many_there_are() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    for (lines, kinds) in [
        ("", vec![]),
        ("{\"kind\":\"a\",\"by\":\"x\"}\n", vec!["a"]),
        ("{\"kind\":\"a\",\"by\":\"x\"}\n{\"kind\":\"b\",\"by\":\"y\"}\n", vec!["a", "b"]),
    ] {
        let builder = Dispatcher::builder(catalogue(LINED, LINES)).upstream(Arc::new(Lines(lines)));
        let dispatcher = builder.build().expect("a sound catalogue");
        let caller = Caller::anonymous();
        for (tool, list, fields) in [("whole", "items", 2), ("rows", "items", 1), ("steps", "all", 1)] {
            let reply = runtime.block_on(dispatcher.call(&caller, tool, Map::new())).expect("a reply");
            let rows =
                reply.structured.expect("data").get(list).and_then(Value::as_array).cloned().expect("a list");
            let told: Vec<&str> = rows.iter().filter_map(|row| row["kind"].as_str()).collect();
            assert_eq!(told, kinds, "{tool}");
            assert!(rows.iter().all(|row| row.as_object().map(Map::len) == Some(fields)), "{tool}: {rows:?}");
        }
    }
}
