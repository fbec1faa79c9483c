//! Lists of every kind of API over real HTTP: following `next` to the end shows every row once and in order, wherever the
//! cap cut a page.
#![allow(clippy::panic, reason = "a test")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use fewtools::{Caller, Dispatcher, Reply};
use fewtools_tests::inline::catalogue;
use serde_json::{Map, Value, json};

#[path = "paging/plain.rs"]
mod plain;

/// Rows of one page where the caller does not say it.
const USUAL: usize = 7;
/// The most rows of one page.
const MOST: usize = 20;

/// The ways in which the API gives its list, each a path.
const KINDS: [&str; 11] = [
    "whole",
    "limited",
    "offset",
    "page",
    "cursor",
    "own-cursor",
    "address",
    "link",
    "link-cursor",
    "link-own",
    "link-number",
];

/// An API whose lists have these rows, and the tools over it.
struct Trial {
    dispatcher: Dispatcher,
    runtime: tokio::runtime::Runtime,
}

impl Trial {
    /// `arg` is what `pages` says beside `next`; `args` are the arguments of the tools by kind.
    fn new(rows: Vec<Value>, pages: &str, tokens: u32, args: impl Fn(&str) -> Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let rows = Arc::new(rows);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let rows = Arc::clone(&rows);
                thread::spawn(move || serve(&stream, &rows));
            }
        });
        let tools: String = KINDS
            .iter()
            .filter_map(|kind| {
                Some(format!(
                    "  {}: {{ about: a, call: {0}, {} rows: {{ pick: Row }} }}\n",
                    kind.replace('-', "_"),
                    args(kind)?
                ))
            })
            .collect();
        let manifest = format!(
            "curation: 1\nserver: {{ name: s, about: a }}\ncoverage: {{ uncovered: allow, undecided: allow }}\n\
             budget: {{ listing: none, per_tool: none, result: {tokens} }}\nrows: {{ default: 5, max: {MOST} }}\n\
             args: {{ limit: {{ type: row-limit }} }}\n\
             pages: {pages}\ntools:\n{tools}projections: {{ Row: [id, text] }}\n"
        );
        let catalogue = catalogue(&manifest, &document());
        let dispatcher = Dispatcher::builder(catalogue).base(address).build().expect("a sound catalogue");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { dispatcher, runtime }
    }

    fn call(&self, kind: &str, arguments: &Map<String, Value>) -> Reply {
        let tool = kind.replace('-', "_");
        let caller = Caller::anonymous();
        let called = self.dispatcher.call(&caller, &tool, arguments.clone());
        self.runtime.block_on(called).expect("a reply")
    }
}

/// The document of the API: every list has the same rows.
fn document() -> String {
    let integer =
        |name: &str, most: &str| format!("{{ name: {name}, in: query, schema: {{ type: integer{most} }} }}");
    let text = |name: &str| format!("{{ name: {name}, in: query, schema: {{ type: string }} }}");
    let most = format!(", minimum: 1, maximum: {MOST}");
    let limit = integer("limit", &most);
    let list = "{ type: array, items: { $ref: '#/components/schemas/Row' } }";
    let object = |field: &str| {
        format!("{{ type: object, properties: {{ items: {list}, {field}: {{ type: [string, 'null'] }} }} }}")
    };
    let operations = [
        ("whole", String::new(), list.to_owned()),
        ("limited", integer("limit", ""), list.to_owned()),
        ("offset", format!("{}, {limit}", integer("offset", "")), list.to_owned()),
        ("page", format!("{}, {limit}", integer("page", "")), list.to_owned()),
        ("cursor", format!("{}, {limit}", text("cursor")), object("next_cursor")),
        ("own-cursor", text("cursor"), object("next_cursor")),
        ("address", format!("{}, {limit}", integer("page", "")), object("next")),
        ("link", format!("{}, {limit}", integer("page", "")), list.to_owned()),
        ("link-cursor", format!("{}, {limit}", text("cursor")), list.to_owned()),
        // Names of which nobody knows that they turn pages.
        ("link-own", format!("{}, {}, {limit}", integer("o", ""), text("kind")), list.to_owned()),
        ("link-number", format!("{}, {limit}", integer("blatt", "")), list.to_owned()),
    ];
    let paths: String = operations
        .iter()
        .map(|(kind, parameters, schema)| {
            format!(
                "  /{kind}:\n    get:\n      operationId: {}\n      parameters: [{parameters}]\n      responses: \
                 {{ '200': {{ description: ok, content: {{ application/json: {{ schema: {schema} }} }} }} }}\n",
                kind.replace('-', "_")
            )
        })
        .collect();
    format!(
        "openapi: 3.1.0\ninfo: {{ title: t, version: '1' }}\nservers: [{{ url: https://a.example }}]\npaths:\n{paths}\
         components: {{ schemas: {{ Row: {{ type: object, properties: {{ id: {{ type: integer }}, text: {{ type: string }} }} }} }} }}\n"
    )
}

