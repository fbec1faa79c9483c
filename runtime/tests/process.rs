//! A process that serves standard input and output: what it writes, and how it ends.

#[path = "server/catalogue.rs"]
#[allow(dead_code, reason = "the other test binary needs the rest")]
mod catalogue;

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewtools::Caller;
use serde_json::Value;

const LINES: &str = concat!(
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"#,
    r#""clientInfo":{"name":"test","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n{\n",
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_item","arguments":{"id":"slow"}}}"#,
    "\n",
    // The last line needs no end.
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
);

fn main() {
    if std::env::args().nth(1).as_deref() == Some("serve") {
        return serve();
    }
    over_pipes();
    over_files();
    to_a_client_that_is_gone();
}

fn serve() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let server = catalogue::server(&catalogue::CATALOGUE, Arc::default(), Vec::new());
    runtime.block_on(server.stdio(Caller::anonymous())).expect("a good end");
}

fn over_pipes() {
    let mut child = start(Stdio::piped(), Stdio::piped());
    let mut input = child.stdin.take().expect("an input");
    input.write_all(LINES.as_bytes()).expect("the server reads");
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    expect_answers(&String::from_utf8(output.stdout).expect("the output is text"));
}

fn over_files() {
    let mut input = tempfile::tempfile().expect("a file");
    input.write_all(LINES.as_bytes()).expect("a file that is written");
    input.seek(SeekFrom::Start(0)).expect("a file that is read again");
    let mut output = tempfile::tempfile().expect("a file");
    let mut child = start(shared(&input), shared(&output));
    assert!(child.wait().expect("an end").success());
    let mut text = String::new();
    output.seek(SeekFrom::Start(0)).expect("a file that is read again");
    output.read_to_string(&mut text).expect("the output is text");
    expect_answers(&text);
}

fn shared(file: &File) -> Stdio {
    file.try_clone().expect("a second handle").into()
}

fn to_a_client_that_is_gone() {
    let mut child = start(Stdio::piped(), Stdio::piped());
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("an input");
    input.write_all(LINES.as_bytes()).expect("the server reads");
    input.write_all(b"\n").expect("the server reads");
    let until = Instant::now() + Duration::from_secs(10);
    while child.try_wait().expect("a state").is_none() {
        assert!(Instant::now() < until, "it serves nobody and does not end");
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
}

fn start(input: Stdio, output: Stdio) -> Child {
    let program = std::env::current_exe().expect("a program");
    let mut command = Command::new(program);
    command.arg("serve").stdin(input).stdout(output).stderr(Stdio::piped());
    command.spawn().expect("a process")
}

/// One JSON answer a line and nothing else; the slow call is not lost to the end of the input.
fn expect_answers(text: &str) {
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    let mut ids: Vec<_> = answers.iter().map(|answer| answer["id"].to_string()).collect();
    assert_eq!(ids.last().map(String::as_str), Some("1"), "{text}");
    ids.sort();
    assert_eq!(ids, ["0", "1", "2", "null"], "{text}");
    assert_eq!(
        answers.last().map(|answer| &answer["result"]["isError"]),
        Some(&Value::Bool(false)),
        "{text}"
    );
}
