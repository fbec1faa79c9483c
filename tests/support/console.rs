//! The broker console in this process: its REST API, its tools over one transport, and clients for them.

use std::net::SocketAddr;
use std::sync::Arc;

use broker_console::{Broker, Served, tools};
use fewtools::Caller;
use fewtools::contract::Catalogue;
use fewtools::server::{HttpOptions, Reach, Server, bind};
use http::HeaderValue;
use http::header::AUTHORIZATION;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::client::{Client, Revision};
use crate::wire::{self, Answer};

/// How messages travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// One message a line, as over standard input and output.
    Lines,
    /// Streamable HTTP.
    Http,
}

/// Runs a test over each transport, on a console of its own.
pub async fn over_both(test: impl AsyncFn(Console)) {
    over_both_with(&tools::CATALOGUE, test).await;
}

/// The same with another catalogue.
pub async fn over_both_with(catalogue: &'static Catalogue<'static>, test: impl AsyncFn(Console)) {
    for transport in [Transport::Lines, Transport::Http] {
        test(Console::start(transport, catalogue, None).await).await;
    }
}

/// A console that is served; it ends when this is dropped.
pub struct Console {
    api: Served,
    server: Server,
    /// Whether the tools are those of the console, as they are built.
    is_whole: bool,
    listening: Option<(SocketAddr, JoinHandle<()>)>,
}

impl Console {
    /// Serves a catalogue's tools, which call the console's API or the one at another address.
    pub async fn start(
        transport: Transport,
        catalogue: &'static Catalogue<'static>,
        api_elsewhere: Option<&str>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let api = broker_console::serve(Broker::seed(), listener).expect("an API");
        let base = api_elsewhere.map_or_else(|| api.base_url(), str::to_owned);
        let dispatcher = broker_console::dispatcher(catalogue).base(base).build().expect("a sound catalogue");
        let server = Server::new(Arc::new(dispatcher)).expect("a listing as measured");
        let listening = match transport {
            Transport::Lines => None,
            Transport::Http => Some(listen(server.clone()).await),
        };
        let is_whole = std::ptr::eq(catalogue, &tools::CATALOGUE);
        Self { api, server, is_whole, listening }
    }

    /// The API behind the tools.
    pub fn broker(&self) -> &Broker {
        &self.api.broker
    }

    /// A client with an API key.
    pub async fn client(&self, key: &str) -> Client {
        self.client_who_sends(Some(&format!("Bearer {key}")), Revision::Current).await
    }

    /// A client with this `Authorization` header, that speaks this revision.
    pub async fn client_who_sends(&self, authorization: Option<&str>, revision: Revision) -> Client {
        let header = authorization.map(|value| HeaderValue::from_str(value).expect("a header value"));
        let client = match &self.listening {
            Some((address, _)) => Client::over_http(*address, header, revision).await,
            None => {
                let caller = header.map_or_else(Caller::anonymous, |value| {
                    Caller::anonymous().with_header(AUTHORIZATION, value)
                });
                Client::over_lines(self.server.clone(), caller, revision).await
            }
        };
        if self.is_whole { client.of_the_console() } else { client }
    }

    /// Sends a request to the REST API, past the tools; the path begins below `/api/v1`.
    pub async fn rest(&self, key: &str, method: &str, path: &str) -> Answer {
        let authorization = format!("Bearer {key}");
        let headers = [("authorization", authorization.as_str())];
        wire::send(self.api.address, method, &format!("/api/v1{path}"), &headers, "").await
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        if let Some((_, serving)) = &self.listening {
            serving.abort();
        }
    }
}

async fn listen(server: Server) -> (SocketAddr, JoinHandle<()>) {
    let listener = bind(([127, 0, 0, 1], 0).into(), Reach::Loopback).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let serving = tokio::spawn(async move {
        let never = std::future::pending();
        server.serve_http(listener, HttpOptions::default(), never).await.expect("a server that goes on");
    });
    (address, serving)
}