fn serve(stream: &TcpStream, rows: &[Value]) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or_default() == 0 {
                return;
            }
        }
        let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let (body, link) = answer(&target, rows);
        let body = body.to_string();
        let link = link.map(|link| format!("link: <{link}>; rel=\"next\"\r\n")).unwrap_or_default();
        let start = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
        let mut stream = stream;
        let text = format!("{start}{link}content-length: {}\r\n\r\n{body}", body.len());
        if stream.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// What the API answers at an address, and the address of the next page in a `Link` header.
fn answer(target: &str, rows: &[Value]) -> (Value, Option<String>) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let said: BTreeMap<&str, &str> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let number = |name: &str| said.get(name).map(|text| text.parse::<usize>().expect("a number"));
    let size = number("limit").unwrap_or(USUAL);
    assert!(path == "/limited" || (1..=MOST).contains(&size), "{target}");
    let page = number("page").or(number("blatt")).unwrap_or(1).max(1);
    let start = match path {
        "/offset" => number("offset").unwrap_or_default(),
        "/link-own" => number("o").unwrap_or_default(),
        "/page" | "/address" | "/link" | "/link-number" => (page - 1) * size,
        _ => said
            .get("cursor")
            .map_or(0, |cursor| cursor.strip_prefix("c-").expect("a cursor").parse().expect("a number")),
    };
    let size = if path == "/whole" { rows.len() } else { size };
    let items: Vec<Value> = rows.iter().skip(start).take(size).cloned().collect();
    let more = start + items.len() < rows.len();
    let next = |name: &str, value: String| more.then(|| format!("{path}?limit={size}&{name}={value}"));
    let cursor = format!("c-{}", start + items.len());
    match path {
        "/cursor" | "/own-cursor" => (json!({"items": items, "next_cursor": more.then_some(cursor)}), None),
        "/address" => (json!({"next": next("page", (page + 1).to_string()), "items": items}), None),
        "/link" => (items.into(), next("page", (page + 1).to_string())),
        "/link-cursor" => (items.into(), next("cursor", cursor)),
        "/link-own" => (items.into(), next("o", (start + size).to_string())),
        "/link-number" => (items.into(), next("blatt", (page + 1).to_string())),
        _ => (items.into(), None),
    }
}

/// Rows of texts of very different lengths, the same on every run; some are longer than a whole result.
fn rows(count: usize, seed: u64) -> Vec<Value> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut dice = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let row = |id: usize| {
        let length = match dice() % 12 {
            0 => 5_000,
            1..=3 => 300 + dice() % 200,
            _ => dice() % 60,
        };
        json!({"id": id, "text": "é\"".repeat(length / 2)})
    };
    (0..count).map(row).collect()
}

