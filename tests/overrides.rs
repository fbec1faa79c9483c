//! What the accepted case `overrides` takes, sends and answers: money with a pattern, ids of any size as text.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};

use fewtools::{Caller, Dispatcher, Reply, Request, Response, Sending, Upstream};
use fewtools_tests::{fixtures, inline};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Value, json};

/// What a chandler answers, whatever is asked.
const ORDER: &str = r#"{"id":9223372036854775807123,"price":"12.50 EUR","lines":[{"good":9007199254740993,"price":"1.00 EUR"}]}"#;

#[derive(Default)]
struct Chandler {
    requests: Mutex<Vec<Request>>,
}

impl Upstream for Chandler {
    fn send(&self, request: Request) -> Sending<'_> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        Box::pin(async move { Ok(Response { status: StatusCode::OK, headers, body: ORDER.into() }) })
    }
}

fn call(tool: &str, arguments: Value) -> (Reply, Option<Request>) {
    let folder = fixtures::folder("accept/overrides");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let catalogue = inline::catalogue(&text("curation.yaml"), &text("openapi.yaml"));
    let upstream = Arc::new(Chandler::default());
    let dispatcher = Dispatcher::builder(catalogue).upstream(upstream.clone()).build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let arguments = arguments.as_object().cloned().unwrap();
    let reply = runtime.block_on(dispatcher.call(&Caller::anonymous(), tool, arguments)).unwrap();
    let request = upstream.requests.lock().unwrap_or_else(PoisonError::into_inner).pop();
    (reply, request)
}

fn body(request: Option<Request>) -> String {
    String::from_utf8(request.unwrap().body.unwrap()).unwrap()
}

#[test]
fn ids_are_text_in_and_out_every_digit_of_them() {
    let (reply, request) =
        call("order", json!({"orderId": "9007199254740993", "seen": "1,9007199254740993"}));
    let url = request.unwrap().url;
    assert_eq!(url, "https://chandler.example/orders/9007199254740993?seen=1&seen=9007199254740993");
    let told = reply.structured.unwrap();
    assert_eq!(told["id"], "9223372036854775807123");
    assert_eq!(told["goods"], json!([{"good": "9007199254740993", "price": "1.00 EUR"}]));
}

#[test]
fn a_number_leaves_where_the_document_has_one() {
    let order = json!({
        "ship": "9007199254740993", "price": "12.50 EUR", "by": "2026-01-02", "weights": ["7", "9007199254740993"],
        "lines": [{"good": "1"}, {"good": "9007199254740995", "spare": {"good": "3"}}],
    });
    let sent = r#"{"ship":9007199254740993,"price":"12.50 EUR","lines":[{"good":1},{"good":9007199254740995,"spare":{"good":3}}],"weights":[7,9007199254740993],"by":"2026-01-02"}"#;
    assert_eq!(body(call("place_order", order.clone()).1), sent);
    let whole: Value = serde_json::from_str(&body(call("place_whole", json!({"order": order})).1)).unwrap();
    assert_eq!(whole, serde_json::from_str::<Value>(sent).unwrap());
}

#[test]
fn what_the_manifest_says_is_what_is_checked() {
    for (arguments, said) in [
        (json!({"ship": "7", "price": "12.5"}), "price must match the pattern"),
        (json!({"ship": 7, "price": "12.50 EUR"}), "ship must be text, not an integer."),
        (json!({"ship": "x", "price": "12.50 EUR"}), "ship must be a whole number as text, like \"4117\"."),
        (
            json!({"ship": "123456789012345678901", "price": "12.50 EUR"}),
            "ship must have at most 20 characters",
        ),
        (
            json!({"ship": "7", "price": "12.50 EUR", "by": "2026-01-02T00:00:00Z"}),
            "by must match the pattern",
        ),
        (
            json!({"ship": "7", "price": "12.50 EUR", "lines": [{"good": "x"}]}),
            "lines[].good must be a number as text",
        ),
        (json!({"ship": "7", "price": "12.50 EUR", "lines": [{"good": 7}]}), "lines[0].good must be text"),
    ] {
        let (reply, request) = call("place_order", arguments);
        assert!(request.is_none() && reply.text.contains(said), "{said}: {}", reply.text);
    }
}
