//! A composite of steps that wait for nothing, over an API that takes its time → hardly more than the slowest of them.

use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use fewtools::contract::{
    Annotations, Answer, Call, Catalogue, Ceilings, Composite, Denial, Effect, Field, Gates, Mode, Origin,
    PathPart, Picked, Server, Step, Tool, Upstream, Variant, Way, Work,
};
use fewtools::{Caller, Dispatcher};
use serde_json::Map;
use tokio::net::TcpListener;

use crate::table;

/// Steps of each composite.
const STEPS: [usize; 3] = [1, 4, 16];
/// What the API takes for each request.
const DELAY: Duration = Duration::from_millis(50);
/// How many times the slowest step a composite may take.
const MOST: f64 = 1.2;
/// Calls of each; the shortest counts, as what disturbs a call only makes it longer.
const CALLS: usize = 10;

/// Measures composites, and fails where steps wait for each other.
pub(crate) async fn run() {
    let base = api().await;
    let mut rows = vec![("what the API takes for one request".to_owned(), DELAY)];
    for count in STEPS {
        let dispatcher =
            Dispatcher::builder(catalogue(count)).base(&base).build().expect("a sound catalogue");
        let mut shortest = Duration::MAX;
        for _ in 0..CALLS {
            let began = Instant::now();
            let reply = dispatcher.call(&Caller::anonymous(), "all", Map::new()).await.expect("a known tool");
            shortest = shortest.min(began.elapsed());
            assert!(!reply.is_error, "{}", reply.text);
        }
        let times = shortest.as_secs_f64() / DELAY.as_secs_f64();
        assert!(times <= MOST, "{count} steps at once take {times:.2} times as long as one");
        rows.push((format!("a composite of {count}"), shortest));
    }
    let rows: Vec<(&str, Duration)> = rows.iter().map(|(what, time)| (what.as_str(), *time)).collect();
    table::print("steps that wait for nothing, each over HTTP", &rows);
}

/// An API that takes its time for everything.
async fn api() -> String {
    let slow = || async {
        tokio::time::sleep(DELAY).await;
        r#"{"v":1}"#
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let router = Router::new().route("/slow/{number}", get(slow));
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

/// A tool of so many steps. Like the tools of a server, it lasts as long as the process.
fn catalogue(count: usize) -> &'static Catalogue<'static> {
    let steps: Vec<Step<'static>> = (0..count).map(step).collect();
    let field = |index| Field {
        name: leak(format!("f{index}")).as_str(),
        value: Picked::At(Way { from: Origin::Body(index), path: &[] }),
    };
    let fields: Vec<Field<'static>> = (0..count).map(field).collect();
    let variant = Variant {
        name: "",
        about: "",
        effect: Effect::Read,
        inputs: &[],
        groups: &[],
        gates: Gates::NONE,
        denial: Denial::OPEN,
        work: Work::Steps(Composite { steps: leak(steps), deadline_ms: 8_000, at_once: 16 }),
        answer: Answer::Object(leak(fields)),
    };
    let tool = Tool {
        name: "all",
        about: "",
        mode: Mode::Terse,
        arguments: &[],
        discriminator: None,
        variants: leak(vec![variant]),
        annotations: Annotations { read_only: true, destructive: false, idempotent: false },
        output_schema: "",
        result_tokens: 0,
    };
    leak(Catalogue {
        server: Server { name: "slow", about: "", refuse_by_protocol: false },
        tools: leak(vec![leak(tool)]),
        help: None,
        resources: &[],
        prompts: &[],
        instructions: "",
        profiles: &[],
        ceilings: Ceilings::NONE,
        upstream: Upstream { base: "", timeout_ms: 5_000, max_response: 1_000 },
        schemes: &[],
        errors: &[],
        settled: &[],
        renamed: &[],
        definitions: &[],
        hooks: &[],
        operations: &[],
        result_tokens: 0,
    })
}

fn step(number: usize) -> Step<'static> {
    let path = leak(vec![PathPart::Text(leak(format!("/slow/{number}")))]);
    let call = Call {
        operation: "slow",
        method: "GET",
        base: "",
        path,
        parameters: &[],
        body: None,
        spreads: &[],
        security: &[],
        accept: "application/json",
    };
    Step {
        name: "slow",
        call,
        given: &[],
        after: &[],
        when: None,
        each: None,
        denial: Denial::OPEN,
        optional: false,
        if_denied: None,
    }
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}