/// The ids that are shown on the way to the end, and the last answer.
fn walk(trial: &Trial, kind: &str, limit: Option<usize>, tokens: u32) -> (Vec<u64>, String) {
    let mut base = Map::new();
    if let Some(limit) = limit.filter(|_| !matches!(kind, "whole" | "own-cursor")) {
        base.insert("limit".to_owned(), limit.into());
    }
    let (mut arguments, mut ids) = (base.clone(), Vec::new());
    for _ in 0..500 {
        let reply = trial.call(kind, &arguments);
        assert!(!reply.is_error, "{kind} {arguments:?}: {}", reply.text);
        assert!(reply.text.chars().count() / 4 <= tokens as usize, "{kind}: {} is over the cap", reply.text);
        let answer = reply.structured.clone().expect("data");
        match answer.get("items").and_then(Value::as_array) {
            Some(items) => ids.extend(items.iter().filter_map(|row| row["id"].as_u64())),
            // The beginning of one row: its id is the first thing in it.
            None => {
                let cut = answer["cut"].as_str().expect("the beginning of a row");
                let digits = cut.strip_prefix("{\"id\":").expect("an id").split(',').next();
                ids.push(digits.and_then(|digits| digits.parse().ok()).expect("a number"));
            }
        }
        let Some(next) = answer.get("next").and_then(Value::as_object) else {
            return (ids, reply.text);
        };
        assert_eq!(answer["truncated"], true, "{kind}: {answer:?}");
        arguments = base.clone();
        arguments.extend(next.clone());
    }
    panic!("{kind}: no end after {ids:?}");
}

const NEXT: &str = "next: [{ offset: query.offset }, { at: next_cursor, to: query.cursor }]";
const PAGE: &str = "next: [{ page: query.page, first: 1 }, { offset: query.offset }]";

#[test]
fn every_row_is_shown_once_wherever_a_page_was_cut() {
    for (seed, count) in [0, 20, 33].into_iter().enumerate() {
        for (follow, tokens) in [(1, 60), (3, 150)] {
            for next in [NEXT, PAGE] {
                let pages = format!("{{ arg: after, follow: {follow}, {next} }}");
                let named = |kind: &str| match kind {
                    "whole" | "own-cursor" => Some("args: [after],".to_owned()),
                    // Nothing says how its pages are turned.
                    "page" if next == NEXT => None,
                    "link-own" => Some("args: [limit, after, o, kind],".to_owned()),
                    "link-number" => Some("args: [limit, after, blatt],".to_owned()),
                    _ => Some("args: [limit, after],".to_owned()),
                };
                let trial = Trial::new(rows(count, seed as u64), &pages, tokens, named);
                for kind in KINDS.into_iter().filter(|kind| named(kind).is_some()) {
                    for limit in [None, Some(3), Some(MOST)] {
                        let (ids, last) = walk(&trial, kind, limit, tokens);
                        let all: Vec<u64> = (0..count as u64).collect();
                        assert_eq!(
                            ids, all,
                            "{kind}, limit {limit:?}, follow {follow}, {tokens} tokens, {next}"
                        );
                        // The last page may be full and as large as any.
                        let texts = last.contains("may be more")
                            || last.contains("texts to")
                            || last.starts_with("{\"cut\"");
                        assert!(texts || last.contains("\"truncated\":false"), "{kind} {limit:?}: {last}");
                    }
                }
            }
        }
    }
}

