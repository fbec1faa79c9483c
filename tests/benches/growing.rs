//! A call on a catalogue of ten tools and on one of a thousand → the same cost; an operation of ten times the
//! parameters → about ten times the cost of `check`.

use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

use bumpalo::Bump;
use fewtools::contract::Catalogue;
use fewtools::{Caller, Dispatcher};
use fewtools_build::diagnostics::Sink;
use fewtools_build::lower;
use fewtools_build::{load, per_endpoint, pipeline, plan};
use serde_json::{Map, json};

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

/// Parameters of the narrow operation and of the wide one.
const WIDTHS: [usize; 2] = [500, 5000];
/// How many times the narrow one's time the wide one's may take: twice the ratio of their parameters.
const MOST: f64 = 20.0;

/// Measures `check`, and fails where it grows faster than what it checks.
pub(crate) fn check() {
    for (how, named) in [("as the document has them", false), ("named in `args`", true)] {
        let [narrow, wide] = WIDTHS.map(|width| {
            let (manifest, document) = operation(width, named);
            clock::shortest(5, || checked(&manifest, &document))
        });
        let rows = [("500 parameters", narrow), ("5,000 parameters", wide)];
        table::print(&format!("check of one operation, its arguments {how}"), &rows);
        let grown = wide.as_secs_f64() / narrow.as_secs_f64();
        assert!(grown <= MOST, "ten times the parameters take {grown:.1} times as long");
    }
}

fn checked(manifest: &str, document: &str) {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    let input = pipeline::lower(documents, sink);
    let arena = Bump::new();
    assert!(pipeline::check(&arena, &input).verified().is_some());
}

/// A manifest and a document of one operation with so many parameters.
fn operation(width: usize, named: bool) -> (String, String) {
    let names = (0..width).map(|number| format!("p{number}"));
    let parameters: Vec<_> = names
        .clone()
        .map(|name| json!({ "name": name, "in": "query", "schema": { "type": "integer", "minimum": 0 } }))
        .collect();
    let operation = json!({ "operationId": "x", "parameters": parameters, "responses": { "200": { "description": "x" } } });
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "x", "version": "1" },
        "servers": [{ "url": "https://x.test" }],
        "paths": { "/x": { "post": operation } },
    });
    let mut tool = json!({ "about": "x", "effect": "read", "call": "x" });
    if named {
        tool["args"] = names.collect();
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
