//! One POST, one answer: statuses, who is let in, and whose call it is.

use std::sync::Arc;

use bytes::Bytes;
use fewtools::server::{HttpOptions, Reach, ServeError, bind};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt;
use tower_service::Service;

use crate::catalogue::{CATALOGUE, STRICT, server};
use crate::wire::{Answer, Http, INITIALIZE, META};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

fn call(item: &str) -> String {
    let params = json!({"name": "get_item", "arguments": {"id": item}});
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).to_string()
}

fn modern(method: &str, params: &str) -> String {
    let comma = if params.is_empty() { "" } else { "," };
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}{comma}{META}}}}}"#)
}

fn error(answer: &Answer) -> (u16, i64) {
    (answer.status, answer.json()["error"]["code"].as_i64().unwrap_or_default())
}

#[tokio::test]
async fn what_is_no_message_is_a_bad_request_with_a_json_rpc_error() {
    let server = Http::usual().await;
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        ("[]", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        ("42", -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600),
    ] {
        let answer = server.post(&[], body).await;
        assert_eq!(error(&answer), (400, code), "{body} {answer:?}");
        assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
    }
    let answer = server.post(&[], "{").await.json();
    assert_eq!(answer["id"], Value::Null);
}

#[tokio::test]
async fn an_error_has_the_id_of_its_request() {
    let server = Http::usual().await;
    for (body, code) in [
        (r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[1]}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":"a","method":7}"#, -32600),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600),
        (r#"{"id":"a","method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":"a","method":"no/such"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":"a","method":"resources/list"}"#, -32601),
        (r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":1}}"#, -32602),
        (
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"get_item","arguments":[]}}"#,
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"cursor":7}}"#, -32602),
        (r#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":1}}"#, -32602),
    ] {
        let answer = server.post(&[], body).await.json();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &json!("a")), "{body} {answer}");
    }
}

#[tokio::test]
async fn a_notification_gets_no_message() {
    let server = Http::usual().await;
    for method in ["notifications/initialized", "notifications/cancelled", "no/such", "tools/list"] {
        let answer = server.post(&[], &format!(r#"{{"jsonrpc":"2.0","method":"{method}"}}"#)).await;
        assert_eq!((answer.status, answer.body.as_str()), (202, ""), "{method}");
    }
}

#[tokio::test]
async fn only_a_post_of_json_is_taken() {
    let server = Http::usual().await;
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let answer = server.request(method, "/mcp", &[], "").await;
        assert_eq!(answer.status, 405, "{method} {answer:?}");
        assert!(answer.head.contains("allow: post"), "{answer:?}");
    }
    assert_eq!(server.request("POST", "/", &[], LIST).await.status, 404);
    assert_eq!(server.request("POST", "/mcp/x", &[], LIST).await.status, 404);
    assert_eq!(server.post(&[("content-type", "text/plain")], LIST).await.status, 415);
    assert_eq!(server.post(&[("content-type", "text/plain")], "{").await.status, 415);
    assert_eq!(server.post(&[("content-type", "Application/JSON; charset=utf-8")], LIST).await.status, 200);
    assert_eq!(server.post(&[("content-type", "")], LIST).await.status, 415);
    assert_eq!(server.post(&[("accept", "application/json")], LIST).await.status, 406);
    assert_eq!(server.post(&[("mcp-protocol-version", "1999-01-01")], LIST).await.status, 400);
}

#[tokio::test]
async fn a_body_above_the_limit_is_too_large() {
    let server = Http::start(&CATALOGUE, HttpOptions::default().max_body(100)).await;
    assert_eq!(server.post(&[], LIST).await.status, 200);
    assert_eq!(server.post(&[], &format!("{LIST}{}", " ".repeat(100))).await.status, 413);
}

#[tokio::test]
async fn a_forged_origin_or_host_is_forbidden() {
    let server = Http::usual().await;
    for origin in ["https://evil.example", "null", "http://localhost", "http://localhost:1", "nonsense"] {
        let answer = server.post(&[("origin", origin)], LIST).await;
        assert_eq!(answer.status, 403, "{origin} {answer:?}");
    }
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let own = format!("http://{host}:{}", server.address.port());
        assert_eq!(server.post(&[("origin", &own)], LIST).await.status, 200, "{own}");
    }
    for host in ["evil.example", "localhost.evil.example"] {
        assert_eq!(server.post(&[("host", host)], LIST).await.status, 403, "{host}");
    }
    for host in ["localhost", "localhost:8001", "127.0.0.1", "[::1]:80"] {
        assert_eq!(server.post(&[("host", host)], LIST).await.status, 200, "{host}");
    }
    assert_eq!(server.request("GET", "/mcp", &[("origin", "https://evil.example")], "").await.status, 403);
}

