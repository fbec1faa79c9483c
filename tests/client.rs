//! Operations that code of the downstream crate calls → functions with typed arguments, whose requests are those of any tool.
#![deny(warnings)]

use std::sync::Arc;

use fewtools::{Caller, Context, Dispatcher, Failed, HandTool, Handler};
use fewtools_tests::recorder::Recorder;
use serde_json::{Value, json};

use harbours::tools::client::{Api, GetShip, ListShips};

mod harbours {
    include!(concat!(env!("OUT_DIR"), "/accept_composites/fewtools.rs"));
}

fewtools::arguments! {
    /// What `fleet` takes.
    struct Fleet {
        /// The port.
        port: String,
        limit: Option<i64>,
        imo: i64,
    }
}

struct Look;

impl Handler for Look {
    type Arguments = Fleet;

    async fn call(&self, context: Context<'_>, arguments: Fleet) -> Result<Value, Failed> {
        let (api, caller) = (Api(context), context.caller());
        let Fleet { port, limit, imo } = arguments;
        let ships = api.list_ships(caller, ListShips { port, limit, state: None, after: None }).await?;
        let ship = api.get_ship(caller, GetShip { imo }).await?;
        Ok(json!({ "ships": ships.body, "ship": ship.status }))
    }
}

/// What a call of `fleet` says, and the paths that it asks for.
async fn fleet(arguments: Value) -> (String, Vec<String>) {
    let upstream = Arc::new(Recorder::default());
    let dispatcher = Dispatcher::builder(&harbours::tools::CATALOGUE)
        .upstream(upstream.clone())
        .tool(HandTool::new("fleet", "Ships of a port.", Look))
        .build()
        .expect("a sound catalogue");
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let reply = dispatcher.call(&Caller::anonymous(), "fleet", arguments).await.expect("a reply");
    let urls = upstream.take().into_iter().map(|request| request.url);
    (reply.text, urls.collect())
}

#[tokio::test]
async fn functions_ask_what_any_tool_would_ask() {
    let (text, urls) = fleet(json!({ "port": "a/b", "limit": 2, "imo": 7 })).await;
    assert_eq!(text, r#"{"ships":{},"ship":200}"#);
    let base = "https://harbours.example/v1";
    assert_eq!(urls, [format!("{base}/ports/a%2Fb/ships?limit=2"), format!("{base}/ships/7")]);
}

#[tokio::test]
async fn arguments_are_checked_as_in_any_tool() {
    let (text, urls) = fleet(json!({ "port": "oslo", "limit": 99, "imo": 7 })).await;
    assert!(text.contains("limit"), "{text}");
    assert!(urls.is_empty(), "{urls:?}");
}
