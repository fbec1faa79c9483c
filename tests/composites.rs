//! Several requests that are answered once, through a client of MCP over both transports: what overlaps, what a failure
//! leaves, what a denial says.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fewtools::contract::Catalogue;
use fewtools::server::{HttpOptions, Reach, Server, bind};
use fewtools::{Caller, Dispatcher, Request, Response, Sending, Upstream, UpstreamError};
use fewtools_tests::client::{Client, Outcome, Revision};
use fewtools_tests::{fixtures, inline};
use http::header::{CONTENT_TYPE, ETAG};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Value, json};

/// What a path answers.
#[derive(Clone)]
struct Answer {
    status: u16,
    body: Value,
    after: Duration,
}

/// An API of harbours that answers as it is told, and keeps what it is asked.
#[derive(Default)]
struct Harbours {
    answers: BTreeMap<&'static str, Answer>,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    paths: Vec<String>,
    bodies: Vec<Vec<u8>>,
    open: usize,
    most: usize,
}

impl Harbours {
    fn usual() -> Self {
        let mut harbours = Self::default();
        let ships = json!([
            {"imo": 1, "name": "Aurora", "length": 80.5},
            {"imo": 2, "name": "Borea", "length": 120},
            {"imo": 3, "name": "Cetus", "length": 60},
        ]);
        let master = json!({"id": 7, "name": "Ines"});
        for (path, body) in [
            ("/v1/ports/oslo", json!({"name": "Oslo", "berths": 3, "closed": false, "master": master})),
            ("/v1/ports/oslo/ships?state=moored&limit=3", json!({"total": 3, "items": ships})),
            ("/v1/ships/1", json!({"flag": "NO", "tonnage": 900})),
            ("/v1/ships/2", json!({"flag": "PT", "tonnage": 2000})),
            ("/v1/ports/oslo/tides?day=2024-02-29", json!([{"at": "03:10", "height": 1.4}])),
            ("/v1/news/search", json!({"items": [{"title": "Fog"}]})),
            ("/v1/ports/oslo/staff", json!([{"name": "Ines"}, {"name": "Per"}])),
        ] {
            harbours.answers.insert(path, Answer { status: 200, body, after: Duration::from_millis(20) });
        }
        harbours
    }

    fn with(mut self, path: &'static str, change: impl FnOnce(&mut Answer)) -> Self {
        change(self.answers.get_mut(path).expect("a known path"));
        self
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().expect("no panic while it is held")
    }
}

/// Counts a request as open until it is answered or given up.
struct Open<'h>(&'h Harbours);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.seen().open -= 1;
    }
}

impl Upstream for Harbours {
    fn send(&self, request: Request) -> Sending<'_> {
        let path = request.url.replace("https://harbours.example", "");
        let answer = self.answers.get(path.as_str()).cloned();
        {
            let mut seen = self.seen();
            seen.paths.push(path);
            seen.bodies.extend(request.body.clone());
            seen.open += 1;
            seen.most = seen.most.max(seen.open);
        }
        let open = Open(self);
        Box::pin(async move {
            let _open = open;
            let answer = answer.unwrap_or(Answer { status: 404, body: json!({}), after: Duration::ZERO });
            let time = Duration::from_millis(request.timeout_ms.into());
            tokio::time::sleep(answer.after.min(time)).await;
            if answer.after > time {
                return Err(UpstreamError::Timeout);
            }
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            headers.insert(ETAG, HeaderValue::from_static("\"v9\""));
            let status = StatusCode::from_u16(answer.status).expect("a status");
            Ok(Response { status, headers, body: answer.body.to_string().into_bytes() })
        })
    }
}

fn catalogue() -> &'static Catalogue<'static> {
    let folder = fixtures::folder("accept/composites");
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a fixture");
    inline::catalogue(&text("curation.yaml"), &text("openapi.yaml"))
}

