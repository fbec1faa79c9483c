//! Lines in, lines out: every line that is no message is answered, and nothing a client sends ends the process.

use fewtools::Caller;
use fewtools::server::MAX_MESSAGE;
use serde_json::{Value, json};

use crate::catalogue::{CATALOGUE, STRICT};
use crate::wire::{INITIALIZE, META, Stdio};

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_default()
}

/// Whether the answer has an `id` and it is null: an absent one is not the same.
fn null_id(answer: &Value) -> bool {
    answer.as_object().is_some_and(|answer| answer.get("id") == Some(&Value::Null))
}

fn call(id: impl Into<Value>, item: &str) -> String {
    let params = json!({"name": "get_item", "arguments": {"id": item}});
    json!({"jsonrpc": "2.0", "id": id.into(), "method": "tools/call", "params": params}).to_string()
}

#[tokio::test]
async fn what_is_no_json_is_a_parse_error() {
    let mut server = Stdio::initialized().await;
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}1{}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let invalid_utf8 = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":\"\xff\"}";
    for line in [b"{".as_slice(), b"nonsense", br#"{"jsonrpc":"2.0","id":1,"#, invalid_utf8, deep.as_bytes()]
    {
        let answer = server.ask(line).await;
        assert_eq!(code(&answer), -32700, "{answer}");
        assert!(null_id(&answer), "{answer}");
    }
    server.expect_silence().await;
}

#[tokio::test]
async fn what_is_no_message_is_an_invalid_request() {
    let mut server = Stdio::initialized().await;
    for line in [
        "[]",
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        "42",
        "null",
        r#""text""#,
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
    ] {
        let answer = server.ask(line).await;
        assert_eq!(code(&answer), -32600, "{line} {answer}");
        assert!(null_id(&answer), "{line} {answer}");
    }
    server.expect_silence().await;
}

#[tokio::test]
async fn a_bad_request_is_answered_with_its_id() {
    let mut server = Stdio::initialized().await;
    for line in [
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":"x"}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":7}"#,
        r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
        r#"{"id":"a","method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"a"}"#,
        r#"{"jsonrpc":"2.0","id":"a","method":"ping","result":{}}"#,
    ] {
        let answer = server.ask(line).await;
        assert_eq!((code(&answer), &answer["id"]), (-32600, &json!("a")), "{line} {answer}");
    }
    server.expect_silence().await;
}

