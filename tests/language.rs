//! The surface of `fixtures/accept/language`, served: every form of a field, functions in Rust, and answers that fit the
//! output schemas that are listed, whatever the API leaves out or adds.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;

use fewtools::{Caller, Dispatcher, Request, Response, Sending, Upstream};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

include!(concat!(env!("OUT_DIR"), "/accept_language/fewtools.rs"));

/// Answers every request with this.
struct Player(Value);

impl Upstream for Player {
    fn send(&self, _: Request) -> Sending<'_> {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        let body = self.0.to_string().into_bytes();
        Box::pin(async move { Ok(Response { status: StatusCode::OK, headers, body }) })
    }
}

struct Keepers;

impl tools::Hooks for Keepers {
    fn age(&self, since: Option<i64>, now: Option<String>) -> Option<i64> {
        since.zip(now).map(|(since, _)| 2026 - since)
    }

    fn trend(&self, of: Option<Vec<tools::TrendOf>>) -> Option<String> {
        let notes: Vec<String> = of?.into_iter().filter_map(|entry| entry.note.or(entry.r#type)).collect();
        Some(notes.join(", "))
    }

    fn is_lit(
        &self,
        lamps: Option<Vec<tools::IsLitLamps>>,
        keeper: Option<tools::IsLitKeeper>,
    ) -> Option<bool> {
        Some(keeper?.name.is_some() && lamps?.iter().any(|lamp| lamp.watts > Some(0)))
    }
}

/// What a tool answers where the API answers this; the answer fits the listed schema.
fn answer(tool: &str, arguments: Value, body: Value) -> Value {
    let dispatcher = Dispatcher::builder(&tools::CATALOGUE)
        .upstream(Arc::new(Player(body)))
        .hooks(tools::hooks(Keepers))
        .validate_output(true)
        .build()
        .unwrap();
    let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reply = runtime.block_on(dispatcher.call(&Caller::anonymous(), tool, arguments)).unwrap();
    assert!(!reply.is_error, "{}", reply.text);
    let answer = Value::Object(reply.structured.unwrap());
    let listed = tools::CATALOGUE.tools.iter().find(|entry| entry.name == tool).unwrap().output_schema;
    let schema: Value = serde_json::from_str(listed).unwrap();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(&answer).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{tool}: {faults:?}\n{answer:#}");
    answer
}

fn light() -> Value {
    json!({
        "name": "Skerryvore", "state": "dark", "height": 48.5, "unknown": [1],
        "keeper": {"name": "Alan", "since": 1990, "salary": 3},
        "history": "long ".repeat(1000),
        "lamps": [
            {"kind": "oil", "watts": 10, "spare": false},
            {"kind": "arc", "watts": 900, "spare": false, "maker's name": "Chance", "price": 5},
            {"kind": "led", "watts": 40, "spare": true},
            {"kind": "gas", "spare": false},
        ],
        "log": [{"note": "lit"}, {"type": "storm"}, {}],
    })
}

#[test]
fn every_form_of_a_field_is_answered() {
    let answer = answer("light", json!({"light": "s"}), light());
    let history = answer["history"].as_str().unwrap();
    assert!(history.len() <= 2_000 + '…'.len_utf8() && history.ends_with('…'));
    assert!(answer["at"].as_str().unwrap().ends_with('Z'));
    let mut rest = answer.clone();
    rest.as_object_mut().unwrap().retain(|name, _| !["history", "at"].contains(&name.as_str()));
    let expected = json!({
        "name": "Skerryvore", "asked": "s", "state": "dark", "height": 48.5,
        "keeper": {"name": "Alan", "rank": null},
        "lamps": [
            {"kind": "arc", "maker": "Chance"}, {"kind": "oil", "maker": null}, {"kind": "gas", "maker": null},
        ],
        "spares": 1, "watts": 910, "unit": "W", "age": 36, "trend": "lit, storm", "lit": true,
        "notes": ["Skerryvore is dark with 910 W.", "It is lit."],
    });
    assert_eq!(rest, expected);
}

#[test]
fn what_the_api_leaves_out_is_null_and_what_it_adds_never_leaves() {
    let answer =
        answer("light", json!({"light": "s"}), json!({"name": "a", "state": "lit", "height": 1, "more": 1}));
    for name in ["keeper", "history", "lamps", "spares", "watts", "age", "trend", "lit"] {
        assert_eq!(answer[name], Value::Null, "{name}");
    }
    assert_eq!(answer["notes"], json!(["No spare lamp."]));
    assert_eq!(answer.get("more"), None);
}

#[test]
fn what_the_document_calls_a_text_leaves_no_object_and_no_list() {
    let mut grown = light();
    grown["history"] = json!({"secret": 1});
    grown["marks"] = json!([{"secret": 1}, "red", ["secret"]]);
    let said = answer("about", json!({"light": "s", "what": "light"}), grown.clone());
    assert_eq!((&said["note"], &said["marks"]), (&Value::Null, &json!(["red"])));
    assert_eq!(said["first"], json!([]));
    grown["history"] = json!(["secret"]);
    grown["marks"] = json!({"secret": 1});
    let said = answer("about", json!({"light": "s", "what": "light"}), grown);
    assert_eq!((&said["note"], &said["marks"], &said["first"]), (&Value::Null, &Value::Null, &Value::Null));
}

#[test]
fn rows_and_whole_answers_fit_their_schemas() {
    let rows = answer("lights", json!({"coast": "west"}), json!({"lights": [light(), {"name": "b"}]}));
    let row = json!({"name": "Skerryvore", "coast": "west", "lamps": 4, "age": 36});
    assert_eq!(rows["items"], json!([row, {"name": "b", "coast": "west", "lamps": null, "age": null}]));
    let log = answer("log", json!({"light": "s"}), json!([{"note": "lit", "more": {}}]));
    assert_eq!(log["items"], json!([{"note": "lit", "more": {}}]));
    let named = answer("about", json!({"light": "s", "what": "light"}), light());
    assert_eq!(named["name"], "Skerryvore");
    let written = answer("about", json!({"light": "s", "what": "log"}), json!([{"note": "lit"}]));
    assert_eq!(written["items"], json!([{"at": null, "note": "lit"}]));
}

#[test]
fn an_answer_that_is_cut_fits_its_schema() {
    let log: Vec<Value> = (0..4000).map(|day| json!({"note": format!("day {day}")})).collect();
    let cut = answer("log", json!({"light": "s"}), Value::Array(log));
    assert_eq!(cut["truncated"], true);
    let mut long = light();
    long["name"] = "x".repeat(50_000).into();
    assert!(answer("light", json!({"light": "s"}), long)["truncated"].is_string());
}