/// One call over each transport, on an API of its own each; both have to say the same.
async fn outcome(harbours: impl Fn() -> Harbours, tool: &str, arguments: Value) -> (Outcome, Arc<Harbours>) {
    let catalogue = catalogue();
    let mut outcomes = Vec::new();
    for is_http in [false, true] {
        let upstream = Arc::new(harbours());
        let dispatcher = Dispatcher::builder(catalogue).upstream(upstream.clone());
        let dispatcher = dispatcher.build().expect("a sound catalogue");
        let server = Server::new(Arc::new(dispatcher)).expect("a listing as measured");
        let client = if is_http {
            let listener = bind(([127, 0, 0, 1], 0).into(), Reach::Loopback).await.expect("a port");
            let address = listener.local_addr().expect("an address");
            tokio::spawn(async move {
                server.serve_http(listener, HttpOptions::default(), std::future::pending()).await
            });
            Client::over_http(address, None, Revision::Current).await
        } else {
            Client::over_lines(server, Caller::anonymous(), Revision::Current).await
        };
        outcomes.push((client.call(tool, arguments.clone()).await, upstream));
    }
    let (last, upstream) = outcomes.pop().expect("two outcomes");
    for (other, _) in outcomes {
        assert_eq!(other.data, last.data);
        assert_eq!(other.is_error, last.is_error);
    }
    (last, upstream)
}

fn oslo() -> Value {
    json!({"port": "oslo", "day": "2024-02-29"})
}

