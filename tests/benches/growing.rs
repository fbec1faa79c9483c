//! A call on a catalogue of ten tools and on one of a thousand → the same cost; an operation of ten times the
//! parameters or fields, however a tool names them → about ten times the cost of `check`.

use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use bumpalo::Bump;
use fewtools::contract::Catalogue;
use fewtools::{Caller, Dispatcher};
use fewtools_build::diagnostics::Sink;
use fewtools_build::lower;
use fewtools_build::{load, per_endpoint, pipeline, plan};
use serde_json::{Map, Value, json};

use crate::calling::AtOnce;
use crate::clock::Middles;
use crate::{clock, table};

/// Operations of the small catalogue and of the large one.
const SIZES: [usize; 2] = [10, 1000];

pub(crate) async fn run() {
    let dispatchers = SIZES.map(|size| {
        let upstream = Arc::new(AtOnce(r#"{"name":"a","size":1}"#));
        Dispatcher::builder(catalogue(size)).upstream(upstream).build().expect("a sound catalogue")
    });
    let arguments = Map::from_iter([("thingId".to_owned(), json!("a7")), ("depth".to_owned(), json!(3))]);
    let caller = Caller::anonymous();
    let mut times = Middles::new();
    for _ in Middles::<2>::rounds() {
        for (piece, dispatcher) in dispatchers.iter().enumerate() {
            let tool = dispatcher.catalogue().tools.last().map_or("", |tool| tool.name);
            let call = async || {
                let reply = dispatcher.call(&caller, tool, arguments.clone()).await.expect("a known tool");
                assert!(!reply.is_error, "{}", reply.text);
            };
            times.time(piece, call).await;
        }
    }
    let [small, large] = times.done();
    let rows = [("of the last of 10 tools", small), ("of the last of 1,000 tools", large)];
    table::print("one call, without transport and API", &rows);
}

/// Parameters or fields of the narrow operation and of the wide one.
const WIDTHS: [usize; 2] = [500, 5000];
/// How many times the narrow one's time the wide one's may take: twice the ratio of their parameters.
const MOST: f64 = 20.0;

/// What a tool says of an operation.
#[derive(Clone, Copy)]
struct Wide {
    /// In words.
    says: &'static str,
    /// Whether it has fields of a body in place of parameters.
    body: bool,
    /// The keys of the tool, of all names and slots.
    keys: fn(&[(String, String)]) -> Value,
}

/// Every entry of a tool that can be as long as its operation is wide.
const WIDE: [Wide; 10] = [
    Wide { says: "parameters as the document has them", body: false, keys: |_| json!({}) },
    Wide { says: "parameters named in `args`", body: false, keys: |all| json!({ "args": names(all) }) },
    Wide { says: "fields as the document has them", body: true, keys: |_| json!({}) },
    Wide { says: "fields named in `args`", body: true, keys: |all| json!({ "args": names(all) }) },
    Wide { says: "fields that `fixed` fills", body: true, keys: |all| json!({ "fixed": slots(all, 1) }) },
    Wide {
        says: "fields with `defaults`",
        body: true,
        keys: |all| json!({ "args": names(all), "defaults": Map::from_iter(all.iter().map(|(name, _)| (name.clone(), json!(1)))) }),
    },
    Wide {
        says: "fields that `bind` renames",
        body: true,
        keys: |all| {
            let bind = all.iter().map(|(name, slot)| (format!("a{name}"), json!(slot)));
            json!({ "bind": Map::from_iter(bind) })
        },
    },
    Wide {
        says: "fields that are `not_offered`",
        body: true,
        keys: |all| json!({ "not_offered": all.iter().map(|(_, slot)| slot).collect::<Vec<_>>() }),
    },
    Wide {
        says: "fields that `needs` names",
        body: true,
        keys: |all| json!({ "args": names(all), "needs": names(all) }),
    },
    Wide {
        says: "fields of a group",
        body: true,
        keys: |all| json!({ "args": names(all), "any_of": names(all) }),
    },
];

fn names(all: &[(String, String)]) -> Vec<&str> {
    all.iter().map(|(name, _)| name.as_str()).collect()
}

fn slots(all: &[(String, String)], value: i32) -> Map<String, Value> {
    all.iter().map(|(_, slot)| (slot.clone(), json!(value))).collect()
}

/// Measures `check`, and fails where it grows faster than what it checks.
pub(crate) fn check() {
    for wide in WIDE {
        let [narrow, broad] = WIDTHS.map(|width| {
            let (manifest, document) = operation(width, wide);
            clock::shortest(5, || checked(&manifest, &document))
        });
        table::print(&format!("check of one operation, {}", wide.says), &[("500", narrow), ("5,000", broad)]);
        let grown = broad.as_secs_f64() / narrow.as_secs_f64();
        assert!(grown <= MOST, "ten times the {} take {grown:.1} times as long", wide.says);
    }
}

fn checked(manifest: &str, document: &str) {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    let input = pipeline::lower(documents, sink);
    let arena = Bump::new();
    assert!(pipeline::check(&arena, &input).verified().is_some());
}

/// A manifest and a document of one operation with so many parameters or fields.
fn operation(width: usize, wide: Wide) -> (String, String) {
    let schema = || json!({ "type": "integer", "minimum": 0 });
    let place = if wide.body { "body" } else { "query" };
    let all: Vec<(String, String)> =
        (0..width).map(|number| (format!("p{number}"), format!("{place}.p{number}"))).collect();
    let mut operation = json!({ "operationId": "x", "responses": { "200": { "description": "x" } } });
    if wide.body {
        let fields: Map<String, Value> = all.iter().map(|(name, _)| (name.clone(), schema())).collect();
        let body = json!({ "type": "object", "properties": fields });
        operation["requestBody"] = json!({ "content": { "application/json": { "schema": body } } });
    } else {
        let parameter = |name: &str| json!({ "name": name, "in": "query", "schema": schema() });
        operation["parameters"] = all.iter().map(|(name, _)| parameter(name)).collect();
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "x", "version": "1" },
        "servers": [{ "url": "https://x.test" }],
        "paths": { "/x": { "post": operation } },
    });
    let mut tool = (wide.keys)(&all);
    for (key, value) in [("about", "x"), ("effect", "read"), ("call", "x")] {
        tool[key] = json!(value);
    }
    let manifest = json!({
        "curation": 1,
        "server": { "name": "x", "about": "x" },
        "document": "./openapi.json",
        "budget": { "listing": "none", "per_tool": "none" },
        "tools": { "x": tool },
    });
    (manifest.to_string(), document.to_string())
}

