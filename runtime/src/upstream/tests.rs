//! The HTTP client against a server that plays given answers and keeps what it was sent.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use http::{HeaderMap, HeaderValue, Method, header};

use super::{Address, Client, Redirects, Request, Response, Upstream, UpstreamError};

/// A server that answers one request after the other with these texts.
struct Played {
    address: String,
    heard: Receiver<String>,
}

fn play(answers: Vec<Vec<u8>>) -> Played {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (tell, heard) = channel();
    thread::spawn(move || {
        let mut answers = answers.into_iter().peekable();
        while answers.peek().is_some() {
            let Ok((stream, _)) = listener.accept() else { return };
            serve(&stream, &mut answers, &tell);
        }
    });
    Played { address, heard }
}

/// Serves a connection for as long as the client keeps it.
fn serve(stream: &TcpStream, answers: &mut impl Iterator<Item = Vec<u8>>, tell: &Sender<String>) {
    let mut reader = BufReader::new(stream);
    while let Some(request) = hear(&mut reader) {
        let _ = tell.send(request);
        let Some(answer) = answers.next() else { return };
        let mut stream = stream;
        if stream.write_all(&answer).is_err() || answer.is_empty() {
            return;
        }
    }
}

fn hear(reader: &mut impl BufRead) -> Option<String> {
    let (mut request, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        request.push_str(&line);
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.push_str(&String::from_utf8_lossy(&body));
    Some(request)
}

fn ok(body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}", body.len())
        .into_bytes()
}

fn redirect(status: u16, location: &str) -> Vec<u8> {
    format!("HTTP/1.1 {status} Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n").into_bytes()
}

fn request(url: String) -> Request {
    let headers = HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_static("Bearer T1"))]);
    let redirects = Redirects::All;
    Request {
        method: Method::GET,
        url,
        headers,
        body: None,
        timeout_ms: 5_000,
        max_response: 1_000,
        redirects,
    }
}

fn send(requests: Vec<Request>) -> Vec<Result<Response, UpstreamError>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = Client::new(Address::Plain).expect("a client");
        let mut outcomes = Vec::new();
        for request in requests {
            outcomes.push(client.send(request).await);
        }
        outcomes
    })
}

fn one(request: Request) -> Result<Response, UpstreamError> {
    send(vec![request]).pop().expect("an outcome")
}

#[test]
fn sends_the_request_as_it_is() {
    let server = play(vec![ok("fine")]);
    let body = Some(b"{\"a\":1}".to_vec());
    let url = format!("{}/a%2Fb/%7Bx%7D?c=%20&d=1,2", server.address);
    let response = one(Request { method: Method::DELETE, body, ..request(url) }).expect("an answer");
    assert_eq!((response.status.as_u16(), response.body.as_slice()), (200, &b"fine"[..]));
    assert_eq!(response.headers.get("content-type"), Some(&HeaderValue::from_static("text/plain")));
    let heard = server.heard.recv().expect("a request");
    assert!(heard.starts_with("DELETE /a%2Fb/%7Bx%7D?c=%20&d=1,2 HTTP/1.1\r\n"), "{heard}");
    assert!(
        heard.contains("authorization: Bearer T1\r\n") && heard.ends_with("\r\n\r\n{\"a\":1}"),
        "{heard}"
    );
    assert!(heard.contains("user-agent: fewtools/"), "{heard}");
}

#[test]
fn says_that_there_is_no_body() {
    for (method, says) in
        [(Method::POST, true), (Method::PATCH, true), (Method::DELETE, false), (Method::GET, false)]
    {
        let server = play(vec![ok("fine")]);
        one(Request { method, ..request(server.address.clone()) }).expect("an answer");
        let heard = server.heard.recv().expect("a request");
        assert_eq!(heard.contains("content-length: 0\r\n"), says, "{heard}");
    }
}

#[test]
fn keeps_connections() {
    // The second answer comes only if the second request arrives on the first connection: the server serves one
    // connection until it is closed.
    let server = play(vec![ok("1"), ok("2")]);
    let url = || request(format!("{}/", server.address));
    let bodies: Vec<Vec<u8>> =
        send(vec![url(), url()]).into_iter().map(|one| one.expect("an answer").body).collect();
    assert_eq!(bodies, [b"1", b"2"]);
}

#[test]
fn follows_reads_to_the_same_origin_only() {
    let server = play(vec![redirect(307, "/new?x=1"), ok("moved")]);
    let response = one(request(format!("{}/old", server.address))).expect("an answer");
    assert_eq!(response.body, b"moved");
    let heard: Vec<String> = server.heard.iter().take(2).collect();
    assert!(heard[1].starts_with("GET /new?x=1 ") && heard[1].contains("Bearer T1"), "{heard:?}");

    let elsewhere = play(vec![ok("stolen")]);
    for location in
        [format!("{}/x", elsewhere.address), "https://127.0.0.1/x".to_owned(), "//evil.example/x".to_owned()]
    {
        let server = play(vec![redirect(302, &location)]);
        let response = one(request(format!("{}/old", server.address))).expect("an answer");
        assert_eq!(response.status.as_u16(), 302, "{location}");
    }
    assert!(elsewhere.heard.try_recv().is_err(), "nothing is sent elsewhere");
}