#[tokio::test]
async fn the_answers_become_one_result() {
    let (outcome, upstream) = outcome(Harbours::usual, "port", oslo()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    let result = json!({
        "port": "oslo",
        "name": "Oslo",
        "version": "\"v9\"",
        "closed": false,
        "berths": 3,
        "moored": 3,
        "ships": [
            {"name": "Aurora", "length": 80.5, "flag": "NO"},
            {"name": "Borea", "length": 120, "flag": "PT"},
        ],
        "tides": [{"at": "03:10", "height": 1.4}],
        "news": [{"title": "Fog"}],
        "staffVisible": true,
        "staff": 2,
        "findings": ["All 3 berths are taken."],
    });
    for (name, value) in result.as_object().expect("fields") {
        assert_eq!(outcome.data[name], *value, "{name}");
    }
    assert_eq!(outcome.data["notes"].as_array().map(Vec::len), Some(1), "the third ship: {}", outcome.text);
    let seen = upstream.seen();
    assert_eq!(seen.paths.len(), 7);
    assert_eq!(seen.bodies, [br#"{"words":"Oslo","limit":2}"#.to_vec()]);
    assert!((3..=4).contains(&seen.most), "{} at once", seen.most);
    assert_eq!(seen.open, 0);
}

#[tokio::test]
async fn a_condition_leaves_a_step_out() {
    let closed = || Harbours::usual().with("/v1/ports/oslo", |answer| answer.body["closed"] = json!(true));
    for (harbours, arguments) in
        [(closed as fn() -> Harbours, oslo()), (Harbours::usual, json!({"port": "oslo"}))]
    {
        let (outcome, upstream) = outcome(harbours, "port", arguments).await;
        assert!(!outcome.is_error, "{}", outcome.text);
        assert_eq!(outcome.data["tides"], Value::Null);
        assert!(upstream.seen().paths.iter().all(|path| !path.contains("tides")));
    }
}

#[tokio::test]
async fn what_fails_is_noted_and_what_hangs_on_it_is_null() {
    let broken = || Harbours::usual().with("/v1/news/search", |answer| answer.status = 500);
    let (outcome, _) = outcome(broken, "port", oslo()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(outcome.data["news"], Value::Null);
    let notes = outcome.data["notes"].to_string();
    assert!(notes.contains("news: "), "{notes}");
}

#[tokio::test]
async fn what_an_answer_gives_is_sent_only_where_it_fits_its_slot() {
    let odd = || {
        let secret = json!({"secret": "s3cret"});
        let named = secret.clone();
        let port = Harbours::usual().with("/v1/ports/oslo", |answer| answer.body["name"] = named);
        let ships = "/v1/ports/oslo/ships?state=moored&limit=3";
        port.with(ships, |answer| answer.body["items"][0]["imo"] = secret)
    };
    let (outcome, upstream) = outcome(odd, "port", oslo()).await;
    assert!(!outcome.is_error && !outcome.text.contains("s3cret"), "{}", outcome.text);
    let notes = outcome.data["notes"].to_string();
    for note in [
        "flags: path.imo must be an integer, not an object for 1 of 2 rows",
        "news: body.words must be text, not an object",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    assert_eq!((&outcome.data["name"], &outcome.data["news"]), (&Value::Null, &Value::Null));
    let seen = upstream.seen();
    assert!(seen.bodies.is_empty() && seen.paths.iter().all(|path| !path.contains("s3cret")));
}

#[tokio::test]
async fn the_deadline_is_that_of_the_whole_call() {
    let slow = |path: &'static str| {
        move || Harbours::usual().with(path, |answer| answer.after = Duration::from_secs(30))
    };
    let begin = Instant::now();
    let (noted, upstream) = outcome(slow("/v1/news/search"), "port", oslo()).await;
    assert!(!noted.is_error, "{}", noted.text);
    assert!(noted.data["notes"].to_string().contains("news: timed out"), "{}", noted.text);
    assert_eq!(noted.data["name"], "Oslo");
    assert_eq!(upstream.seen().open, 0);
    let (failed, upstream) = outcome(slow("/v1/ports/oslo"), "port", oslo()).await;
    assert!(failed.is_error, "{}", failed.text);
    assert_eq!(upstream.seen().open, 0);
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn a_mandatory_step_decides_what_is_denied() {
    const HIDDEN: &str = "There is no such port, or it is not visible to this key.";
    for status in [403, 404, 410] {
        let denied = move || Harbours::usual().with("/v1/ports/oslo", |answer| answer.status = status);
        let (outcome, _) = outcome(denied, "port", oslo()).await;
        assert!(outcome.is_error);
        assert_eq!(outcome.text, HIDDEN, "{status}");
    }
    let denied = || Harbours::usual().with("/v1/ports/oslo/staff", |answer| answer.status = 403);
    let (outcome, _) = outcome(denied, "port", oslo()).await;
    assert!(!outcome.is_error, "{}", outcome.text);
    assert_eq!(outcome.data["staffVisible"], false);
    assert_eq!(outcome.data["staff"], Value::Null);
}

#[tokio::test]
async fn a_denial_of_an_optional_step_never_says_so() {
    let denied =
        |status: u16| move || Harbours::usual().with("/v1/news/search", |answer| answer.status = status);
    let (forbidden, _) = outcome(denied(403), "port", oslo()).await;
    let (missing, _) = outcome(denied(404), "port", oslo()).await;
    assert_eq!(forbidden.data, missing.data);
    assert!(!forbidden.is_error, "{}", forbidden.text);
}

#[tokio::test]
async fn a_field_that_the_api_adds_does_not_appear() {
    let wider = || {
        let mut harbours = Harbours::usual();
        harbours.answers.values_mut().for_each(|answer| widen(&mut answer.body));
        harbours
    };
    let (before, _) = outcome(Harbours::usual, "port", oslo()).await;
    let (after, _) = outcome(wider, "port", oslo()).await;
    assert_eq!(before.data, after.data);
}

fn widen(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(widen);
            members.insert("secret".to_owned(), json!("s3cret"));
        }
        Value::Array(items) => items.iter_mut().for_each(widen),
        _ => {}
    }
}

#[tokio::test]
async fn arguments_that_no_step_takes_are_refused_and_what_steps_need_is_asked_for() {
    for (arguments, says) in [
        (json!({}), "port"),
        (json!({"port": "oslo", "tide": 1}), "tide"),
        (json!({"port": "oslo", "day": "today"}), "day"),
    ] {
        let (outcome, upstream) = outcome(Harbours::usual, "port", arguments).await;
        assert!(outcome.is_error && outcome.text.contains(says), "{}", outcome.text);
        assert!(upstream.seen().paths.is_empty());
    }
}
