//! What an answer of 5 MB costs: a process of its own reads its rows over HTTP, and its peak is compared with what it had.
//!
//! The process that is measured runs this program again, so that nothing of the test stands in its memory.
#![allow(clippy::print_stdout, reason = "a test that tells what it measured")]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::thread;

use fewtools::contract::{
    Annotations, Answer, Argument, Call, Catalogue, Ceilings, Check, Conversion, Denial, Effect, Encoding,
    Exchange, Field, Gates, Input, Location, Mode, Next, Paging, Parameter, PathPart, Picked, Rows, Segment,
    Server, Source, Style, Tool, Turned, Types, Upstream, Variant, Way, Work,
};
use fewtools::{Caller, Dispatcher};
use serde_json::Map;

/// The rows of the answer, of a kilobyte each.
const ROWS: usize = 5_000;
/// What the peak may grow by.
const MOST: u64 = 16 << 20;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("measure") => measure(&std::env::args().nth(2).expect("an address")),
        _ if !std::fs::exists("/proc/self/status").unwrap_or_default() => {
            println!("skipped: peaks are read from /proc");
        }
        _ => ["told", "chunked", "rounded"].iter().for_each(|way| judge(way)),
    }
}

/// Measures one way of sending the answer.
fn judge(way: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/{way}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(&stream));
        }
    });
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).args(["measure", &address]).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let grown: u64 = told.trim().parse().expect("a number");
    println!("{way}: the peak grew by {} KiB, of {} that it may", grown >> 10, MOST >> 10);
    assert!(grown < MOST, "{way}: {grown} bytes");
}

/// Calls the tool, and prints by how many bytes the peak of this process is over what it had before.
fn measure(address: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let builder = Dispatcher::builder(&CATALOGUE).base(address);
    let dispatcher = builder.build().expect("the catalogue is sound");
    let call = |limit: u32| {
        let arguments = Map::from_iter([("limit".to_owned(), limit.into())]);
        runtime.block_on(dispatcher.call(&Caller::anonymous(), "list", arguments)).expect("a reply")
    };
    // Connections and what is made once are there before.
    call(1);
    let before = status("VmRSS");
    let reply = call(5_000);
    let grown = status("VmHWM").saturating_sub(before);
    let answer = reply.structured.expect("data");
    assert!(reply.text.chars().count() / 4 <= 4_000, "{} characters", reply.text.len());
    assert_eq!(answer["truncated"], true);
    let rows = answer["items"].as_array().expect("rows");
    assert!(rows.len() > 10 && rows.iter().enumerate().all(|(index, row)| row["id"] == index), "{rows:?}");
    assert!(answer["note"].as_str().is_some_and(|note| note.contains("of 5000 rows")), "{}", answer["note"]);
    assert!(answer["next"]["after"].is_string(), "{answer:?}");
    println!("{grown}");
}

/// A line of the kernel's account of this process, in bytes.
fn status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("an account");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.expect("a size") << 10
}

/// Answers requests for one row, and for all.
fn serve(stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or_default() == 0 {
                return;
            }
        }
        let rows = if head.contains("limit=1 ") { 1 } else { ROWS };
        let chunked = !head.starts_with("GET /told");
        let digits = if head.starts_with("GET /rounded") { "1844674407370955161600" } else { "1" };
        let body = body(rows, digits);
        let mut stream = stream;
        let start = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
        let sent = if chunked {
            let mut text = format!("{start}transfer-encoding: chunked\r\n\r\n").into_bytes();
            for chunk in body.as_bytes().chunks(16_000) {
                text.extend(
                    format!("{:x}\r\n", chunk.len()).bytes().chain(chunk.iter().copied()).chain(*b"\r\n"),
                );
            }
            text.extend(b"0\r\n\r\n");
            stream.write_all(&text)
        } else {
            stream.write_all(format!("{start}content-length: {}\r\n\r\n{body}", body.len()).as_bytes())
        };
        if sent.is_err() {
            return;
        }
    }
}