#[test]
fn without_an_argument_for_it_no_row_is_passed_over() {
    for (seed, count) in [5, 33].into_iter().enumerate() {
        for (follow, tokens) in [(1, 150), (3, 150), (4, 4_000)] {
            for next in [NEXT, PAGE] {
                let pages = format!("{{ follow: {follow}, {next} }}");
                // Every parameter is an argument.
                let trial = Trial::new(rows(count, seed as u64), &pages, tokens, |kind| match kind {
                    "page" if next == NEXT => None,
                    _ => Some(String::new()),
                });
                for kind in KINDS.into_iter().filter(|kind| *kind != "page" || next == PAGE) {
                    for limit in [None, Some(3), Some(MOST)] {
                        let (ids, last) = walk(&trial, kind, limit, tokens);
                        let shown: Vec<u64> = (0..ids.len() as u64).collect();
                        assert_eq!(
                            ids, shown,
                            "{kind}, limit {limit:?}, follow {follow}, {tokens} tokens, {next}"
                        );
                        assert!(
                            last.contains("\"truncated\":true") || ids.len() == count,
                            "{kind}: what is left out is told: {ids:?}"
                        );
                        assert!(
                            kind != "offset" || ids.len() == count,
                            "rows that are counted go on: {ids:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn what_did_not_come_from_an_answer_is_refused() {
    let pages = format!("{{ arg: after, {NEXT} }}");
    let trial = Trial::new(rows(30, 1), &pages, 4_000, |kind| {
        matches!(kind, "cursor" | "offset").then(|| "args: [limit, after],".to_owned())
    });
    let call = |kind: &str, arguments: Value| trial.call(kind, arguments.as_object().expect("arguments"));
    let first = call("cursor", json!({"limit": 4})).structured.expect("data");
    let after = first["next"]["after"].as_str().expect("a text").to_owned();
    assert!(after.len() < 100, "{after}");
    assert_eq!(
        call("cursor", json!({"limit": 4, "after": after})).structured.expect("data")["items"][0]["id"],
        4
    );
    for (kind, bad) in [
        ("cursor", "x".to_owned()),
        ("cursor", String::new()),
        ("cursor", after[1..].to_owned()),
        ("cursor", after.repeat(200)),
        ("offset", after.clone()),
    ] {
        let reply = call(kind, json!({"after": bad}));
        assert!(reply.is_error, "{bad}: {}", reply.text);
        assert!(reply.text.starts_with("after "), "{}", reply.text);
    }
    assert!(call("cursor", json!({"after": 7})).is_error);
    // A text that someone wrote: the slot of the page with what it does not take, and slots that turn nothing.
    let rows = call("offset", json!({"limit": 4})).structured.expect("data");
    let after = rows["next"]["after"].as_str().expect("a text");
    let parts: Vec<Value> =
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(after).expect("base64")).expect("JSON");
    let forged = |slot: &str, value: Value| {
        let mut parts = parts.clone();
        parts.truncate(3);
        parts.extend([slot.into(), value]);
        call("offset", json!({"limit": 4, "after": URL_SAFE_NO_PAD.encode(json!(parts).to_string())}))
    };
    assert!(!forged("query.offset", json!(8)).is_error);
    for (slot, value) in [
        ("query.offset", json!("8&secret=1")),
        ("query.offset", json!(1.5)),
        ("query.limit", json!(MOST)),
        ("query.secret", json!("1")),
    ] {
        let reply = forged(slot, value.clone());
        assert!(reply.is_error && reply.text.starts_with("after "), "{slot} {value}: {}", reply.text);
    }
}

#[test]
fn an_argument_that_names_another_place_is_refused() {
    let pages = format!("{{ arg: after, {NEXT} }}");
    let trial = Trial::new(rows(30, 1), &pages, 4_000, |kind| match kind {
        "offset" => Some("args: [limit, offset, after], defaults: { offset: 2 },".to_owned()),
        "link" => Some("args: [limit, page, after],".to_owned()),
        "cursor" => Some("args: [limit, cursor, after],".to_owned()),
        _ => None,
    });
    let call = |kind: &str, arguments: &Value| trial.call(kind, arguments.as_object().expect("arguments"));
    for (kind, name, value) in
        [("offset", "offset", json!(10)), ("link", "page", json!(3)), ("cursor", "cursor", json!("c-8"))]
    {
        let mut arguments = json!({"limit": 4, name: value});
        let first = call(kind, &arguments).structured.expect("data");
        let next = first["next"].as_object().expect("arguments").clone();
        assert_ne!(next[name], value, "the next call differs in it: {next:?}");
        let second =
            |arguments: &Value| call(kind, arguments).structured.expect("data")["items"][0]["id"].as_u64();
        let follows = first["items"][3]["id"].as_u64().map(|id| id + 1);
        assert_eq!(second(&json!({"limit": 4, "after": next["after"]})), follows, "{kind}: without it");
        arguments.as_object_mut().expect("arguments").extend(next.clone());
        assert_eq!(second(&arguments), follows, "{kind}: the same place");
        arguments[name] = value;
        let refused = call(kind, &arguments);
        assert_eq!(
            (refused.is_error, refused.text),
            (
                true,
                format!(
                    "{name} and after name different places in the list. Leave out {name} to go on, or after to begin there."
                )
            )
        );
    }
    // A default says nothing of the place.
    let first = call("offset", &json!({"limit": 4})).structured.expect("data");
    let next = first["next"].as_object().expect("arguments");
    assert_eq!((first["items"][0]["id"].as_u64(), next.len()), (Some(2), 1), "{next:?}");
    let second = call("offset", &json!({"limit": 4, "offset": 2, "after": next["after"]}));
    assert_eq!(second.structured.expect("data")["items"][0]["id"], 6);
}
