//! Who has no good token is told where to get one, and nothing else.

use fewtools::server::{BadResource, BearerError, HttpOptions, ProtectedResource};
use serde_json::json;

use crate::catalogue::CATALOGUE;
use crate::wire::{Answer, Http};

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
const CALL: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_item","arguments":{"id":"7"}}}"#;

async fn guarded() -> Http {
    let resource = ProtectedResource::new("https://mcp.example.com/mcp", ["https://auth.example.com"]);
    let resource =
        resource.and_then(|resource| resource.scopes(["items:read", "mcp"])).expect("a good resource");
    let options = HttpOptions::default().require_bearer(resource, |token, request| match token {
        "good" if request.uri.path() == "/mcp" => Ok(()),
        "weak" => Err(BearerError::InsufficientScope(vec!["items:write".to_owned()])),
        _ => Err(BearerError::InvalidToken),
    });
    Http::start(&CATALOGUE, options).await
}

fn challenge(answer: &Answer) -> &str {
    let mut lines = answer.head.lines();
    lines.find_map(|line| line.strip_prefix("www-authenticate: ")).unwrap_or_default()
}

const WHERE: &str = r#"resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource/mcp""#;

#[tokio::test]
async fn without_a_good_token_nothing_is_answered() {
    let server = guarded().await;
    let scopes = r#"scope="items:read mcp""#;
    for (token, status, said) in [
        ("", 401, format!("bearer {WHERE}, {scopes}")),
        ("Basic Z29vZA==", 401, format!("bearer {WHERE}, {scopes}")),
        ("Bearer ", 401, format!("bearer {WHERE}, {scopes}")),
        ("good", 401, format!("bearer {WHERE}, {scopes}")),
        ("Bearer s3cret", 401, format!(r#"bearer error="invalid_token", {WHERE}, {scopes}"#)),
        ("Bearer weak", 403, format!(r#"bearer error="insufficient_scope", {WHERE}, scope="items:write""#)),
    ] {
        for (method, body) in [("POST", LIST), ("POST", "{"), ("GET", ""), ("DELETE", "")] {
            let headers = [
                ("authorization", token),
                ("content-type", "application/json"),
                ("accept", "application/json, text/event-stream"),
            ];
            let answer = server.request(method, "/mcp", &headers, body).await;
            assert_eq!((answer.status, challenge(&answer)), (status, said.as_str()), "{token} {method}");
            assert!(!answer.body.contains("s3cret"), "{answer:?}");
        }
    }
    let twice = [("authorization", "Bearer good"), ("Authorization", "Bearer good")];
    assert_eq!(server.post(&twice, LIST).await.status, 401);
}

#[tokio::test]
async fn a_good_token_lets_in_and_goes_no_further() {
    let server = guarded().await;
    for token in ["Bearer good", "bearer  good"] {
        let answer = server.post(&[("authorization", token), ("x-key", "k")], CALL).await;
        assert_eq!(answer.json()["result"]["structuredContent"], json!({"id": "7", "key": "k"}), "{token}");
    }
    let evil = [("authorization", "Bearer good"), ("origin", "https://evil.example")];
    assert_eq!(server.post(&evil, LIST).await.status, 403);
}

#[tokio::test]
async fn where_tokens_come_from_is_told_to_everyone() {
    let server = guarded().await;
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"] {
        let answer = server.request("GET", path, &[], "").await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.head.contains("content-type: application/json"), "{answer:?}");
        assert_eq!(
            answer.json(),
            json!({
                "resource": "https://mcp.example.com/mcp",
                "authorization_servers": ["https://auth.example.com"],
                "bearer_methods_supported": ["header"],
                "scopes_supported": ["items:read", "mcp"],
            })
        );
        assert_eq!(server.request("POST", path, &[], "").await.status, 405, "{path}");
    }
    let open = Http::usual().await;
    assert_eq!(open.request("GET", "/.well-known/oauth-protected-resource", &[], "").await.status, 404);
}

#[test]
fn a_resource_is_judged_when_it_is_named() {
    let named = |resource: &str, servers: &[&str]| ProtectedResource::new(resource, servers.iter().copied());
    for resource in [
        "",
        "mcp.example.com",
        "/mcp",
        "ftp://a/b",
        "https://a/b?c",
        "https://a/b#c",
        "https://u:p@a/b",
        "https://a/\"x",
    ] {
        assert!(matches!(named(resource, &["https://b"]), Err(BadResource::Address(_))), "{resource}");
    }
    assert_eq!(named("https://a", &[]).map(|_| ()), Err(BadResource::NoAuthorizationServer));
    assert!(matches!(named("https://a", &["b"]), Err(BadResource::Address(_))));
    let scoped = named("https://a", &["https://b"]).and_then(|resource| resource.scopes(["a b"]));
    assert!(matches!(scoped, Err(BadResource::Scope(_))));
}

#[tokio::test]
async fn one_token_lets_in_and_nobody_is_told_where_to_get_it() {
    let server =
        Http::start(&CATALOGUE, HttpOptions::default().require_token("a-token-made-by-chance")).await;
    for (token, status, said) in [
        ("", 401, "bearer"),
        ("Bearer a-token-made-by-chanc", 401, "bearer error=\"invalid_token\""),
        ("Bearer a-token-made-by-chancf", 401, "bearer error=\"invalid_token\""),
        ("Bearer a-token-made-by-chance", 200, ""),
    ] {
        let answer = server.post(&[("authorization", token)], LIST).await;
        assert_eq!((answer.status, challenge(&answer)), (status, said), "{token}");
    }
    let metadata = server.request("GET", "/.well-known/oauth-protected-resource", &[], "").await;
    assert_eq!(metadata.status, 401);
}
