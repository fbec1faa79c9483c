//! Messages of MCP as text → the answers as text, over a socket or over pipes, without a library in between.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// Longer than any answer here takes, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The revisions of MCP that are served.
pub const REVISIONS: [&str; 3] = ["2025-06-18", "2025-11-25", NEWEST];

/// The revision without a handshake: every request says which it is of.
const NEWEST: &str = "2026-07-28";

/// A program that listens and says at which address; it ends when this is dropped.
pub struct Listening {
    /// Where it listens.
    pub address: SocketAddr,
    _child: Child,
    // What it goes on to say has to have a reader.
    _said: BufReader<ChildStderr>,
}

impl Listening {
    /// Starts a program that prints an address `http://…/mcp` on standard error.
    pub async fn start(program: &str, words: &[&str]) -> Self {
        let mut child = command(program, words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        let address = timeout(PATIENCE, announced(&mut said)).await.expect("an address in time");
        Self { address, _child: child, _said: said }
    }

    /// The answer to a request of this revision.
    pub async fn ask(&self, revision: &str, method: &str) -> String {
        let headers = [
            ("accept", "application/json, text/event-stream"),
            ("content-type", "application/json"),
            ("mcp-protocol-version", revision),
            ("mcp-method", method),
        ];
        let answer = send(self.address, "POST", "/mcp", &headers, &request(revision, method)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }
}

async fn announced(said: &mut BufReader<ChildStderr>) -> SocketAddr {
    loop {
        let mut line = String::new();
        let bytes = said.read_line(&mut line).await.expect("it speaks text");
        assert!(bytes > 0, "the program ended before it listened");
        let address = line.trim_end().strip_suffix("/mcp").and_then(|line| line.rsplit_once("http://"));
        if let Some((_, address)) = address {
            return address.parse().expect("an address and a port");
        }
    }
}

/// A program that reads and writes one message a line; it ends when this is dropped.
pub struct Lines {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _child: Child,
}

impl Lines {
    /// Starts a program.
    pub fn start(program: &str, words: &[&str]) -> Self {
        let mut child = command(program, words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { input, output, _child: child }
    }

    /// The answer to a request of this revision, after its handshake where it has one.
    pub async fn ask(&mut self, revision: &str, method: &str) -> String {
        if revision != NEWEST {
            let params = format!(
                r#"{{"protocolVersion":"{revision}","capabilities":{{}},"clientInfo":{{"name":"test","version":"1"}}}}"#
            );
            let hello = format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{params}}}"#);
            let answer = self.exchange(&hello).await;
            assert!(answer.contains(&format!(r#""protocolVersion":"{revision}""#)), "{answer}");
        }
        self.exchange(&request(revision, method)).await
    }

    async fn exchange(&mut self, message: &str) -> String {
        self.input.write_all(format!("{message}\n").as_bytes()).await.expect("it reads");
        let mut line = String::new();
        timeout(PATIENCE, self.output.read_line(&mut line)).await.expect("an answer in time").expect("text");
        line
    }
}

fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words).kill_on_drop(true);
    command
}

fn request(revision: &str, method: &str) -> String {
    if revision != NEWEST {
        return format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#);
    }
    let about = "io.modelcontextprotocol";
    let meta = format!(r#"{{"{about}/protocolVersion":"{revision}","{about}/clientCapabilities":{{}}}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{meta}}}}}"#)
}

/// An HTTP answer as it came.
#[derive(Debug)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its status line and headers.
    pub head: String,
    /// Its body.
    pub body: String,
}

/// Sends one HTTP request on a connection of its own.
pub async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let request = format!("{head}content-length: {}\r\n\r\n{body}", body.len());
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        String::from_utf8(answer).expect("the answer is text")
    };
    let answer = timeout(PATIENCE, exchange).await.expect("an answer in time");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// The text of `result.tools` in the answer to `tools/list`, as it stands there.
pub fn tools(answer: &str) -> &str {
    #[derive(Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        result: Listed<'a>,
    }
    #[derive(Deserialize)]
    struct Listed<'a> {
        #[serde(borrow)]
        tools: &'a RawValue,
    }
    serde_json::from_str::<Message<'_>>(answer).expect("a listing").result.tools.get()
}

/// The texts of the items of an array, as they stand there.
pub fn items(array: &str) -> Vec<&str> {
    let items: Vec<&RawValue> = serde_json::from_str(array).expect("an array");
    items.into_iter().map(RawValue::get).collect()
}
