//! A catalogue in the manner of a broker console and an upstream that records, for tests.

use std::sync::{Arc, Mutex, PoisonError};

use fewtools_contract::{
    Annotations, Answer, Argument, Call, Cap, Catalogue, Ceilings, Check, Confirm, Conversion, Denial,
    Discriminator, DryRun, Effect, Encoding, ErrorRule, Expected, Gates, Group, GroupKind, Input, Location,
    Mode, Parameter, PathPart, Preview, Rows, Server, Source, Style, Tool, Types, Upstream as Limits,
    Variant, Work,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::{Map, Value};

use crate::upstream::{Request, Response, Sending, Upstream, UpstreamError};
use crate::{Builder, Caller, Dispatcher, Malformed, Reply};

/// Data that lives as long as the program, as emitted code has it.
pub(crate) fn leak<T>(values: Vec<T>) -> &'static [T] {
    Box::leak(values.into_boxed_slice())
}

/// One value for as long as the program.
pub(crate) fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Arguments of these names, none listed as required.
pub(crate) fn arguments(names: &[&'static str]) -> &'static [Argument<'static>] {
    leak(names.iter().map(|name| Argument { name, schema: "{}", note: "", required: false }).collect())
}

/// An input that takes everything.
pub(crate) const fn input(argument: usize, slot: &'static str) -> Input<'static> {
    Input { slot, ..Input::plain(argument) }
}

/// A check of types alone.
pub(crate) const fn types(types: Types) -> Check<'static> {
    Check { types, ..Check::ANY }
}

/// The usual style of a place.
pub(crate) const fn usual(location: Location) -> Encoding<'static> {
    let style = match location {
        Location::Query | Location::Cookie | Location::Querystring => Style::Form,
        Location::Path | Location::Header => Style::Simple,
    };
    Encoding::Styled { style, explode: matches!(style, Style::Form), allow_reserved: false }
}

/// A parameter in its usual style.
pub(crate) const fn parameter(location: Location, name: &'static str, input: usize) -> Parameter<'static> {
    Parameter { location, name, encoding: usual(location), source: Source::Input(input) }
}

/// A read of `/things`.
pub(crate) const CALL: Call<'static> = Call {
    operation: "listThings",
    method: "GET",
    base: "",
    path: &[PathPart::Text("/things")],
    parameters: &[],
    body: None,
    spreads: &[],
    security: &[],
    accept: "application/json",
};

/// A read whose whole answer leaves.
pub(crate) const VARIANT: Variant<'static> = Variant {
    name: "",
    about: "",
    effect: Effect::Read,
    inputs: &[],
    groups: &[],
    gates: Gates::NONE,
    denial: Denial::OPEN,
    work: Work::one(CALL),
    answer: Answer::Whole,
};

/// A tool of one variant.
pub(crate) fn tool(
    name: &'static str,
    arguments: &'static [Argument<'static>],
    variant: Variant<'static>,
) -> &'static Tool<'static> {
    keep(Tool {
        name,
        about: "",
        mode: Mode::Simple,
        arguments,
        discriminator: None,
        variants: leak(vec![variant]),
        annotations: Annotations { read_only: false, destructive: false, idempotent: false },
        output_schema: "",
        result_tokens: 0,
    })
}

/// A catalogue of these tools.
pub(crate) fn catalogue(tools: Vec<&'static Tool<'static>>) -> Catalogue<'static> {
    Catalogue {
        server: Server { name: "trial", about: "", refuse_by_protocol: false },
        tools: leak(tools),
        help: None,
        resources: &[],
        prompts: &[],
        instructions: "",
        profiles: &[],
        ceilings: Ceilings::NONE,
        upstream: Limits { base: "https://api.example.com/v1", timeout_ms: 1_000, max_response: 1_000 },
        schemes: &[],
        errors: &[],
        settled: &[],
        renamed: &[("message_action", "queue_action")],
        definitions: &[],
        hooks: &[],
        operations: &[],
        result_tokens: 0,
    }
}

/// The tools that the refusals of the manifest's reference are shown with.
pub(crate) fn broker() -> Catalogue<'static> {
    catalogue(vec![list_resources(), queue_action()])
}