fn body(rows: usize, digits: &str) -> String {
    let row = |index: usize| {
        let text = "x".repeat(880);
        format!(
            r#"{{"id":{index},"name":"row {index}","size":{digits},"tags":["a","b"],"text":"{text}","owner":{{"id":7,"name":"n"}}}}"#
        )
    };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!(r#"{{"data":[{}],"next":"more"}}"#, rows.join(","))
}

const LIMIT: Input<'static> = Input {
    argument: 0,
    slot: "query.limit",
    required: false,
    default: "",
    check: Check { types: Types::INTEGER, ..Check::ANY },
    conversion: Conversion::RowLimit { max: 5_000, slot_max: 0 },
    digits: &[],
    hint: "",
    about: "",
};

const AFTER: Input<'static> = Input {
    argument: 1,
    slot: "",
    check: Check { types: Types::STRING, ..Check::ANY },
    conversion: Conversion::Resume,
    ..LIMIT
};

const fn query(name: &'static str, input: usize) -> Parameter<'static> {
    let encoding = Encoding::Styled { style: Style::Form, explode: true, allow_reserved: false };
    Parameter { location: Location::Query, name, encoding, source: Source::Input(input) }
}

const CALL: Call<'static> = Call {
    operation: "list",
    method: "GET",
    base: "",
    path: &[PathPart::Text("/list")],
    parameters: &[query("limit", 0), query("cursor", 2)],
    body: None,
    spreads: &[],
    security: &[],
    accept: "application/json",
};

const PAGING: Paging<'static> = Paging {
    next: Some(Next::Body { at: &[Segment::Key("next")], input: Some(2) }),
    resume: Some(1),
    turned: &[Turned { slot: "query.cursor", check: Check::ANY }],
    named: &[],
    follow: 1,
};

const PICKED: &[Field<'static>] = &[
    Field { name: "id", value: Picked::At(Way::here(&[Segment::Key("id")])) },
    Field { name: "name", value: Picked::At(Way::here(&[Segment::Key("name")])) },
    Field { name: "size", value: Picked::At(Way::here(&[Segment::Key("size")])) },
];

const VARIANT: Variant<'static> = Variant {
    name: "",
    about: "",
    effect: Effect::Read,
    inputs: &[LIMIT, AFTER],
    groups: &[],
    gates: Gates::NONE,
    denial: Denial::OPEN,
    work: Work::Call(Exchange { call: CALL, paging: PAGING, merge: None }),
    answer: Answer::Rows(Rows {
        at: &[Segment::Key("data")],
        pick: PICKED,
        keep: None,
        ordered_by: "",
        default: 25,
        max: 5_000,
        limit: Some(0),
    }),
};

const fn argument(name: &'static str) -> Argument<'static> {
    Argument { name, schema: "{}", note: "", required: false }
}

static TOOL: Tool<'static> = Tool {
    name: "list",
    about: "",
    mode: Mode::Simple,
    arguments: &[argument("limit"), argument("after")],
    discriminator: None,
    variants: &[VARIANT],
    annotations: Annotations { read_only: true, destructive: false, idempotent: false },
    output_schema: "",
    result_tokens: 0,
};

static CATALOGUE: Catalogue<'static> = Catalogue {
    server: Server { name: "memory", about: "", refuse_by_protocol: false },
    tools: &[&TOOL],
    help: None,
    resources: &[],
    prompts: &[],
    instructions: "",
    profiles: &[],
    ceilings: Ceilings::NONE,
    upstream: Upstream { base: "http://localhost", timeout_ms: 30_000, max_response: 8 << 20 },
    schemes: &[],
    errors: &[],
    settled: &[],
    renamed: &[],
    definitions: &[],
    hooks: &[],
    operations: &[],
    result_tokens: 4_000,
};
