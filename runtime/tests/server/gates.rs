//! Gates and denials over both transports: what a caller is told, and how many requests leave.

use fewtools::contract::{
    Annotations, Argument, Catalogue, Check, Confirm, Denial, DryRun, Effect, Expected, Gates, Input, Mode,
    Preview, Segment, Server, Tool, Types, Variant, Work,
};
use serde_json::{Value, json};

use crate::both::Both;
use crate::catalogue::{ID, INPUT, SHOP, VARIANT, call};

static GATED: Catalogue<'static> = Catalogue { tools: &[&DROP], ..SHOP };
static STRICT: Catalogue<'static> =
    Catalogue { server: Server { refuse_by_protocol: true, ..SHOP.server }, tools: &[&DROP], ..SHOP };

/// Drops an item for good. Who does has to say whose it is, which the API knows.
static DROP: Tool<'static> = Tool {
    name: "drop_item",
    about: "Drops an item.",
    mode: Mode::Terse,
    arguments: &[
        ID,
        Argument { name: "dryRun", schema: r#"{"type":"boolean"}"#, note: "", required: false },
        Argument { name: "confirm", schema: r#"{"type":"string"}"#, note: "", required: false },
    ],
    discriminator: None,
    variants: &[Variant {
        effect: Effect::Destructive,
        work: Work::one(call("DELETE", "/items/")),
        inputs: &[
            INPUT,
            Input {
                argument: 1,
                slot: "",
                required: false,
                default: "true",
                check: Check { types: Types::BOOLEAN, ..Check::ANY },
                ..INPUT
            },
            Input { argument: 2, slot: "", required: false, ..INPUT },
        ],
        gates: Gates {
            dry_run: Some(DryRun { input: 1, preview: Preview::Local }),
            confirm: Some(Confirm {
                input: 2,
                equals: Expected::Lookup { call: &call("GET", "/items/"), at: &[Segment::Key("key")] },
                receipt: false,
            }),
            cap: None,
        },
        denial: Denial { hidden: "No such item, or this key has no grant on it.", ..Denial::OPEN },
        ..VARIANT
    }],
    annotations: Annotations { read_only: false, destructive: true, idempotent: false },
    output_schema: "",
    result_tokens: 0,
};

async fn drop_item(both: &mut Both, arguments: Value) -> Value {
    both.result("tools/call", json!({"name": "drop_item", "arguments": arguments})).await
}

#[tokio::test]
async fn a_dry_run_shows_the_request_and_what_a_real_run_confirms() {
    let mut both = Both::start(&GATED, "ann").await;
    let result = drop_item(&mut both, json!({"id": "7"})).await;
    let shown = json!({
        "dryRun": true,
        "wouldSend": {"method": "DELETE", "path": "/items/7", "headers": {"accept": "application/json"}},
        "confirm": "ann",
    });
    assert_eq!(result["structuredContent"], shown);
    assert_eq!(result["content"][0]["text"], shown.to_string());
    assert_eq!((result["isError"].as_bool().unwrap_or_default(), both.sent()), (false, 1), "the lookup");
}

#[tokio::test]
async fn a_real_run_confirms_what_this_caller_can_know() {
    for (key, other) in [("ann", "bob"), ("bob", "ann")] {
        let mut both = Both::start(&GATED, key).await;
        for confirm in [Value::Null, json!(other), json!("7")] {
            let call = json!({"id": "7", "dryRun": false, "confirm": confirm});
            let refused = drop_item(&mut both, call).await;
            let said = format!(
                "A real run needs confirm to be exactly \"{key}\". Run with dryRun=true first to see what it would affect."
            );
            assert_eq!((&refused["isError"], &refused["content"][0]["text"]), (&json!(true), &json!(said)));
            assert_eq!(refused["structuredContent"]["reason"], "confirm-needed");
            assert_eq!(both.sent(), 1, "the lookup alone");
        }
        let done = drop_item(&mut both, json!({"id": "7", "dryRun": false, "confirm": key})).await;
        assert_eq!(done["structuredContent"], json!({"id": "7", "key": key}));
        assert_eq!(both.sent(), 2, "the lookup and the change");
    }
}

#[tokio::test]
async fn a_refusal_takes_the_channel_of_the_catalogue() {
    let mut both = Both::start(&STRICT, "ann").await;
    let call = json!({"name": "drop_item", "arguments": {"id": "7", "dryRun": false}});
    let error = both.error("tools/call", call).await;
    assert_eq!((&error["code"], &error["data"]["reason"]), (&json!(-32602), &json!("confirm-needed")));
}

#[tokio::test]
async fn missing_and_forbidden_are_the_same_to_a_gate() {
    let mut both = Both::start(&GATED, "ann").await;
    let mut answers = Vec::new();
    for id in ["missing", "forbidden"] {
        for more in [json!({}), json!({"dryRun": false}), json!({"dryRun": false, "confirm": "ann"})] {
            let mut call = json!({"id": id});
            for (name, value) in more.as_object().expect("an object") {
                call[name.as_str()] = value.clone();
            }
            answers.push(drop_item(&mut both, call).await);
            assert_eq!(both.sent(), 1, "{id} {more}");
        }
    }
    assert_eq!(answers[0]["content"][0]["text"], "No such item, or this key has no grant on it.");
    assert_eq!(answers[0]["structuredContent"], json!({"reason": "not-found-or-not-visible"}));
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
}