fn list_resources() -> &'static Tool<'static> {
    const KINDS: [&str; 6] = ["queues", "addresses", "consumers", "sessions", "connections", "producers"];
    const UUID: Input<'static> =
        Input { required: true, conversion: Conversion::Uuid, ..input(0, "path.clusterId") };
    const LIMIT: Input<'static> = Input {
        check: types(Types::INTEGER),
        conversion: Conversion::RowLimit { max: 100, slot_max: 0 },
        ..input(3, "query.limit")
    };
    let rows =
        Rows { at: &[], pick: &[], keep: None, ordered_by: "name", default: 25, max: 100, limit: Some(2) };
    let variant = |name: &'static str| Variant {
        name,
        inputs: leak(vec![UUID, Input { check: types(Types::STRING), ..input(2, "query.filter") }, LIMIT]),
        work: Work::one(Call {
            path: &[PathPart::Text("/clusters/"), PathPart::Parameter(0), PathPart::Text("/things")],
            parameters: leak(vec![
                parameter(Location::Path, "clusterId", 0),
                parameter(Location::Query, "filter", 1),
                parameter(Location::Query, "limit", 2),
            ]),
            ..CALL
        }),
        answer: Answer::Rows(rows),
        ..VARIANT
    };
    let required = Argument { name: "clusterId", schema: "{}", note: "", required: true };
    let others = arguments(&["kind", "filter", "limit"]);
    keep(Tool {
        arguments: leak([&[required], others].concat()),
        discriminator: Some(Discriminator { argument: 1, default: None, aliases: &[("topics", 1)] }),
        variants: leak(KINDS.map(variant).to_vec()),
        ..*tool("list_resources", &[], VARIANT)
    })
}

fn queue_action() -> &'static Tool<'static> {
    let required = |name| Argument { name, schema: "{}", note: "", required: true };
    let signature = [required("clusterId"), required("queue"), required("action")];
    let others = arguments(&["messageIds", "filter", "targetQueue", "dryRun", "confirm", "override"]);
    let needed = |argument, slot| Input { required: true, ..input(argument, slot) };
    let queue = [needed(0, "path.clusterId"), needed(1, "path.queueName")];
    let chosen = [input(3, "body.messageIds"), input(4, "body.filter")];
    let groups = leak(vec![Group { kind: GroupKind::OneOf, arguments: &[3, 4] }]);
    let target = needed(5, "body.targetQueue");
    let moving = [&queue[..], &[target], &chosen].concat();
    let retrying = [&queue[..], &chosen].concat();
    keep(Tool {
        arguments: leak([&signature[..], others].concat()),
        discriminator: Some(Discriminator { argument: 2, default: None, aliases: &[] }),
        variants: leak(vec![
            Variant { groups, ..gated("move", &moving) },
            Variant { groups, ..gated("retry", &retrying) },
            Variant {
                about: "it removes every message. To remove some, use action=delete.",
                ..gated("purge", &queue)
            },
            Variant { groups, ..gated("delete", &retrying) },
        ]),
        ..*tool("queue_action", &[], VARIANT)
    })
}

/// A destructive variant with a dry run by the API, a confirmation of its second input, and a cap.
pub(crate) fn gated(name: &'static str, own: &[Input<'static>]) -> Variant<'static> {
    let (dry_run, confirm, cap) = (own.len(), own.len() + 1, own.len() + 2);
    let flag = |argument, slot| Input { check: types(Types::BOOLEAN), ..input(argument, slot) };
    let gates = [
        Input { default: "true", ..flag(6, "query.dryRun") },
        Input { check: types(Types::STRING), ..input(7, "") },
        flag(8, "query.override"),
    ];
    let call = Call {
        method: "POST",
        path: &[PathPart::Text("/queues/"), PathPart::Parameter(0)],
        parameters: leak(vec![
            parameter(Location::Path, "queueName", 1),
            parameter(Location::Query, "dryRun", dry_run),
            parameter(Location::Query, "override", cap),
        ]),
        ..CALL
    };
    Variant {
        name,
        effect: Effect::Destructive,
        inputs: leak([own, &gates].concat()),
        gates: Gates {
            dry_run: Some(DryRun { input: dry_run, preview: Preview::Upstream { on: "" } }),
            confirm: Some(Confirm { input: confirm, equals: Expected::Input(1), receipt: false }),
            cap: Some(Cap { input: cap, status: 409, code: "cap-exceeded", code_at: "/code", foreseen: &[] }),
        },
        work: Work::one(call),
        ..VARIANT
    }
}

