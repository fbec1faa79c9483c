//! What is listed to be read, what is read, and the one answer to everything that is not.

use serde_json::{Value, json};

use crate::both::Both;
use crate::shelves::{OPEN, SHELVES};

fn uris(result: &Value) -> Vec<&str> {
    let list = result["resources"].as_array().expect("a list");
    list.iter().map(|entry| entry["uri"].as_str().expect("a uri")).collect()
}

#[tokio::test]
async fn the_list_is_what_this_caller_sees() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let result = both.result("resources/list", json!({})).await;
    let expected = [
        "shop://items",
        "shop://items/My_DB",
        "shop://items/a%2Fb",
        "shop://items/ann",
        "shop://items/z%C3%BCrich%201",
    ];
    assert_eq!(uris(&result), expected);
    assert_eq!(result["resources"][0]["description"], "All items.");
    assert_eq!(
        result["resources"][1],
        json!({"uri": "shop://items/My_DB", "name": "item", "title": "Item My_DB", "mimeType": "application/json"})
    );
    let mut other = Both::start(&SHELVES, "bob").await;
    assert_eq!(uris(&other.result("resources/list", json!({})).await)[3], "shop://items/bob");
}

#[tokio::test]
async fn listing_is_quiet_where_reading_fails() {
    for key in ["nobody", "unlucky"] {
        let mut both = Both::start(&SHELVES, key).await;
        assert_eq!(uris(&both.result("resources/list", json!({})).await), ["shop://items"], "{key}");
        let templates = both.result("resources/templates/list", json!({})).await;
        assert_eq!(templates["resourceTemplates"].as_array().map(Vec::len), Some(2), "{key}");
        let code = if key == "nobody" { -32002 } else { -32603 };
        let error = both.error("resources/read", json!({"uri": "shop://items"})).await;
        assert_eq!(error["code"], code, "{key}");
    }
}

#[tokio::test]
async fn templates_are_listed_as_they_are_written() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let templates = both.result("resources/templates/list", json!({})).await["resourceTemplates"].clone();
    assert_eq!(
        templates[0],
        json!({"uriTemplate": "shop://items/{id}", "name": "item", "description": "One item.", "mimeType": "application/json"})
    );
    assert_eq!(templates[1]["uriTemplate"], "shop://unlisted/{id}/more");
}

#[tokio::test]
async fn long_lists_come_in_pages() {
    let mut both = Both::start(&SHELVES, "many").await;
    let first = both.result("resources/list", json!({})).await;
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    let second = both.result("resources/list", json!({"cursor": cursor})).await;
    assert_eq!((uris(&first).len(), uris(&second).len()), (100, 31));
    assert!(second.get("nextCursor").is_none());
    for cursor in ["", "100", "AAAA"] {
        for method in ["resources/list", "resources/templates/list"] {
            assert_eq!(
                both.error(method, json!({"cursor": cursor})).await["code"],
                -32602,
                "{method} {cursor}"
            );
        }
    }
}