#[tokio::test]
async fn origins_and_hosts_are_let_in_by_name() {
    let options = HttpOptions::default()
        .allow_origin("https://app.example")
        .allow_origin("http://dev.example:*")
        .allow_host("mcp.example");
    let server = Http::start(&CATALOGUE, options).await;
    for (origin, status) in [
        ("https://app.example", 200),
        ("https://app.example:443", 200),
        ("https://app.example:8443", 403),
        ("http://app.example", 403),
        ("http://dev.example:3000", 200),
    ] {
        assert_eq!(server.post(&[("origin", origin)], LIST).await.status, status, "{origin}");
    }
    assert_eq!(server.post(&[("host", "mcp.example")], LIST).await.status, 200);
    let any = Http::start(&CATALOGUE, HttpOptions::default().allow_any_host()).await;
    assert_eq!(any.post(&[("host", "evil.example")], LIST).await.status, 200);
}

#[tokio::test]
async fn a_host_program_mounts_the_endpoint_where_it_likes() {
    let mut service = server(&CATALOGUE, Arc::default(), Vec::new()).http(&HttpOptions::default());
    let request = http::Request::post("http://localhost/anywhere")
        .header("accept", "application/json, text/event-stream")
        .header("content-type", "application/json")
        .body(Full::new(Bytes::from_static(LIST.as_bytes())))
        .expect("a request");
    let Ok(answer) = service.call(request).await;
    assert_eq!(answer.status(), 200);
    let body = answer.into_body().collect().await.expect("a body").to_bytes();
    assert!(body.starts_with(br#"{"jsonrpc":"2.0","id":1,"result":{"tools":["#), "{body:?}");
}

#[tokio::test]
async fn only_loopback_is_listened_on_unless_told() {
    let everywhere = "0.0.0.0:0".parse().expect("an address");
    assert!(matches!(bind(everywhere, Reach::Loopback).await, Err(ServeError::NotLoopback(_))));
    assert!(bind(everywhere, Reach::Remote).await.is_ok());
}

#[tokio::test]
async fn earlier_revisions_answer_errors_with_200() {
    let server = Http::usual().await;
    for version in ["2025-06-18", "2025-11-25"] {
        let headers = [("mcp-protocol-version", version)];
        let answer = server.post(&headers, &INITIALIZE.replace("2025-11-25", version)).await.json();
        assert_eq!(answer["result"]["protocolVersion"], version);
        assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
        let answer = server.post(&headers, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        assert_eq!((answer.status, answer.body.as_str()), (202, ""));
        let answer = server.post(&headers, r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#).await;
        assert_eq!(error(&answer), (200, -32601));
        let answer = server.post(&headers, r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).await;
        assert_eq!(error(&answer), (200, -32602));
        let answer = server.post(&headers, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await;
        assert_eq!(answer.json()["result"], json!({}));
        assert!(!answer.head.contains("mcp-session-id"), "{answer:?}");
    }
}

#[tokio::test]
async fn the_newest_revision_is_held_to_its_headers() {
    let server = Http::usual().await;
    let version = ("mcp-protocol-version", "2026-07-28");
    assert_eq!(error(&server.modern("no/such", "", &modern("no/such", "")).await), (404, -32601));
    for gone in ["ping", "initialize", "logging/setLevel", "resources/subscribe"] {
        assert_eq!(error(&server.modern(gone, "", &modern(gone, "")).await), (404, -32601), "{gone}");
    }
    assert_eq!(error(&server.modern("tools/call", "", &modern("tools/call", "")).await).1, -32602);
    assert_eq!(error(&server.post(&[version], &modern("tools/list", "")).await), (400, -32020));
    let wrong = server.modern("tools/call", "", &modern("tools/list", "")).await;
    assert_eq!(error(&wrong), (400, -32020));
    let params = r#""name":"get_item","arguments":{"id":"7"}"#;
    let wrong = server.modern("tools/call", "item_action", &modern("tools/call", params)).await;
    assert_eq!(error(&wrong), (400, -32020));
    assert_eq!(error(&server.modern("tools/list", "", LIST).await), (400, -32602));
    let newer = modern("tools/list", "").replace("2026-07-28", "2099-01-01");
    let answer =
        server.post(&[("mcp-protocol-version", "2099-01-01"), ("mcp-method", "tools/list")], &newer).await;
    assert_eq!(error(&answer), (400, -32022));
    let discovered = server.modern("server/discover", "", &modern("server/discover", "")).await.json();
    assert_eq!(discovered["result"]["instructions"], CATALOGUE.server.about);
    assert_eq!(discovered["result"]["ttlMs"], 3_600_000);
}

#[tokio::test]
async fn a_result_of_the_newest_revision_says_who_made_it() {
    let server = Http::usual().await;
    let params = r#""name":"get_item","arguments":{"id":"7"}"#;
    let answer = server.modern("tools/call", "get_item", &modern("tools/call", params)).await.json();
    assert_eq!(answer["result"]["structuredContent"]["id"], "7");
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "shop");
    let legacy = server.post(&[], &call("7")).await.json();
    let members: Vec<_> = legacy["result"].as_object().expect("a result").keys().collect();
    assert_eq!(members, ["content", "structuredContent", "isError"]);
}

#[tokio::test]
async fn refusals_unknown_tools_and_panics_are_answered_in_band() {
    let server = Http::usual().await;
    let unknown = server.post(&[], &call("1").replace("get_item", "no_such")).await;
    assert_eq!(unknown.json()["error"], json!({"code": -32602, "message": "Unknown tool."}));
    let panicked = server.post(&[], &call("panic")).await;
    assert_eq!(panicked.json()["error"], json!({"code": -32603, "message": "internal error"}));
    let refused = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_item"}}"#;
    assert_eq!(server.post(&[], refused).await.json()["result"]["isError"], true);
    let strict = Http::start(&STRICT, HttpOptions::default()).await;
    assert_eq!(error(&strict.post(&[], refused).await), (200, -32602));
}

#[tokio::test]
async fn numbers_arrive_digit_for_digit() {
    let server = Http::usual().await;
    let answer = server.post(&[], &call("it").replace("\"it\"", "18446744073709551616")).await.json();
    assert_eq!(answer["result"]["structuredContent"]["id"], "18446744073709551616");
}

#[tokio::test]
async fn a_key_that_is_given_twice_is_refused() {
    let server = Http::usual().await;
    let answer = server.post(&[], &call("it").replace(r#""id":"it""#, r#""id":"1","id":"2""#)).await;
    assert_eq!(error(&answer), (400, -32602), "{answer:?}");
    assert!(answer.json()["id"].is_number(), "{answer:?}");
}

#[tokio::test]
async fn callers_in_flight_never_mix() {
    let server = Arc::new(Http::usual().await);
    let calls: Vec<_> = (0..200)
        .map(|n| {
            let server = Arc::clone(&server);
            tokio::spawn(async move {
                let key = format!("key-{n}");
                let item = if n % 2 == 0 { "slow".to_owned() } else { n.to_string() };
                let answer = server.post(&[("x-key", &key)], &call(&item)).await.json();
                assert_eq!(answer["result"]["structuredContent"], json!({"id": item, "key": key}));
            })
        })
        .collect();
    for call in calls {
        call.await.expect("every caller gets their own answer");
    }
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_call_along() {
    let server = Http::usual().await;
    let headers = [("accept", "application/json, text/event-stream"), ("content-type", "application/json")];
    let stream = server.open("POST", "/mcp", &headers, &call("never")).await;
    server.shop.is_busy_with(1).await;
    drop(stream);
    server.shop.is_busy_with(0).await;
}

#[tokio::test]
async fn a_shutdown_lets_calls_in_flight_end() {
    let server = Http::usual().await;
    let headers = [("accept", "application/json, text/event-stream"), ("content-type", "application/json")];
    let mut stream = server.open("POST", "/mcp", &headers, &call("slow")).await;
    server.shop.is_busy_with(1).await;
    server.stop().await;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.contains("200 OK") && answer.contains(r#""id":"slow""#), "{answer}");
}
