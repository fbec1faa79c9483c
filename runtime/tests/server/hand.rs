//! A tool written in Rust over both transports, beside those of a catalogue.

use fewtools::contract::{Annotations, Catalogue, Effect, Mode, Tool, Variant, Work};
use fewtools::{Context, Failed, HandTool, Handler};
use serde_json::{Map, Value, json};

use crate::both::Both;
use crate::catalogue::{ID, INPUT, SHOP, VARIANT, call};

/// The shop, whose operation a tool written in Rust calls.
pub(crate) static BESIDE: Catalogue<'static> = Catalogue { operations: &[&DROP], ..SHOP };

static DROP: Tool<'static> = Tool {
    name: "drop",
    about: "",
    mode: Mode::Terse,
    arguments: &[ID],
    discriminator: None,
    variants: &[Variant {
        effect: Effect::Destructive,
        work: Work::one(call("DELETE", "/items/")),
        inputs: &[INPUT],
        ..VARIANT
    }],
    annotations: Annotations { read_only: false, destructive: true, idempotent: false },
    output_schema: "",
    result_tokens: 0,
};

fewtools::arguments! {
    /// What `drop_all` takes.
    pub struct DropAll {
        /// The items.
        ids: Vec<String>,
        why: String,
    }
}

struct Dropping;

impl Handler for Dropping {
    type Arguments = DropAll;

    async fn call(&self, context: Context<'_>, arguments: DropAll) -> Result<Value, Failed> {
        let mut dropped = Vec::new();
        for id in arguments.ids {
            let one = Map::from_iter([("id".to_owned(), id.into())]);
            dropped.push(context.operation(0, context.caller(), one).await?.status);
        }
        Ok(json!({ "why": arguments.why, "dropped": dropped }))
    }
}

/// Drops items, if the call repeats why.
pub(crate) fn drop_all() -> HandTool {
    let tool = HandTool::new("drop_all", "Drops items.", Dropping).effect(Effect::Destructive);
    tool.dry_run("dryRun").confirm("confirm", "why")
}

#[tokio::test]
async fn it_is_listed_and_gated_as_all_others() {
    let mut both = Both::start(&BESIDE, "k1").await;
    let listed = both.result("tools/list", json!({})).await;
    assert_eq!(listed["tools"][2]["name"], "drop_all");
    assert_eq!(listed["tools"][2]["inputSchema"]["required"], json!(["ids", "why"]));

    let call = |arguments: Value| json!({ "name": "drop_all", "arguments": arguments });
    let refused = both.result("tools/call", call(json!({"ids": "a", "why": "old"}))).await;
    assert_eq!(refused["content"][0]["text"], "ids must be an array, not text.");
    let dry = both.result("tools/call", call(json!({"ids": ["it"], "why": "old"}))).await;
    assert_eq!(
        dry["structuredContent"],
        json!({
            "dryRun": true, "confirm": "old",
            "wouldSend": {"method": "DELETE", "path": "/items/it", "headers": {"accept": "application/json"}},
        })
    );
    let real = json!({"ids": ["it", "my_db"], "why": "old", "dryRun": false});
    let unconfirmed = both.modern("tools/call", &call(real.clone())).await;
    assert_eq!(unconfirmed["result"]["structuredContent"]["reason"], "confirm-needed");
    assert_eq!(both.sent(), 0);
    let mut confirmed = real;
    confirmed["confirm"] = "old".into();
    let done = both.result("tools/call", call(confirmed)).await;
    assert_eq!(done["structuredContent"], json!({"why": "old", "dropped": [200, 200]}), "{done}");
    assert_eq!(both.sent(), 2);
}