/// One tool for each of so many operations.
fn catalogue(size: usize) -> &'static Catalogue<'static> {
    let documents = load::texts("curation: 1", &document(size), &mut Sink::default());
    // Like the tools of a server, these last as long as the process.
    let api = lower::api(Rc::new(documents), &mut Sink::default()).expect("a document that is read");
    let api = Box::leak(Box::new(api));
    let curation = Box::leak(Box::new(per_endpoint::curation(api)));
    let surface = plan::run(Box::leak(Box::new(Bump::new())), api, curation);
    assert_eq!(surface.catalogue.tools.len(), size);
    Box::leak(Box::new(surface.catalogue))
}

fn document(size: usize) -> String {
    let mut text = String::from("openapi: 3.1.0\ninfo: { title: Things, version: '1' }\n");
    text.push_str("servers: [{ url: 'http://things.test' }]\npaths:\n");
    for number in 0..size {
        let _ = write!(
            text,
            "  /things-{number}/{{thingId}}:
    get:
      operationId: getThing{number}
      summary: One thing of kind {number}
      parameters:
        - {{ name: thingId, in: path, required: true, schema: {{ type: string }} }}
        - {{ name: depth, in: query, schema: {{ type: integer, minimum: 0, maximum: 9 }} }}
      responses:
        '200':
          description: The thing
          content: {{ application/json: {{ schema: {{ type: object, properties: {{ name: {{ type: string }} }} }} }} }}
"
        );
    }
    text
}