/// What an upstream says to a request.
type Answers = Box<dyn Fn(&Request) -> Result<Response, UpstreamError> + Send + Sync>;

/// An upstream that keeps what it was sent.
pub(crate) struct Recorder {
    answers: Answers,
    requests: Mutex<Vec<Request>>,
}

impl Recorder {
    /// One that answers `200 {}`.
    pub(crate) fn silent() -> Self {
        Self::answering(answer(200, "{}"))
    }

    /// One that always answers this.
    pub(crate) fn answering(outcome: Result<Response, UpstreamError>) -> Self {
        Self::by(move |_| outcome.clone())
    }

    /// One that answers what this says.
    pub(crate) fn by(
        answers: impl Fn(&Request) -> Result<Response, UpstreamError> + Send + Sync + 'static,
    ) -> Self {
        Self { answers: Box::new(answers), requests: Mutex::default() }
    }

    /// What was sent so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Upstream for Recorder {
    fn send(&self, request: Request) -> Sending<'_> {
        let outcome = (self.answers)(&request);
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        Box::pin(async move { outcome })
    }
}

/// A running dispatcher and its upstream.
pub(crate) struct Trial {
    pub(crate) dispatcher: Dispatcher,
    pub(crate) upstream: Arc<Recorder>,
}

impl Trial {
    /// Starts a catalogue over an upstream that answers `200 {}`.
    pub(crate) fn of(catalogue: Catalogue<'static>) -> Self {
        Self::answering(catalogue, answer(200, "{}"))
    }

    /// Starts a catalogue over an upstream that answers this.
    pub(crate) fn answering(catalogue: Catalogue<'static>, outcome: Result<Response, UpstreamError>) -> Self {
        Self::over(catalogue, Recorder::answering(outcome), |builder| builder)
    }

    /// Starts a catalogue over this upstream, with something said to its builder.
    pub(crate) fn over(
        catalogue: Catalogue<'static>,
        upstream: Recorder,
        say: impl FnOnce(Builder) -> Builder,
    ) -> Self {
        let upstream = Arc::new(upstream);
        let builder = Dispatcher::builder(keep(catalogue)).upstream(upstream.clone()).environment(secrets);
        let dispatcher = say(builder).build().expect("the catalogue is sound");
        Self { dispatcher, upstream }
    }

    /// Calls a tool as nobody.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Result<Reply, Malformed> {
        self.call_as(&Caller::anonymous(), tool, arguments)
    }

    /// Calls a tool as this caller.
    pub(crate) fn call_as(&self, caller: &Caller, tool: &str, arguments: Value) -> Result<Reply, Malformed> {
        let arguments: Map<String, Value> = arguments.as_object().cloned().expect("arguments are an object");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(self.dispatcher.call(caller, tool, arguments))
    }

    /// The text of a call's reply.
    pub(crate) fn said(&self, tool: &str, arguments: Value) -> String {
        self.call(tool, arguments).expect("a reply").text
    }
}

fn secrets(name: &str) -> Option<String> {
    let known =
        [("TRIAL_KEY", "K 1"), ("TRIAL_TOKEN", "T1\n"), ("TRIAL_USER", "ann:pässword"), ("TRIAL_EMPTY", "")];
    known.iter().find(|(known, _)| *known == name).map(|(_, secret)| (*secret).to_owned())
}

/// A JSON answer.
pub(crate) fn answer(status: u16, body: &str) -> Result<Response, UpstreamError> {
    answer_with(status, &[("content-type", "application/json")], body.as_bytes())
}

/// An answer with these headers.
pub(crate) fn answer_with(
    status: u16,
    headers: &[(&'static str, &'static str)],
    body: &[u8],
) -> Result<Response, UpstreamError> {
    let header = |(name, value): &(&'static str, &'static str)| {
        (HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    let headers: HeaderMap = headers.iter().map(header).collect();
    Ok(Response { status: StatusCode::from_u16(status).expect("a status"), headers, body: body.to_vec() })
}

/// A catalogue of one tool `things` that makes this call.
pub(crate) fn things(variant: Variant<'static>, names: &[&'static str]) -> Catalogue<'static> {
    catalogue(vec![tool("things", arguments(names), variant)])
}

/// The same catalogue with rules for failures.
pub(crate) fn ruled(catalogue: Catalogue<'static>, errors: Vec<ErrorRule<'static>>) -> Catalogue<'static> {
    Catalogue { errors: leak(errors), ..catalogue }
}
