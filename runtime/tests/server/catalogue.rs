//! A catalogue of two tools, and an API that behaves as the id in the address says.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use fewtools::contract::{
    Annotations, Answer, Argument, Call, Catalogue, Ceilings, Check, Conversion, Credential, Denial,
    Discriminator, Effect, Encoding, Gates, Input, Location, Mode, Parameter, PathPart, Requirement, Scheme,
    SchemeKind, Server, Source, Style, Tool, Types, Variant, Work,
};
use fewtools::{Dispatcher, HandTool, Request, Response, Sending, Upstream, UpstreamError};
use http::{HeaderMap, StatusCode};
use serde_json::json;

/// A catalogue whose refusals are results.
pub(crate) static CATALOGUE: Catalogue<'static> = SHOP;
/// The same, but refusals are protocol errors.
pub(crate) static STRICT: Catalogue<'static> =
    Catalogue { server: Server { refuse_by_protocol: true, ..SHOP.server }, ..SHOP };

pub(crate) const SHOP: Catalogue<'static> = Catalogue {
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
    settled: &[],
    renamed: &[],
    definitions: &[],
    hooks: &[],
    operations: &[],
    result_tokens: 0,
};

pub(crate) static GET_ITEM: Tool<'static> = Tool {
    name: "get_item",
    about: "One item; <b>never</b> more.",
    mode: Mode::Terse,
    arguments: &[ID],
    discriminator: None,
    variants: &[Variant {
        name: "",
        effect: Effect::Read,
        work: Work::one(call("GET", "/items/")),
        inputs: &[INPUT],
        ..VARIANT
    }],
    annotations: Annotations { read_only: true, destructive: false, idempotent: false },
    output_schema: "",
    result_tokens: 0,
};

pub(crate) static ITEM_ACTION: Tool<'static> = Tool {
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
            work: Work::one(call("PUT", "/hidden/")),
            inputs: &[INPUT],
            ..VARIANT
        },
        Variant {
            name: "drop",
            effect: Effect::Destructive,
            work: Work::one(call("DELETE", "/items/")),
            inputs: &[INPUT],
            ..VARIANT
        },
    ],
    annotations: Annotations { read_only: false, destructive: true, idempotent: true },
    output_schema: r#"{"type":"object","properties":{"item":{"type":"string"}}}"#,
    result_tokens: 0,
};

pub(crate) const ID: Argument<'static> =
    Argument { name: "id", schema: r#"{"type":"string"}"#, note: "zürich/1 is no id", required: true };

pub(crate) const INPUT: Input<'static> = Input {
    argument: 0,
    slot: "path.id",
    required: true,
    default: "",
    check: Check { types: Types::STRING.with(Types::NUMBER), ..Check::ANY },
    conversion: Conversion::None,
    digits: &[],
    hint: "",
    about: "",
};

pub(crate) const VARIANT: Variant<'static> = Variant {
    name: "",
    about: "",
    effect: Effect::Read,
    inputs: &[],
    groups: &[],
    gates: Gates::NONE,
    denial: Denial::OPEN,
    work: Work::one(call("GET", "/items/")),
    answer: Answer::Whole,
};

pub(crate) const fn call(method: &'static str, path: &'static str) -> Call<'static> {
    Call {
        operation: "item",
        method,
        base: "",
        path: match path.as_bytes() {
            b"/items" => &[PathPart::Text("/items")],
            b"/hidden/" => &[PathPart::Text("/hidden/"), PathPart::Parameter(0)],
            _ => &[PathPart::Text("/items/"), PathPart::Parameter(0)],
        },
        parameters: if matches!(path.as_bytes(), b"/items") { &[] } else { &[PATH_ID] },
        body: None,
        spreads: &[],
        security: &[&[Requirement { scheme: 0, scopes: &[] }], &[]],
        accept: "application/json",
    }
}

const PATH_ID: Parameter<'static> = Parameter {
    location: Location::Path,
    name: "id",
    encoding: Encoding::Styled { style: Style::Simple, explode: false, allow_reserved: false },
    source: Source::Input(0),
};

/// The API. Counts the requests it works on, and all it was sent.
#[derive(Default)]
pub(crate) struct Shop {
    busy: Arc<AtomicUsize>,
    sent: AtomicUsize,
}

impl Shop {
    /// How many requests it was sent since this was last asked.
    pub(crate) fn sent(&self) -> usize {
        self.sent.swap(0, Ordering::SeqCst)
    }

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
        self.sent.fetch_add(1, Ordering::SeqCst);
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
            match id.as_str() {
                "picture" => picture(),
                "items" if key == Some("nobody") => answer_with(403, &json!({"code": "NO"})),
                "items" if key == Some("unlucky") => answer_with(503, &json!({})),
                "items" => answer(&items(key)),
                "missing" => answer_with(404, &json!({"code": "GONE", "what": "missing"})),
                "forbidden" => answer_with(403, &json!({"code": "NO", "owner": "ann"})),
                "broken" => answer_with(500, &json!({"trace": "broken"})),
                "busy" => answer_with(429, &json!({})),
                _ => answer(&json!({"id": id, "key": key})),
            }
        })
    }
}

/// What a key sees: everyone something of their own, `many` more than one page, and `dots` what cannot be a part of a path.
fn items(key: Option<&str>) -> serde_json::Value {
    let item = |id: String, shelf: &str| json!({"id": id, "name": format!("Item {id}"), "shelf": shelf, "secret": 1});
    match key {
        Some("dots") => {
            ["..", ".", "", "a\nb", "...", ".a"].map(|id| item(id.to_owned(), "top")).to_vec().into()
        }
        Some("many") => (0..130).map(|n| item(format!("i{n:03}"), "top")).collect(),
        _ => json!([
            item("zürich 1".to_owned(), "top"),
            item("My_DB".to_owned(), "top"),
            item("a/b".to_owned(), "low"),
            item("My_DB".to_owned(), "top"),
            item(key.unwrap_or("nameless").to_owned(), "low"),
        ]),
    }
}

fn answer(body: &serde_json::Value) -> Result<Response, UpstreamError> {
    answer_with(200, body)
}

fn answer_with(status: u16, body: &serde_json::Value) -> Result<Response, UpstreamError> {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", http::HeaderValue::from_static("application/json"));
    let status = StatusCode::from_u16(status).expect("a status");
    Ok(Response { status, headers, body: body.to_string().into_bytes() })
}

fn picture() -> Result<Response, UpstreamError> {
    let headers =
        HeaderMap::from_iter([(http::header::CONTENT_TYPE, http::HeaderValue::from_static("image/png"))]);
    Ok(Response { status: StatusCode::OK, headers, body: b"\x89PNG\r\n\x1a\n\xff".to_vec() })
}

/// A server for this catalogue and API, and for tools written in Rust.
pub(crate) fn server(
    catalogue: &'static Catalogue<'static>,
    shop: Arc<Shop>,
    tools: Vec<HandTool>,
) -> fewtools::server::Server {
    let builder = Dispatcher::builder(catalogue).upstream(shop);
    let builder = tools.into_iter().fold(builder, fewtools::Builder::tool);
    let dispatcher = builder.build().expect("the catalogue is good");
    fewtools::server::Server::new(Arc::new(dispatcher)).expect("the listing is written as it was measured")
}
