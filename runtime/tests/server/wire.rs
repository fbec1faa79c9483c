//! Raw access to a server: lines over a pipe, requests over a socket.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use fewtools::contract::Catalogue;
use fewtools::server::{HttpOptions, Reach, ServeError, bind};
use fewtools::{Caller, HandTool};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, duplex};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::catalogue::{CATALOGUE, Shop, server};
use crate::hand::drop_all;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// Long enough to believe that nothing comes.
const SILENCE: Duration = Duration::from_millis(150);

pub(crate) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;

/// `_meta` of a request under 2026-07-28.
pub(crate) const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// The tools written in Rust that a catalogue has operations for.
fn written(catalogue: &'static Catalogue<'static>) -> Vec<HandTool> {
    if catalogue.operations.is_empty() { Vec::new() } else { vec![drop_all()] }
}

/// A server that reads and writes lines.
pub(crate) struct Stdio {
    input: Option<DuplexStream>,
    output: Lines<BufReader<DuplexStream>>,
    serving: JoinHandle<Result<(), ServeError>>,
    pub(crate) shop: Arc<Shop>,
}

impl Stdio {
    pub(crate) fn start(catalogue: &'static Catalogue<'static>, caller: Caller) -> Self {
        let shop = Arc::new(Shop::default());
        let (input, from_client) = duplex(64 * 1024);
        let (to_client, output) = duplex(64 * 1024);
        let serving = tokio::spawn(server(catalogue, Arc::clone(&shop), written(catalogue)).lines(
            caller,
            from_client,
            to_client,
        ));
        Self { input: Some(input), output: BufReader::new(output).lines(), serving, shop }
    }

    /// A server that has seen `initialize`.
    pub(crate) async fn initialized() -> Self {
        let mut server = Self::start(&CATALOGUE, Caller::anonymous());
        let answer = server.ask(INITIALIZE).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
        server
    }

    pub(crate) async fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line.as_ref()).await.expect("the server reads");
        input.write_all(b"\n").await.expect("the server reads");
    }

    /// The next line, as it is.
    pub(crate) async fn line(&mut self) -> String {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("an answer in time");
        line.expect("the output is text").expect("the output is open")
    }

    pub(crate) async fn receive(&mut self) -> Value {
        serde_json::from_str(&self.line().await).expect("every line is JSON")
    }

    pub(crate) async fn ask(&mut self, line: impl AsRef<[u8]>) -> Value {
        self.send(line).await;
        self.receive().await
    }

    /// Nothing is written for a while, and the server still answers.
    pub(crate) async fn expect_silence(&mut self) {
        let line = timeout(SILENCE, self.output.next_line()).await;
        assert!(line.is_err(), "nothing was expected, but {line:?} came");
        let answer = self.ask(r#"{"jsonrpc":"2.0","id":"alive","method":"ping"}"#).await;
        assert_eq!(answer["id"], "alive");
    }

    /// Ends the input; gives every line that is still written. The server must end well.
    pub(crate) async fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let mut lines = Vec::new();
        while let Some(line) =
            timeout(PATIENCE, self.output.next_line()).await.expect("an end").expect("text")
        {
            lines.push(serde_json::from_str(&line).expect("every line is JSON"));
        }
        self.serving.await.expect("no panic").expect("a good end");
        lines
    }
}

/// A server that listens on a loopback port.
pub(crate) struct Http {
    pub(crate) address: SocketAddr,
    pub(crate) shop: Arc<Shop>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    serving: JoinHandle<Result<(), ServeError>>,
}

impl Http {
    pub(crate) async fn start(catalogue: &'static Catalogue<'static>, options: HttpOptions) -> Self {
        let shop = Arc::new(Shop::default());
        let listener =
            bind("127.0.0.1:0".parse().expect("an address"), Reach::Loopback).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let server = server(catalogue, Arc::clone(&shop), written(catalogue));
        let serving = tokio::spawn(server.serve_http(listener, options, async {
            let _ = stopped.await;
        }));
        Self { address, shop, stop: Some(stop), serving }
    }

    pub(crate) async fn usual() -> Self {
        Self::start(&CATALOGUE, HttpOptions::default()).await
    }

    /// Asks for an end and waits for it.
    pub(crate) async fn stop(mut self) {
        drop(self.stop.take());
        timeout(PATIENCE, self.serving).await.expect("an end").expect("no panic").expect("a good end");
    }

    /// Sends a POST with the headers every client sends, those given last.
    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        let usual = [("accept", "application/json, text/event-stream"), ("content-type", "application/json")];
        let kept = usual.into_iter().filter(|(name, _)| headers.iter().all(|(given, _)| given != name));
        let headers: Vec<_> =
            kept.chain(headers.iter().copied()).filter(|(_, value)| !value.is_empty()).collect();
        self.request("POST", "/mcp", &headers, body).await
    }

    /// Sends a POST of a request under 2026-07-28, with its headers.
    pub(crate) async fn modern(&self, method: &str, name: &str, body: &str) -> Answer {
        let headers = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method), ("mcp-name", name)];
        self.post(&headers, body).await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut stream = self.open(method, path, headers, body).await;
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes))
            .await
            .expect("an answer in time")
            .expect("an answer");
        Answer::parse(&String::from_utf8(bytes).expect("the answer is text"))
    }

    /// Sends a request and leaves the answer unread.
    pub(crate) async fn open(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let host = format!("127.0.0.1:{}", self.address.port());
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        if headers.iter().all(|(name, _)| *name != "host") {
            head.push_str(&format!("host: {host}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.expect("the server reads");
        stream
    }
}

/// A raw HTTP answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Self { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the answer is JSON")
    }
}
