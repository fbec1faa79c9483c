//! Values for the arguments of prompts and the variables of addresses.

use serde_json::{Value, json};

use crate::both::Both;
use crate::shelves::SHELVES;

fn prompt(argument: &str, typed: &str) -> Value {
    json!({"ref": {"type": "ref/prompt", "name": "look_at"}, "argument": {"name": argument, "value": typed}})
}

fn resource(uri: &str, typed: &str) -> Value {
    json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": "id", "value": typed}})
}

#[tokio::test]
async fn values_come_from_what_this_caller_sees() {
    let mut both = Both::start(&SHELVES, "ann").await;
    for params in [prompt("id", "m"), resource("shop://items/{id}", "m")] {
        let result = both.result("completion/complete", params).await;
        assert_eq!(result, json!({"completion": {"values": ["My_DB"], "total": 1, "hasMore": false}}));
    }
    let all = both.result("completion/complete", prompt("id", "")).await["completion"].clone();
    assert_eq!(all["values"], json!(["zürich 1", "My_DB", "a/b", "ann"]));
    let held = both.result("completion/complete", prompt("id", "N")).await["completion"].clone();
    assert_eq!(held["values"], json!(["ann"]));
    let modern = both.modern("completion/complete", &prompt("id", "m")).await["result"].clone();
    assert_eq!((&modern["resultType"], &modern["completion"]["total"]), (&json!("complete"), &json!(1)));
}

#[tokio::test]
async fn a_hundred_values_are_the_most() {
    let mut both = Both::start(&SHELVES, "many").await;
    let all = both.result("completion/complete", prompt("id", "i")).await["completion"].clone();
    assert_eq!(
        (all["values"].as_array().map(Vec::len), &all["total"], &all["hasMore"]),
        (Some(100), &json!(130), &json!(true))
    );
}

#[tokio::test]
async fn nothing_is_told_of_a_list_that_is_denied_or_not_there() {
    let nothing = json!({"completion": {"values": [], "total": 0, "hasMore": false}});
    for key in ["nobody", "unlucky"] {
        let mut both = Both::start(&SHELVES, key).await;
        assert_eq!(both.result("completion/complete", prompt("id", "")).await, nothing, "{key}");
    }
    let mut both = Both::start(&SHELVES, "ann").await;
    assert_eq!(both.result("completion/complete", prompt("why", "")).await, nothing);
    assert_eq!(both.result("completion/complete", resource("shop://unlisted/{id}/more", "")).await, nothing);
    assert_eq!(both.sent(), 0);
    let mut asker = Both::of(&SHELVES, "ann", Some("asker")).await;
    assert_eq!(asker.result("completion/complete", prompt("id", "")).await, nothing);
    assert_eq!(asker.sent(), 0);
}

#[tokio::test]
async fn an_unknown_reference_is_invalid_params() {
    let mut both = Both::start(&SHELVES, "ann").await;
    for params in [
        prompt("ids", ""),
        resource("shop://items", ""),
        resource("shop://items/My_DB", ""),
        resource("shop://other/{id}", ""),
        json!({"ref": {"type": "ref/prompt", "name": "no_such"}, "argument": {"name": "id", "value": ""}}),
        json!({"ref": {"type": "ref/tool", "name": "get_item"}, "argument": {"name": "id", "value": ""}}),
        json!({"ref": {"type": "ref/prompt", "name": "look_at"}, "argument": {"name": "id"}}),
        json!({}),
    ] {
        assert_eq!(both.error("completion/complete", params.clone()).await["code"], -32602, "{params}");
    }
    assert_eq!(both.sent(), 0);
}
