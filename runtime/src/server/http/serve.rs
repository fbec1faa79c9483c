//! Accepts connections and hands their requests to the endpoint.

use std::convert::Infallible;
use std::pin::pin;
use std::time::Duration;

use http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::HttpService;
use super::bearer::WELL_KNOWN;
use super::service::{Answer, plain};

/// The path of the endpoint.
const ENDPOINT: &str = "/mcp";
/// How long a connection may be silent before a request.
const HEAD_TIME: Duration = Duration::from_secs(60);
/// How long calls in flight may still take after the shutdown.
const GRACE: Duration = Duration::from_secs(10);
/// Connections at one time; further ones wait to be accepted.
const MAX_CONNECTIONS: usize = 1024;
/// The pause after a connection that could not be accepted: usually there are no file descriptors left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `shutdown` is ready; then takes no connection more and gives those in flight some seconds.
pub(in crate::server) async fn serve(
    listener: TcpListener,
    service: HttpService,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = pin!(shutdown);
    let mut connections = JoinSet::new();
    let graceful = GracefulShutdown::new();
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => {}
            stream = accept(&listener), if connections.len() < MAX_CONNECTIONS => {
                connections.spawn(converse(stream, service.clone(), graceful.watcher()));
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(GRACE, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were closed before they were done");
    }
    connections.shutdown().await;
}

async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

async fn converse(stream: TcpStream, service: HttpService, watcher: Watcher) {
    // Without it an answer in several segments waits for the peer's delayed acknowledgement.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "`TCP_NODELAY` could not be set");
    }
    let route = service_fn(move |request| {
        let service = service.clone();
        async move { Ok::<_, Infallible>(route(service, request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), route);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection broke");
    }
}

async fn route(service: HttpService, request: Request<Incoming>) -> Answer {
    match request.uri().path() {
        ENDPOINT => service.answer(request).await,
        path if path.starts_with(WELL_KNOWN) && service.requires_bearer() => service.answer(request).await,
        _ => plain(StatusCode::NOT_FOUND),
    }
}
