//! Operations that code of the downstream crate calls → functions with typed arguments, whose requests are those of any tool.
#![deny(warnings)]

use std::sync::Arc;

use fewtools::{Caller, Context, Dispatcher, Failed, HandTool, Handler};
use fewtools_tests::recorder::Recorder;
use serde_json::{Value, json};

use harbours::tools::client::{Api, GetShip, ListShips, SearchNews};

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

fewtools::arguments! {
    /// What `headlines` takes.
    struct Headlines {
        /// What they are about.
        words: String,
    }
}

struct Search;

impl Handler for Search {
    type Arguments = Headlines;

    async fn call(&self, context: Context<'_>, arguments: Headlines) -> Result<Value, Failed> {
        let found = Api(context).search_news(context.caller(), SearchNews::new(arguments.words)).await?;
        Ok(json!({ "status": found.status }))
    }
}

#[tokio::test]
async fn a_post_that_is_said_to_read_is_sent_by_a_tool_that_reads() {
    let upstream = Arc::new(Recorder::default());
    let dispatcher = Dispatcher::builder(&harbours::tools::CATALOGUE)
        .upstream(upstream.clone())
        .tool(HandTool::new("headlines", "News about something.", Search))
        .build()
        .expect("a sound catalogue");
    let arguments = json!({ "words": "ice" }).as_object().cloned().unwrap_or_default();
    let reply = dispatcher.call(&Caller::anonymous(), "headlines", arguments).await.expect("a reply");
    assert_eq!(reply.text, r#"{"status":200}"#);
    assert_eq!(upstream.take().len(), 1);
}

#[tokio::test]
async fn arguments_are_checked_as_in_any_tool() {
    let (text, urls) = fleet(json!({ "port": "oslo", "limit": 99, "imo": 7 })).await;
    assert!(text.contains("limit"), "{text}");
    assert!(urls.is_empty(), "{urls:?}");
}
