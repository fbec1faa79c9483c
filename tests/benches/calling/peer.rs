//! Messages → servers, with as little as possible on this side.

use broker_console::demo;
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}"#;
const READY: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// What a good answer has in it.
const GOOD: &str = r#""isError":false"#;

/// Someone who answers calls.
pub(crate) trait Peer {
    /// Sends a call and reads the answer, which has to be a good one.
    async fn ask(&mut self, call: &str);
}

/// A server at the other end of a pair of pipes.
pub(crate) struct Lines {
    input: WriteHalf<DuplexStream>,
    output: BufReader<ReadHalf<DuplexStream>>,
    line: String,
}

impl Lines {
    /// Starts a server and shakes hands.
    pub(crate) async fn start<F>(
        serve: impl FnOnce(ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) -> F,
    ) -> Self
    where
        F: Future<Output: Send> + Send + 'static,
    {
        let (ours, theirs) = duplex(64 * 1024);
        let (their_input, their_output) = split(theirs);
        tokio::spawn(serve(their_input, their_output));
        let (output, input) = split(ours);
        let mut peer = Self { input, output: BufReader::new(output), line: String::new() };
        peer.exchange(HELLO).await;
        peer.send(READY).await;
        peer
    }

    async fn send(&mut self, message: &str) {
        self.input.write_all(message.as_bytes()).await.expect("the server reads");
        self.input.write_all(b"\n").await.expect("the server reads");
    }

    async fn exchange(&mut self, message: &str) {
        self.send(message).await;
        self.line.clear();
        self.output.read_line(&mut self.line).await.expect("the server writes");
    }
}

impl Peer for Lines {
    async fn ask(&mut self, call: &str) {
        self.exchange(call).await;
        assert!(self.line.contains(GOOD), "{}", self.line);
    }
}

/// A server at an address, over one connection.
pub(crate) struct Http {
    client: reqwest::Client,
    address: String,
}

impl Http {
    pub(crate) fn new(address: String) -> Self {
        Self { client: client(), address }
    }
}

impl Peer for Http {
    async fn ask(&mut self, call: &str) {
        let request = self.client.post(&self.address).body(call.to_owned());
        let request = request
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2025-11-25");
        let answer = answer(request).await;
        assert!(answer.contains(GOOD), "{answer}");
    }
}

/// A request to the API.
pub(crate) struct Request {
    client: reqwest::Client,
    address: String,
}

impl Request {
    pub(crate) fn new(address: &str) -> Self {
        Self { client: client(), address: address.to_owned() }
    }

    /// Sends it and reads the answer.
    pub(crate) async fn send(&mut self) {
        let answer = answer(self.client.get(&self.address)).await;
        assert!(answer.contains("p50Ms"), "{answer}");
    }
}

fn client() -> reqwest::Client {
    // The client needs a provider of TLS even where nothing is secure.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().tls_certs_only([]).tcp_nodelay(true).build().expect("a client")
}

async fn answer(request: reqwest::RequestBuilder) -> String {
    let answer = request.bearer_auth(demo::ADMIN).send().await.expect("an answer");
    answer.text().await.expect("text")
}
