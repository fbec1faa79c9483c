//! What the help tool tells: the tools that are offered in short, or one of them whole.

use fewtools::contract::{Catalogue, Server};
use serde_json::{Value, json};

use crate::both::Both;
use crate::shelves::{OPEN, SHELVES};

/// With a cap that no whole reference is below.
static TIGHT: Catalogue<'static> = Catalogue { result_tokens: 40, ..OPEN };
static STRICT: Catalogue<'static> =
    Catalogue { server: Server { refuse_by_protocol: true, ..OPEN.server }, ..OPEN };

async fn told(both: &mut Both, arguments: Value) -> (String, Value) {
    let mut result = both.result("tools/call", json!({"name": "shop_help", "arguments": arguments})).await;
    assert_eq!(result["isError"], false, "{result}");
    let text = result["content"][0]["text"].as_str().expect("text").to_owned();
    (text, result["structuredContent"].take())
}

#[tokio::test]
async fn the_index_names_what_is_offered() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let (text, data) = told(&mut both, json!({})).await;
    let expected = "shop: Reads the items of a shop: \"all\".
- get_item: One item; <b>never</b> more. Only reads.
- item_action (hide, drop): Does something to an item. May remove or overwrite.
Call shop_help with tool for all about one of them.";
    assert_eq!(text, expected);
    assert_eq!(data["tools"][1]["variants"], json!(["hide", "drop"]));
    assert_eq!(
        data["tools"][0],
        json!({"name": "get_item", "about": "One item; <b>never</b> more.", "effect": "read"})
    );

    let mut reader = Both::of(&SHELVES, "ann", Some("reader")).await;
    let (text, _) = told(&mut reader, json!({})).await;
    assert!(text.contains("- item_action: Hides an item. Sets;") && !text.contains("drop"), "{text}");
}

#[tokio::test]
async fn the_reference_tells_everything_of_one_tool() {
    let mut both = Both::start(&SHELVES, "ann").await;
    let (text, data) = told(&mut both, json!({"tool": "item_action"})).await;
    let expected = r#"item_action: Does something to an item.

action chooses:
- hide: Sets; a second call changes nothing more. Needs id. Takes id.
- drop: May remove or overwrite. Needs id. Takes id.

Arguments:
- id (required): zürich/1 is no id. Schema: {"type":["number","string"]}
"#;
    assert_eq!(text, expected);
    assert_eq!(data["variants"][1]["effect"], "destructive");
    assert_eq!(data["arguments"][0]["schema"], json!({"type": ["number", "string"]}));
    assert_eq!(both.sent(), 0);
}

#[tokio::test]
async fn what_is_not_offered_is_no_tool_to_explain() {
    let mut bare = Both::of(&SHELVES, "ann", Some("bare")).await;
    let call = |arguments: Value| json!({"name": "shop_help", "arguments": arguments});
    let mut said = Vec::new();
    for tool in ["item_action", "item_actiom", "shop_help"] {
        let refused = bare.result("tools/call", call(json!({"tool": tool}))).await;
        assert_eq!(refused["isError"], true, "{tool}");
        said.push(refused["content"][0]["text"].clone());
    }
    assert!(said.iter().all(|text| *text == "tool must be one of: get_item."), "{said:?}");
    let near = bare.result("tools/call", call(json!({"tool": "get_itm"}))).await;
    assert_eq!(near["content"][0]["text"], "tool must be one of: get_item. Did you mean get_item?");
    assert_eq!(near["structuredContent"]["closest"], "get_item");
    let unknown = bare.result("tools/call", call(json!({"tol": "get_item"}))).await;
    assert_eq!(unknown["structuredContent"]["reason"], "unknown-argument");

    let mut strict = Both::start(&STRICT, "ann").await;
    assert_eq!(strict.error("tools/call", call(json!({"tool": 7}))).await["code"], -32602);
}

#[tokio::test]
async fn help_stays_below_the_cap() {
    let mut both = Both::start(&TIGHT, "ann").await;
    for arguments in [json!({}), json!({"tool": "item_action"})] {
        let (text, data) = told(&mut both, arguments).await;
        assert!(
            text.chars().count() <= 160 && text.ends_with("[Cut to stay below the cap of results.]"),
            "{text}"
        );
        assert!(data.to_string().chars().count() <= 160 && data["truncated"] == true, "{data}");
    }
}
