//! One call of a tool → what it costs beyond the protocol library's own server, and beyond the request to the API.

use std::sync::Arc;

use broker_console::{Broker, demo, tools};
use fewtools::server::{HttpOptions, Reach, Server, bind};
use fewtools::{Caller, Request, Response, Sending, Upstream};
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue, StatusCode};
use tokio::net::TcpListener;

use crate::clock::Middles;
use crate::table;

mod bare;
mod peer;

use peer::{Http, Lines, Peer};

/// What the API answers to the request of the call.
const ANSWER: &str = r#"{"p50Ms":14,"p95Ms":40,"p99Ms":90,"timeouts":0,"window":"15m"}"#;

/// The request that the call becomes.
const PATH: &str = "/clusters/3f0a7c52-8d1e-4b6f-9a27-5c1d40e8b901/flows/stats";

/// The call: a variant of one operation with one argument.
pub(crate) const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"trace_request_reply","arguments":{"mode":"stats","clusterId":"3f0a7c52-8d1e-4b6f-9a27-5c1d40e8b901"}}}"#;

/// An API that answers at once.
pub(crate) struct AtOnce(pub(crate) &'static str);

impl Upstream for AtOnce {
    fn send(&self, _: Request) -> Sending<'_> {
        let mut headers = HeaderMap::new();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        let answer = Response { status: StatusCode::OK, headers, body: self.0.as_bytes().to_vec() };
        Box::pin(std::future::ready(Ok(answer)))
    }
}

pub(crate) async fn run() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let api = broker_console::serve(Broker::seed(), listener).expect("an API");
    let at_once = server(
        broker_console::dispatcher(&tools::CATALOGUE)
            .upstream(Arc::new(AtOnce(ANSWER)))
            .base("http://a.test"),
    );
    let behind_http = server(broker_console::dispatcher(&tools::CATALOGUE).base(api.base_url()));
    let mut request = peer::Request::new(&format!("{}{PATH}", api.base_url()));

    let mut lines = [
        Lines::start(bare::lines).await,
        Lines::start(|input, output| at_once.clone().lines(caller(), input, output)).await,
        Lines::start(|input, output| behind_http.clone().lines(caller(), input, output)).await,
    ];
    compare("pipes, as over standard input and output", &mut request, &mut lines).await;
    let mut http = [
        Http::new(bare::http().await),
        Http::new(listen(at_once).await),
        Http::new(listen(behind_http).await),
    ];
    compare("streamable HTTP", &mut request, &mut http).await;
}

async fn compare(transport: &str, request: &mut peer::Request, [bare, at_once, behind]: &mut [impl Peer; 3]) {
    let mut times = Middles::new();
    for _ in Middles::<4>::rounds() {
        times.time(0, async || bare.ask(CALL).await).await;
        times.time(1, async || at_once.ask(CALL).await).await;
        times.time(2, async || request.send().await).await;
        times.time(3, async || behind.ask(CALL).await).await;
    }
    let [bare, at_once, request, behind] = times.done();
    let rows = [
        ("rmcp alone, a tool that answers at once", bare),
        ("fewtools, an API that answers at once", at_once),
        ("the request to the API, without any of them", request),
        ("fewtools, and the request to the API", behind),
    ];
    table::print(&format!("one call over {transport}"), &rows);
    let (ours, whole) = (at_once.saturating_sub(bare), behind.saturating_sub(request));
    table::note(&format!(
        "fewtools adds {} to rmcp's own call; a call is {:.2} times the request to the API ({} more)",
        table::in_words(ours),
        behind.as_secs_f64() / request.as_secs_f64(),
        table::in_words(whole),
    ));
}

pub(crate) fn server(dispatcher: fewtools::Builder) -> Server {
    Server::new(Arc::new(dispatcher.build().expect("a sound catalogue"))).expect("a listing as measured")
}

pub(crate) fn caller() -> Caller {
    let key = HeaderValue::from_str(&format!("Bearer {}", demo::ADMIN)).expect("a header value");
    Caller::anonymous().with_header(AUTHORIZATION, key)
}

async fn listen(server: Server) -> String {
    let listener = bind(([127, 0, 0, 1], 0).into(), Reach::Loopback).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(server.serve_http(listener, HttpOptions::default(), std::future::pending()));
    format!("http://{address}/mcp")
}