/// The status that a request to a server ends with which redirects once, and what the server was sent.
fn redirected(status: u16, method: Method, redirects: Redirects) -> (u16, Vec<String>) {
    let server = play(vec![redirect(status, "/new"), ok("done")]);
    let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"))]);
    let body = (method == Method::POST).then(|| b"body".to_vec());
    let url = format!("{}/old?dryRun=true", server.address);
    let request = Request { method, body, headers, redirects, ..request(url) };
    let status = one(request).expect("an answer").status.as_u16();
    (status, server.heard.try_iter().collect())
}

#[test]
fn what_may_change_something_is_sent_to_no_other_address() {
    for status in [301, 302, 307, 308] {
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::GET, Method::HEAD] {
            let (answered, heard) = redirected(status, method.clone(), Redirects::Outcome);
            assert_eq!((answered, heard.len()), (status, 1), "{method} {status}");
        }
        let (answered, heard) = redirected(status, Method::POST, Redirects::All);
        assert_eq!((answered, heard.len()), (status, 1), "not even where the catalogue takes it for a read");
    }
    let (answered, heard) = redirected(303, Method::GET, Redirects::Outcome);
    assert_eq!((answered, heard.len()), (303, 1), "a GET is the request itself");
}

#[test]
fn what_shows_how_it_went_is_read() {
    for redirects in [Redirects::Outcome, Redirects::All] {
        let (answered, heard) = redirected(303, Method::POST, redirects);
        assert_eq!(answered, 200);
        assert!(heard[1].starts_with("GET /new ") && !heard[1].contains("content-"), "{heard:?}");
    }
}

#[test]
fn compressed_answers_count_by_what_they_hold() {
    let compressed = |body: &[u8]| {
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", body.len());
        play(vec![[head.as_bytes(), body].concat()])
    };
    let server = compressed(&SMALL);
    let response = one(request(server.address.clone())).expect("an answer");
    assert_eq!(response.body, b"{\"a\":1}");
    assert!(!response.headers.contains_key("content-encoding"));
    assert!(server.heard.recv().expect("a request").contains("accept-encoding: gzip\r\n"));
    let bomb = compressed(&BOMB);
    assert!(matches!(one(request(bomb.address.clone())), Err(UpstreamError::TooLarge { .. })));
}

/// `{"a":1}`
const SMALL: [u8; 27] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0, 0, 0];
/// 200,000 zeros.
const BOMB: [u8; 230] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 74, 235, 159, 206, 12, 254, 64, 1,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 175, 1, 148, 125, 35, 54, 64, 13, 3, 0,
];

#[test]
fn an_answer_to_head_has_no_body() {
    let server = play(vec![b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n".to_vec()]);
    let response =
        one(Request { method: Method::HEAD, ..request(server.address.clone()) }).expect("an answer");
    assert!(response.body.is_empty());
}

#[test]
fn redirects_end() {
    let server = play((0..20).map(|_| redirect(302, "/again")).collect());
    let response = one(request(format!("{}/", server.address))).expect("an answer");
    assert_eq!(response.status.as_u16(), 302);
    assert_eq!(server.heard.try_iter().count(), 6);
}

#[test]
fn stops_reading_at_the_limit() {
    let endless = b"HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n".iter().copied();
    let chunks = std::iter::repeat_n(
        b"3e8\r\n".iter().copied().chain(std::iter::repeat_n(b'[', 1_000)).chain(*b"\r\n"),
        3,
    );
    let server = play(vec![endless.chain(chunks.flatten()).collect()]);
    let outcome = one(request(server.address.clone()));
    assert!(
        matches!(outcome, Err(UpstreamError::TooLarge { status }) if status.as_u16() == 201),
        "{outcome:?}"
    );

    let exact = play(vec![ok(&"x".repeat(1_000))]);
    assert!(one(request(exact.address.clone())).is_ok());
    let declared = play(vec![b"HTTP/1.1 200 OK\r\ncontent-length: 1001\r\n\r\n".to_vec()]);
    assert!(matches!(one(request(declared.address.clone())), Err(UpstreamError::TooLarge { .. })));
}

#[test]
fn tells_why_there_is_no_answer() {
    let gone =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("an address");
    assert!(matches!(one(request(format!("http://{gone}/"))), Err(UpstreamError::Unreachable)));

    let silent = play(vec![Vec::new()]);
    assert!(matches!(one(request(silent.address.clone())), Err(UpstreamError::Broken)));

    let cut = play(vec![b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf".to_vec(), Vec::new()]);
    let short = Request { timeout_ms: 200, ..request(cut.address.clone()) };
    assert!(matches!(one(short), Err(UpstreamError::Timeout)));
}
