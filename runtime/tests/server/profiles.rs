//! Each profile is a server of its own: what it does not offer is not there, word for word.

use fewtools::server::HttpOptions;
use serde_json::{Value, json};

use crate::both::Both;
use crate::catalogue::CATALOGUE;
use crate::shelves::{OPEN, SHELVES};
use crate::wire::{Http, INITIALIZE};

fn names(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|entry| entry["name"].as_str().expect("a name")).collect()
}

async fn opened(both: &mut Both) -> Value {
    let opening: Value = serde_json::from_str(INITIALIZE).expect("JSON");
    both.result("initialize", opening["params"].clone()).await
}

#[tokio::test]
async fn every_list_is_the_profiles() {
    let mut whole = Both::start(&SHELVES, "ann").await;
    let mut reader = Both::of(&SHELVES, "ann", Some("reader")).await;
    let tools = whole.result("tools/list", json!({})).await["tools"].clone();
    assert_eq!(names(&tools), ["get_item", "item_action", "shop_help"]);
    let tools = reader.result("tools/list", json!({})).await["tools"].clone();
    assert_eq!(names(&tools), ["get_item", "item_action", "shop_help"]);
    assert_eq!(tools[1]["description"], "Hides an item.");
    let resources = reader.result("resources/list", json!({})).await["resources"].clone();
    assert_eq!(names(&resources), ["items"]);
    let templates = reader.result("resources/templates/list", json!({})).await;
    assert_eq!(templates, json!({"resourceTemplates": []}));
    assert_eq!(names(&reader.result("prompts/list", json!({})).await["prompts"]), ["rest"]);
}

#[tokio::test]
async fn the_opening_is_the_profiles() {
    for (profile, instructions, capabilities) in [
        (
            None,
            json!(SHELVES.instructions),
            json!({"completions": {}, "prompts": {}, "resources": {}, "tools": {}}),
        ),
        (Some("reader"), json!("Begin with get_item."), json!({"prompts": {}, "resources": {}, "tools": {}})),
        (Some("bare"), json!(SHELVES.server.about), json!({"tools": {}})),
        (Some("unheard"), Value::Null, json!({"tools": {}})),
    ] {
        let mut both = Both::of(&SHELVES, "ann", profile).await;
        let opening = opened(&mut both).await;
        assert_eq!(opening["instructions"], instructions, "{profile:?}");
        assert_eq!(opening["capabilities"], capabilities, "{profile:?}");
        let discovered = both.modern("server/discover", &json!({})).await["result"].clone();
        assert_eq!(discovered["instructions"], instructions, "{profile:?}");
        assert_eq!(discovered["capabilities"], capabilities, "{profile:?}");
        assert_eq!(discovered["cacheScope"], "private", "{profile:?}");
    }
}

/// A call of something that is there for the whole surface alone, and the same of something that is nowhere.
fn twins() -> [(&'static str, Value, Value); 6] {
    let call = |name: &str| json!({"name": name, "arguments": {"id": "1"}});
    let complete = |name: &str| json!({"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": "id", "value": ""}});
    let drop = |word: &str| json!({"name": "item_action", "arguments": {"id": "1", word: "drop"}});
    [
        ("prompts/get", json!({"name": "look_at", "arguments": {"id": "1"}}), json!({"name": "nowhere"})),
        ("resources/read", json!({"uri": "shop://items/My_DB"}), json!({"uri": "shop://nowhere/My_DB"})),
        ("completion/complete", complete("look_at"), complete("nowhere")),
        ("tools/call", call("item"), call("nowhere")),
        ("tools/call", call("unlisted"), call("nowhere")),
        ("tools/call", drop("action"), drop("nothing")),
    ]
}

#[tokio::test]
async fn what_is_not_offered_answers_as_what_is_not_there() {
    for profile in ["reader", "bare", "unheard"] {
        let mut both = Both::of(&SHELVES, "ann", Some(profile)).await;
        for (method, other, nowhere) in twins() {
            let said =
                |answer: Value| answer.to_string().replace("nowhere", "look_at").replace("nothing", "action");
            let other = both.ask(method, &other).await;
            let nowhere = said(both.ask(method, &nowhere).await);
            assert_eq!(
                said(other).replace("shop://items/", "shop://look_at/"),
                nowhere,
                "{profile} {method}"
            );
        }
        assert_eq!(both.sent(), 0, "{profile}");
    }
}

#[tokio::test]
async fn an_old_name_is_known_where_its_new_one_is() {
    let call = |name: &str| json!({"name": name, "arguments": {"id": "1"}});
    let mut bare = Both::of(&SHELVES, "ann", Some("bare")).await;
    let said = bare.result("tools/call", call("take_item")).await["content"][0]["text"].clone();
    assert_eq!(said, "take_item is now get_item, same arguments.");
    let unknown = json!({"code": -32602, "message": "Unknown tool."});
    assert_eq!(bare.error("tools/call", call("do_item")).await, unknown);
    assert_eq!(bare.error("tools/call", call("item_action")).await, unknown);
    let mut unheard = Both::of(&SHELVES, "ann", Some("unheard")).await;
    for name in ["take_item", "do_item", "get_item", "shop_help"] {
        assert_eq!(unheard.error("tools/call", call(name)).await, unknown, "{name}");
    }
    assert_eq!(unheard.result("tools/list", json!({})).await, json!({"tools": []}));
    assert_eq!(unheard.sent() + bare.sent(), 0);
}

#[tokio::test]
async fn a_narrower_tool_runs_what_it_has() {
    let mut reader = Both::of(&SHELVES, "ann", Some("reader")).await;
    let result = reader.result("tools/call", json!({"name": "item_action", "arguments": {"id": "1"}})).await;
    assert_eq!(result["structuredContent"]["id"], "1");
}

#[tokio::test]
async fn over_http_each_request_has_its_profile() {
    let options = HttpOptions::default().profile(|request| {
        request.headers.get("x-group").and_then(|group| group.to_str().ok()).map(str::to_owned)
    });
    let http = Http::start(&SHELVES, options.clone()).await;
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#;
    let reader = http.post(&[("x-group", "reader")], list).await.json();
    assert_eq!(names(&reader["result"]["prompts"]), ["rest"]);
    assert_eq!(names(&http.post(&[], list).await.json()["result"]["prompts"]), ["look_at", "rest"]);
    let bare = http.post(&[("x-group", "bare")], list).await.json();
    assert_eq!(bare["error"], json!({"code": -32601, "message": "method not found: `prompts/list`"}));
    let opened = http.post(&[("x-group", "reader")], INITIALIZE).await.json();
    assert_eq!(opened["result"]["instructions"], "Begin with get_item.");

    // Callers may be told apart even where the catalogue has no profiles.
    let http = Http::start(&OPEN, options).await;
    let listed = http.modern("tools/list", "", &modern("tools/list")).await.json();
    assert_eq!(listed["result"]["cacheScope"], "private");
}

fn modern(method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{}}}}}"#, crate::wire::META)
}

#[tokio::test]
async fn without_profiles_a_name_offers_nothing() {
    let mut both = Both::of(&CATALOGUE, "ann", Some("reader")).await;
    assert_eq!(both.result("tools/list", json!({})).await, json!({"tools": []}));
}
