//! A catalogue of two tools, and an API that behaves as the id in the address says.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fewtools::contract::{
    Annotations, Answer, Argument, Call, Catalogue, Ceilings, Check, Conversion, Credential, Denial,
    Discriminator, Effect, Encoding, Gates, Input, Location, Mode, Parameter, PathPart, Requirement, Scheme,
    SchemeKind, Server, Source, Style, Tool, Types, Variant,
};
use fewtools::{Dispatcher, Request, Response, Sending, Upstream, UpstreamError};
use http::{HeaderMap, StatusCode};
use serde_json::json;

/// A catalogue whose refusals are results.
pub(crate) static CATALOGUE: Catalogue<'static> = SHOP;
/// The same, but refusals are protocol errors.
pub(crate) static STRICT: Catalogue<'static> =
    Catalogue { server: Server { refuse_by_protocol: true, ..SHOP.server }, ..SHOP };

const SHOP: Catalogue<'static> = Catalogue {
    server: Server { name: "shop", about: "Reads the items of a shop: \"all\".", refuse_by_protocol: false },
    tools: &[&GET_ITEM, &ITEM_ACTION],
    help: None,
    resources: &[],
    prompts: &[],
    instructions: "",
    profiles: &[],
    ceilings: Ceilings::NONE,
    upstream: fewtools::contract::Upstream {
        base: "http://api.test",
        timeout_ms: 5_000,
        max_response: 65_536,
    },
    schemes: &[Scheme {
        name: "token",
        kind: SchemeKind::KeyHeader("x-key"),
        credential: Credential::Forward("x-key"),
    }],
    errors: &[],
    renamed: &[],
    definitions: &[],
    result_tokens: 0,
};

static GET_ITEM: Tool<'static> = Tool {
    name: "get_item",
    about: "One item; <b>never</b> more.",
    mode: Mode::Terse,
    arguments: &[ID],
    discriminator: None,
    variants: &[Variant {
        name: "",
        effect: Effect::Read,
        call: call("GET", "/items/"),
        inputs: &[INPUT],
        ..VARIANT
    }],
    annotations: Annotations { read_only: true, destructive: false, idempotent: false },
};

static ITEM_ACTION: Tool<'static> = Tool {
    name: "item_action",
    about: "Does something to an item",
    mode: Mode::Simple,
    arguments: &[
        ID,
        Argument {
            name: "action",
            schema: r#"{"type":"string","enum":["hide","drop"]}"#,
            note: "what is done",
            required: true,
        },
    ],
    discriminator: Some(Discriminator { argument: 1, default: None, aliases: &[] }),
    variants: &[
        Variant {
            name: "hide",
            effect: Effect::Idempotent,
            call: call("PUT", "/hidden/"),
            inputs: &[INPUT],
            ..VARIANT
        },
        Variant {
            name: "drop",
            effect: Effect::Destructive,
            call: call("DELETE", "/items/"),
            inputs: &[INPUT],
            ..VARIANT
        },
    ],
    annotations: Annotations { read_only: false, destructive: true, idempotent: true },
};

const ID: Argument<'static> =
    Argument { name: "id", schema: r#"{"type":"string"}"#, note: "zürich/1 is no id", required: true };

const INPUT: Input<'static> = Input {
    argument: 0,
    slot: "path.id",
    required: true,
    default: "",
    check: Check { types: Types::STRING.with(Types::NUMBER), ..Check::ANY },
    conversion: Conversion::None,
    hint: "",
    about: "",
};

const VARIANT: Variant<'static> = Variant {
    name: "",
    about: "",
    effect: Effect::Read,
    inputs: &[],
    groups: &[],
    gates: Gates::NONE,
    denial: Denial::OPEN,
    call: call("GET", "/items/"),
    answer: Answer::Whole,
    next: None,
};

const fn call(method: &'static str, path: &'static str) -> Call<'static> {
    Call {
        operation: "item",
        method,
        base: "",
        path: match path.as_bytes() {
            b"/hidden/" => &[PathPart::Text("/hidden/"), PathPart::Parameter(0)],
            _ => &[PathPart::Text("/items/"), PathPart::Parameter(0)],
        },
        parameters: &[Parameter {
            location: Location::Path,
            name: "id",
            encoding: Encoding::Styled { style: Style::Simple, explode: false, allow_reserved: false },
            source: Source::Input(0),
        }],
        body: None,
        spreads: &[],
        security: &[&[Requirement { scheme: 0, scopes: &[] }], &[]],
        accept: "application/json",
    }
}

/// The API. Counts the requests it works on.
#[derive(Default)]
pub(crate) struct Shop {
    busy: Arc<AtomicUsize>,
}

impl Shop {
    /// Waits until so many requests are worked on.
    pub(crate) async fn is_busy_with(&self, requests: usize) {
        let waiting = async {
            while self.busy.load(Ordering::SeqCst) != requests {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(5), waiting).await.expect("the API hears of it");
    }
}

struct Busy(Arc<AtomicUsize>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Upstream for Shop {
    fn send(&self, request: Request) -> Sending<'_> {
        self.busy.fetch_add(1, Ordering::SeqCst);
        let busy = Busy(Arc::clone(&self.busy));
        Box::pin(async move {
            let _busy = busy;
            let id = request.url.rsplit('/').next().unwrap_or_default().to_owned();
            assert!(id != "panic", "the stub was asked to");
            match id.as_str() {
                "slow" => tokio::time::sleep(Duration::from_millis(300)).await,
                "slowest" => tokio::time::sleep(Duration::from_secs(30)).await,
                "never" => std::future::pending().await,
                _ => tokio::task::yield_now().await,
            }
            let key = request.headers.get("x-key").and_then(|key| key.to_str().ok());
            if id == "picture" {
                return picture();
            }
            answer(&json!({"id": id, "key": key}))
        })
    }
}

fn answer(body: &serde_json::Value) -> Result<Response, UpstreamError> {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", http::HeaderValue::from_static("application/json"));
    Ok(Response { status: StatusCode::OK, headers, body: body.to_string().into_bytes() })
}

fn picture() -> Result<Response, UpstreamError> {
    let headers =
        HeaderMap::from_iter([(http::header::CONTENT_TYPE, http::HeaderValue::from_static("image/png"))]);
    Ok(Response { status: StatusCode::OK, headers, body: b"\x89PNG\r\n\x1a\n\xff".to_vec() })
}

/// A server for this catalogue and API.
pub(crate) fn server(catalogue: &'static Catalogue<'static>, shop: Arc<Shop>) -> fewtools::server::Server {
    let dispatcher = Dispatcher::builder(catalogue).upstream(shop).build().expect("the catalogue is good");
    fewtools::server::Server::new(Arc::new(dispatcher)).expect("the listing is written as it was measured")
}
