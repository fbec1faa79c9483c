//! Composites over an upstream that takes its time.

mod failures;
mod flow;
mod inputs;
mod rows;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fewtools_contract::{
    Answer, Call, Catalogue, Check, Composite, Denial, Field, Given, Input, Location, Operand, Origin,
    Parameter, PathPart, Picked, Segment, Source, Step, Variant, Way, Work,
};
use serde_json::{Map, Value, json};

use crate::trial::{CALL, VARIANT, answer, keep, leak, things, usual};
use crate::upstream::{Request, Response, Sending, Upstream, UpstreamError};
use crate::{Caller, Dispatcher, Reply};

/// A path, after how many milliseconds it is answered, and what is said.
type Answering = (&'static str, (u64, Result<Response, UpstreamError>));

/// An upstream that takes its time, and times out where that is more than a request has.
struct Slow {
    answers: BTreeMap<&'static str, (u64, Result<Response, UpstreamError>)>,
    since: Instant,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    requests: Vec<Request>,
    flying: usize,
    most: usize,
}

impl Slow {
    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Upstream for Slow {
    fn send(&self, request: Request) -> Sending<'_> {
        let path = request.url.trim_start_matches("https://api.example.com/v1");
        let known = self.answers.get(path).or_else(|| self.answers.get(path.split('?').next()?));
        let (ms, outcome) = known.cloned().unwrap_or_else(|| (0, answer(404, "{}")));
        let most = u64::from(request.timeout_ms);
        let mut seen = self.seen();
        seen.requests.push(request);
        seen.flying += 1;
        seen.most = seen.most.max(seen.flying);
        Box::pin(async move {
            let _landing = Landing(self);
            tokio::time::sleep(Duration::from_millis(ms.min(most))).await;
            if ms > most { Err(UpstreamError::Timeout) } else { outcome }
        })
    }
}

/// Counts a request as landed, also where nobody waits for it.
struct Landing<'s>(&'s Slow);

impl Drop for Landing<'_> {
    fn drop(&mut self) {
        self.0.seen().flying -= 1;
    }
}

/// What became of a call.
struct Done {
    reply: Reply,
    /// The requests in the order in which they were sent: path and query.
    urls: Vec<String>,
    timeouts: Vec<u32>,
    most: usize,
    took: Duration,
}

impl Done {
    fn data(&self) -> Value {
        assert!(!self.reply.is_error, "{}", self.reply.text);
        Value::Object(self.reply.structured.clone().expect("data"))
    }
}

/// Answers at a path, or at a path and its query.
fn at(path: &'static str, ms: u64, status: u16, body: &str) -> Answering {
    (path, (ms, answer(status, body)))
}

/// A step that gets `/<name>`.
fn step(name: &'static str) -> Step<'static> {
    let path = keep(format!("/{name}")).as_str();
    Step {
        name,
        call: Call { operation: name, path: leak(vec![PathPart::Text(path)]), ..CALL },
        given: &[],
        after: &[],
        when: None,
        each: None,
        denial: Denial::OPEN,
        optional: false,
        if_denied: None,
    }
}

/// The same with a query parameter `x` that has this value.
fn giving(step: Step<'static>, value: Operand<'static>, required: bool) -> Step<'static> {
    giving_checked(step, (value, Check::ANY), required)
}

/// The same with what a value must satisfy.
fn giving_checked(
    step: Step<'static>,
    (value, check): (Operand<'static>, Check<'static>),
    required: bool,
) -> Step<'static> {
    let given = leak(vec![Given { slot: "query.x", value, required, check }]);
    let parameter = Parameter {
        location: Location::Query,
        name: "x",
        encoding: usual(Location::Query),
        source: Source::Input(0),
    };
    Step { call: Call { parameters: leak(vec![parameter]), ..step.call }, given, ..step }
}

fn way(from: Origin<'static>, path: &'static [Segment<'static>]) -> Operand<'static> {
    Operand::Way(Way { from, path })
}

/// A field that is the value of `v` in the body of a step.
fn of(name: &'static str, step: usize) -> Field<'static> {
    Field { name, value: Picked::At(Way { from: Origin::Body(step), path: &[Segment::Key("v")] }) }
}

/// A catalogue of one tool `things` that runs these steps.
fn catalogue(
    steps: Vec<Step<'static>>,
    fields: Vec<Field<'static>>,
    inputs: Vec<Input<'static>>,
) -> Catalogue<'static> {
    let composite = Composite { steps: leak(steps), deadline_ms: 900, at_once: 16 };
    let variant = Variant {
        inputs: leak(inputs),
        work: Work::Steps(composite),
        answer: Answer::Object(leak(fields)),
        ..VARIANT
    };
    things(variant, &["a", "b"])
}

/// Calls the tool `things`.
fn call(catalogue: Catalogue<'static>, answers: Vec<Answering>) -> Done {
    call_with(catalogue, answers, json!({}))
}

fn call_with(catalogue: Catalogue<'static>, answers: Vec<Answering>, arguments: Value) -> Done {
    let slow = Slow { answers: answers.into_iter().collect(), since: Instant::now(), seen: Mutex::default() };
    let slow = Arc::new(slow);
    let dispatcher = Dispatcher::builder(keep(catalogue)).upstream(slow.clone()).build().expect("sound");
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    let reply = runtime().block_on(dispatcher.call(&Caller::anonymous(), "things", arguments));
    let took = slow.since.elapsed();
    let seen = slow.seen();
    assert_eq!(seen.flying, 0, "a request outlived its call");
    let url = |request: &Request| request.url.trim_start_matches("https://api.example.com/v1").to_owned();
    Done {
        reply: reply.expect("a reply"),
        urls: seen.requests.iter().map(url).collect(),
        timeouts: seen.requests.iter().map(|request| request.timeout_ms).collect(),
        most: seen.most,
        took,
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime")
}

/// The notes of a result.
fn notes(data: &Value) -> Vec<&str> {
    let notes = data.get("notes").and_then(Value::as_array);
    notes.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn object(pairs: &[(&str, Value)]) -> Value {
    Value::Object(
        pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<Map<_, _>>(),
    )
}
