//! The bytes of `tools` on the wire are the bytes that were measured.

use fewtools::contract::listing;

use crate::catalogue::CATALOGUE;
use crate::wire::{Http, INITIALIZE, META, Stdio};

/// The text of the `tools` value: it comes last in a result, and the result comes last in a message.
fn tools(message: &str) -> &str {
    let (_, rest) = message.split_once(r#""tools":"#).expect("a list");
    rest.trim_end().strip_suffix("}}").expect("the end of a message")
}

fn measured() -> String {
    listing::text(&listing::tools(&CATALOGUE).expect("a good catalogue"))
}

#[tokio::test]
async fn stdio_sends_what_was_measured() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut server = Stdio::start(&CATALOGUE, fewtools::Caller::anonymous());
        let answer = server.ask(INITIALIZE.replace("2025-11-25", version)).await;
        assert_eq!(answer["result"]["protocolVersion"], version);
        server.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await;
        assert_eq!(tools(&server.line().await), measured(), "{version}");
    }
    let mut server = Stdio::start(&CATALOGUE, fewtools::Caller::anonymous());
    server.send(format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}}}}}"#)).await;
    assert_eq!(tools(&server.line().await), measured(), "2026-07-28");
}

#[tokio::test]
async fn http_sends_what_was_measured() {
    let server = Http::usual().await;
    for version in ["2025-06-18", "2025-11-25", ""] {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let answer = server.post(&[("mcp-protocol-version", version)], body).await;
        assert_eq!(tools(&answer.body), measured(), "{version}");
    }
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}}}}}"#);
    assert_eq!(tools(&server.modern("tools/list", "", &body).await.body), measured(), "2026-07-28");
}

#[tokio::test]
async fn the_list_says_how_long_it_may_be_kept_where_that_can_be_said() {
    let server = Http::usual().await;
    let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}}}}}"#);
    let modern = server.modern("tools/list", "", &body).await.json();
    assert_eq!(modern["result"]["ttlMs"], 3_600_000);
    assert_eq!(modern["result"]["cacheScope"], "public");
    assert_eq!(modern["result"]["resultType"], "complete");
    assert_eq!(modern["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "shop");

    let legacy = server.post(&[], r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).await.json();
    let members: Vec<_> = legacy["result"].as_object().expect("a result").keys().collect();
    assert_eq!(members, ["tools"]);
}

#[tokio::test]
async fn a_cursor_is_refused() {
    let server = Http::usual().await;
    for cursor in ["", "2"] {
        let body =
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"cursor":"{cursor}"}}}}"#);
        assert_eq!(server.post(&[], &body).await.json()["error"]["code"], -32602);
    }
}