#[tokio::test]
async fn what_is_read_is_what_the_tool_says() {
    let mut both = Both::start(&SHELVES, "ann").await;
    for (uri, id) in [
        ("shop://items/My_DB", "My_DB"),
        ("shop://items/my_db", "my_db"),
        ("shop://items/My%5FDB", "My_DB"),
        ("shop://items/100%2525", "100%25"),
        ("shop://unlisted/7/more", "7"),
    ] {
        let contents = both.result("resources/read", json!({"uri": uri})).await["contents"].clone();
        let tool = both.result("tools/call", json!({"name": "get_item", "arguments": {"id": id}})).await;
        let expected =
            json!([{"uri": uri, "mimeType": "application/json", "text": tool["content"][0]["text"]}]);
        assert_eq!(contents, expected, "{uri}");
    }
    let all = both.result("resources/read", json!({"uri": "shop://items"})).await;
    let text = all["contents"][0]["text"].as_str().expect("text");
    assert!(text.contains(r#"{"id":"My_DB","name":"Item My_DB","shelf":"top"}"#), "{text}");
    assert!(!text.contains("secret"), "{text}");
}

#[tokio::test]
async fn every_listed_address_can_be_read() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let listed = both.result("resources/list", json!({})).await;
    for uri in uris(&listed) {
        both.result("resources/read", json!({"uri": uri})).await;
    }
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_not_listed() {
    let mut both = Both::start(&SHELVES, "dots").await;
    let listed = both.result("resources/list", json!({})).await;
    assert_eq!(uris(&listed), ["shop://items", "shop://items/...", "shop://items/.a"]);
    for uri in uris(&listed) {
        both.result("resources/read", json!({"uri": uri})).await;
    }
}

/// Unknown, malformed, forbidden and missing: addresses, and how many requests each may cost.
const NOT_READ: [(&str, usize); 17] = [
    ("shop://items/missing", 1),
    ("shop://items/forbidden", 1),
    ("shop://unlisted/missing/more", 1),
    ("shop://nothing", 0),
    ("shop://items/", 0),
    ("shop://items/a/b", 0),
    ("shop://items/a%2Fb%00", 0),
    ("shop://items/a%2", 0),
    ("shop://items/%zz", 0),
    ("shop://items/%FF", 0),
    ("shop://items/a%00b", 0),
    ("shop://items/..", 0),
    ("SHOP://items", 0),
    ("http://items", 0),
    ("shop://items?x=1", 0),
    ("shop://items/a?x", 0),
    ("shop", 0),
];

#[tokio::test]
async fn what_is_not_read_is_one_answer() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let long = format!("shop://items/{}", "a".repeat(5_000));
    for (uri, sent) in NOT_READ.into_iter().chain([(long.as_str(), 0), ("", 0), ("shop://items/a\nb", 0)]) {
        let error = both.error("resources/read", json!({"uri": uri})).await;
        let said = "No such resource, or it is not visible to this key.";
        assert_eq!(error, json!({"code": -32002, "message": said, "data": {"uri": uri}}), "{uri}");
        assert_eq!(both.sent(), sent, "{uri}");
    }
    for (uri, sent) in NOT_READ {
        let error = both.modern("resources/read", &json!({"uri": uri})).await["error"].clone();
        let said = "No such resource, or it is not visible to this key.";
        assert_eq!(error, json!({"code": -32602, "message": said, "data": {"uri": uri}}), "{uri}");
        assert_eq!(both.sent(), sent, "{uri}");
    }
    let missing = both.error("resources/read", json!({})).await;
    assert_eq!(missing, both.error("resources/read", json!({"uri": ""})).await);
    let wrong = both.error("resources/read", json!({"uri": 7})).await;
    assert_eq!(wrong, json!({"code": -32602, "message": "`resources/read` takes `uri` (text)"}));
}

#[tokio::test]
async fn a_failure_is_no_denial_and_names_no_id() {
    let mut both = Both::start(&SHELVES, "ann").await;
    for uri in ["shop://items/broken", "shop://items/busy"] {
        let error = both.error("resources/read", json!({"uri": uri})).await;
        assert_eq!(error["code"], -32603, "{error}");
        let text = error.to_string();
        assert!(!text.contains("broken") && !text.contains("busy"), "{text}");
        assert_eq!(both.modern("resources/read", &json!({"uri": uri})).await["error"], error);
    }
}

#[tokio::test]
async fn who_may_keep_what_is_said() {
    let mut both = Both::start(&OPEN, "ann").await;
    for (method, params, scope, ttl) in [
        ("tools/list", json!({}), "public", 3_600_000),
        ("prompts/list", json!({}), "public", 3_600_000),
        ("resources/list", json!({}), "private", 0),
        ("resources/templates/list", json!({}), "public", 3_600_000),
        ("resources/read", json!({"uri": "shop://items"}), "private", 0),
    ] {
        let result = both.modern(method, &params).await["result"].clone();
        assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(ttl), &json!(scope)), "{method}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "shop", "{method}");
    }
}