#[tokio::test]
async fn wrong_params_of_a_known_method_are_invalid_params() {
    let mut server = Stdio::initialized().await;
    for (method, params) in [
        ("tools/call", "{}"),
        ("tools/call", r#"{"name":1}"#),
        ("tools/call", r#"{"name":"get_item","arguments":[1]}"#),
        ("tools/call", r#"{"name":"get_item","arguments":"{}"}"#),
        ("tools/list", r#"{"cursor":7}"#),
        ("tools/list", r#"{"cursor":{"a":1}}"#),
        ("initialize", r#"{"protocolVersion":1}"#),
    ] {
        let line = format!(r#"{{"jsonrpc":"2.0","id":5,"method":"{method}","params":{params}}}"#);
        let answer = server.ask(line).await;
        assert_eq!((code(&answer), &answer["id"]), (-32602, &json!(5)), "{method} {params} {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|text| text.contains(method)), "{answer}");
    }
    let answer = server.ask(r#"{"jsonrpc":"2.0","id":6,"method":"tools/call"}"#).await;
    assert_eq!(code(&answer), -32602, "{answer}");
}

#[tokio::test]
async fn an_unknown_method_is_not_found() {
    let mut server = Stdio::initialized().await;
    for method in ["no/such", "prompts/list", "resources/list", "resources/read", "logging/setLevel"] {
        let answer = server.ask(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}"}}"#)).await;
        assert_eq!((code(&answer), &answer["id"]), (-32601, &json!(7)), "{method} {answer}");
    }
}

#[tokio::test]
async fn a_message_that_is_too_large_is_refused_and_the_next_is_read() {
    let mut server = Stdio::initialized().await;
    let answer = server.ask(vec![b'x'; MAX_MESSAGE + 10]).await;
    assert_eq!(code(&answer), -32600, "{answer}");
    assert!(null_id(&answer), "{answer}");
    let padding = " ".repeat(MAX_MESSAGE - 100);
    let answer = server.ask(format!(r#"{{"jsonrpc":"2.0","id":8,{padding}"method":"ping"}}"#)).await;
    assert_eq!(answer["id"], 8);
    server.expect_silence().await;
}

#[tokio::test]
async fn notifications_and_answers_are_read_and_dropped() {
    let lines = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"no/such"}"#,
        r#"{"jsonrpc":"2.0","method":"no/such","params":[1]}"#,
        r#"{"jsonrpc":"1.0","method":"tools/call","params":{"name":7}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_item","arguments":{"id":"1","id":"2"}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
        "",
        "   \r",
    ];
    let mut before = Stdio::start(&CATALOGUE, Caller::anonymous());
    let mut after = Stdio::initialized().await;
    for line in lines {
        before.send(line).await;
        after.send(line).await;
    }
    before.expect_silence().await;
    after.expect_silence().await;
    assert_eq!(before.ask(INITIALIZE).await["id"], 0);
}

#[tokio::test]
async fn before_initialize_every_request_is_answered() {
    let mut server = Stdio::start(&CATALOGUE, Caller::anonymous());
    assert_eq!(server.ask(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).await["result"], json!({}));
    for method in ["tools/list", "no/such", "initialize", "server/discover"] {
        let answer =
            server.ask(format!(r#"{{"jsonrpc":"2.0","id":2,"method":"{method}","params":{{}}}}"#)).await;
        assert_eq!((code(&answer), &answer["id"]), (-32602, &json!(2)), "{method} {answer}");
    }
    assert_eq!(code(&server.ask("{").await), -32700);
    assert_eq!(server.ask(INITIALIZE).await["result"]["serverInfo"]["name"], "shop");
    assert_eq!(server.ask(INITIALIZE).await["result"]["serverInfo"]["name"], "shop");
}

#[tokio::test]
async fn both_eras_are_spoken_in_one_process() {
    let mut server = Stdio::start(&CATALOGUE, Caller::anonymous());
    let discover = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#);
    let answer = server.ask(&discover).await;
    assert!(
        answer["result"]["supportedVersions"].as_array().is_some_and(|v| v.contains(&json!("2026-07-28")))
    );
    assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    assert_eq!(answer["result"]["cacheScope"], "public");
    let answer = server.ask(INITIALIZE).await;
    assert_eq!(answer["result"]["capabilities"], json!({"tools": {}}));
    assert_eq!(answer["result"]["instructions"], CATALOGUE.server.about);
    assert_eq!(server.ask(&discover).await["result"]["resultType"], "complete");

    let unsupported = discover.replace("2026-07-28", "2099-01-01");
    assert_eq!(code(&server.ask(unsupported).await), -32022);
    let newer = INITIALIZE.replace("2025-11-25", "2026-07-28");
    assert_eq!(server.ask(newer).await["result"]["protocolVersion"], "2025-11-25");
}

#[tokio::test]
async fn an_unknown_tool_is_invalid_params_and_nothing_more() {
    let mut server = Stdio::initialized().await;
    let mut errors = Vec::new();
    for name in ["", "get_itme", "no such"] {
        let params = json!({"name": name, "arguments": {"id": "1"}});
        let line = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        errors.push(server.ask(line.to_string()).await["error"].clone());
    }
    assert!(
        errors.iter().all(|error| *error == json!({"code": -32602, "message": "Unknown tool."})),
        "{errors:?}"
    );
}

#[tokio::test]
async fn a_result_says_the_same_in_both_channels() {
    let mut server = Stdio::initialized().await;
    let result = server.ask(call(1, "7")).await["result"].clone();
    let text = result["content"][0]["text"].as_str().expect("text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), result["structuredContent"]);
    assert_eq!(result["structuredContent"]["id"], "7");
    assert_eq!(result["content"].as_array().map(Vec::len), Some(1));
    assert_eq!(result["isError"], false);
}

#[tokio::test]
async fn numbers_arrive_digit_for_digit() {
    let mut server = Stdio::initialized().await;
    for number in ["18446744073709551616", "-0.1000000000000000055", "12345678901234567.89"] {
        let line = call(1, "it").replace("\"it\"", number);
        assert_eq!(server.ask(line).await["result"]["structuredContent"]["id"], number);
    }
}

#[tokio::test]
async fn an_id_that_can_be_read_is_in_the_answer() {
    let mut server = Stdio::initialized().await;
    let twice = |key: &str| format!("the key `{key}` is given twice in one object");
    for (line, id, said) in [
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":"x"}}"#,
            json!(3),
            "`_meta` must be an object".to_owned(),
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":"ping","method":"ping"}"#, json!("a"), twice("method")),
        (r#"{"jsonrpc":"2.0","id":3,"id":4,"method":"ping"}"#, Value::Null, twice("id")),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            Value::Null,
            "`id` must be text or a 64-bit integer".to_owned(),
        ),
    ] {
        let answer = server.ask(line).await;
        assert_eq!((&answer["id"], &answer["error"]["message"]), (&id, &json!(said)), "{line}");
        assert_eq!(answer["error"]["code"], -32600, "{line}");
    }
}

#[tokio::test]
async fn a_key_that_is_given_twice_is_refused() {
    let mut server = Stdio::initialized().await;
    for arguments in
        [r#"{"id":"1","id":"2"}"#, r#"{"id":"1","\u0069d":"2"}"#, r#"{"id":{"x":[{"y":1,"y":2}]}}"#]
    {
        let answer = server.ask(call(1, "it").replace(r#"{"id":"it"}"#, arguments)).await;
        assert_eq!((code(&answer), &answer["id"]), (-32602, &json!(1)), "{answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|said| said.contains("twice")), "{answer}");
    }
    let twice = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":1,"a":2}}"#;
    server.send(twice).await;
    server.expect_silence().await;
}

#[tokio::test]
async fn a_number_that_no_float_holds_is_refused() {
    let mut server = Stdio::initialized().await;
    for number in ["1e999", "-1e400", r#"{"x":[1e999]}"#] {
        let result = server.ask(call(1, "it").replace("\"it\"", number)).await["result"].clone();
        assert_eq!(result["structuredContent"]["reason"], "out-of-range", "{result}");
        assert_eq!(result["structuredContent"]["argument"], "id", "{result}");
    }
}

#[tokio::test]
async fn a_picture_is_content_beside_the_text() {
    let mut server = Stdio::initialized().await;
    let result = server.ask(call(1, "picture")).await["result"].clone();
    assert_eq!(result["content"][0]["text"], "The API answered 200 with 9 bytes of image/png.");
    assert_eq!(
        result["content"][1],
        json!({"type": "image", "data": "iVBORw0KGgr/", "mimeType": "image/png"})
    );
    assert!(result.get("structuredContent").is_none(), "{result}");
}

#[tokio::test]
async fn a_refusal_is_a_result_or_an_error_as_the_catalogue_says() {
    let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_item"}}"#;
    let mut server = Stdio::initialized().await;
    let result = server.ask(line).await["result"].clone();
    assert_eq!(result["isError"], true);
    assert!(result["structuredContent"].is_object(), "{result}");

    let mut strict = Stdio::start(&STRICT, Caller::anonymous());
    strict.ask(INITIALIZE).await;
    let error = strict.ask(line).await["error"].clone();
    assert_eq!(error["code"], -32602);
    assert_eq!(error["data"], result["structuredContent"]);
    assert_eq!(error["message"], result["content"][0]["text"]);
}

#[tokio::test]
async fn calls_are_answered_when_they_are_done() {
    let mut server = Stdio::initialized().await;
    server.send(call("slow", "slow")).await;
    server.send(call("fast", "1")).await;
    assert_eq!(server.receive().await["id"], "fast");
    assert_eq!(server.receive().await["id"], "slow");
}

#[tokio::test]
async fn a_panic_is_an_internal_error_that_says_nothing() {
    let mut server = Stdio::initialized().await;
    let answer = server.ask(call(3, "panic")).await;
    assert_eq!(answer["error"], json!({"code": -32603, "message": "internal error"}));
    assert_eq!(server.ask(call(4, "1")).await["result"]["isError"], false);
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_with_its_request() {
    let mut server = Stdio::initialized().await;
    server.send(call("gone", "never")).await;
    server.shop.is_busy_with(1).await;
    server
        .send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"gone"}}"#)
        .await;
    server.expect_silence().await;
    server.shop.is_busy_with(0).await;
    assert!(server.end().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_input_waits_for_calls_in_flight() {
    let mut server = Stdio::initialized().await;
    server.send(call("slowest", "slowest")).await;
    server.send(r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#).await;
    let mut lines = server.end().await;
    lines.reverse();
    assert_eq!(lines.iter().map(|line| &line["id"]).collect::<Vec<_>>(), [&json!("slowest"), &json!(9)]);
    assert_eq!(lines.first().map(|line| &line["result"]["isError"]), Some(&json!(false)));
}

#[tokio::test]
async fn the_end_before_initialize_is_a_good_end() {
    let mut server = Stdio::start(&CATALOGUE, Caller::anonymous());
    server.send("{").await;
    let lines = server.end().await;
    assert_eq!(lines.iter().map(code).collect::<Vec<_>>(), [-32700]);
}

#[tokio::test]
async fn calls_are_made_for_the_caller_named_at_the_start() {
    let key = http::HeaderValue::from_static("k1");
    let caller = Caller::anonymous().with_header(http::HeaderName::from_static("x-key"), key);
    let mut server = Stdio::start(&CATALOGUE, caller);
    server.ask(INITIALIZE).await;
    assert_eq!(server.ask(call(1, "7")).await["result"]["structuredContent"]["key"], "k1");
}
