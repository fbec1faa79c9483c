//! Runs a tool that is written in Rust: its gates, its function, and the operations that it asks for.

use fewtools_contract::{Confirm, Expected};
use serde_json::{Map, Value};

use super::course::Stop;
use super::{Dispatcher, Route, Work};
use crate::answer::{self, Asked, Content, Next, Purpose};
use crate::arguments::{self, Accepted};
use crate::audit::{AuditOutcome, Watch};
use crate::gate::{self, Run, confirm};
use crate::hand::{Answered, Context, Failed, Why};
use crate::project::{Frame, Sources};
use crate::refusal::Fault;
use crate::request::{self, Secrets};
use crate::{Caller, Reply, log, project};

/// Runs an accepted call to its reply.
pub(super) async fn run<'c>(
    dispatcher: &'c Dispatcher,
    caller: &'c Caller,
    (route, inputs): (&'c Route, &'c [Option<Value>]),
    mut watch: Watch<'c>,
    tokens: u32,
) -> Result<Reply, Stop> {
    let Some(function) = dispatcher.hand.get(route.tool.name) else {
        return Err(Stop::Failed(answer::needs_program(route, route.tool.name)));
    };
    let dry = gate::run(route, inputs) != Run::Real;
    let confirmed = route.variant.gates.confirm.map(|gate| confirmed(route, &gate, inputs, dry));
    let confirmed = confirmed.transpose().map_err(|fault| {
        watch.ended(AuditOutcome::Refused, None);
        Stop::Refused(arguments::hinted(route, vec![fault]))
    })?;
    let done = {
        let context = Context { dispatcher, caller, route, watch: &watch, dry };
        function.run(context, inputs.to_vec()).await
    };
    let frame = if dry { Frame::of_dry_run(confirmed.flatten()) } else { Frame::default() };
    match done {
        Ok(value) => {
            watch.ended(if dry { AuditOutcome::Shown } else { AuditOutcome::Answered }, None);
            let answered = answer::Answered {
                content: Content::Json(value),
                status: 200,
                next: Next::Unsaid,
                etag: None,
            };
            let sources = Sources::new(inputs, &route.constants, &dispatcher.functions);
            Ok(project::reply(route, answered, tokens, &frame, &sources))
        }
        Err(Failed(Why::Shown(request))) => {
            watch.ended(AuditOutcome::Shown, None);
            Ok(project::shown(route, request, tokens, &frame))
        }
        Err(Failed(Why::Stop(stop))) => {
            match &stop {
                Stop::Failed(failure) => watch.ended(failure.outcome, failure.status),
                Stop::Refused(_) | Stop::Uncredited(_) => watch.ended(AuditOutcome::Refused, None),
            }
            Err(stop)
        }
    }
}

/// Judges what a real run confirms; of a dry run, what a real one has to.
fn confirmed(
    route: &Route,
    gate: &Confirm<'_>,
    inputs: &[Option<Value>],
    dry: bool,
) -> Result<Option<(&'static str, String)>, Fault> {
    let value = |index: usize| inputs.get(index).and_then(Option::as_ref);
    let expected = match gate.equals {
        Expected::Input(index) => confirm::text_of(value(index)),
        Expected::Lookup { .. } | Expected::Preview { .. } => None,
    };
    match expected {
        Some(expected) if dry => Ok(Some((confirm::name(route, gate), expected))),
        Some(expected) => confirm::judge(route, gate, value(gate.input), &expected).map(|()| None),
        None if dry => Ok(None),
        None => Err(confirm::refused(route, gate, "")),
    }
}

impl Dispatcher {
    /// Asks the API for a function of a tool.
    pub(crate) async fn operation(
        &self,
        context: &Context<'_>,
        index: usize,
        caller: &Caller,
        arguments: Map<String, Value>,
    ) -> Result<Answered, Failed> {
        let known = self.routes.operation(index).ok_or_else(|| beyond(context.route, "no operation"))?;
        let stopped = |stop| Failed(Why::Stop(stop));
        let accepted =
            arguments::accept(known, arguments).map_err(|refusal| stopped(Stop::Refused(refusal)))?;
        let Accepted { route, inputs, .. } = accepted;
        let Work::Call(prepared) = &route.work else { return Err(beyond(context.route, known.tool.name)) };
        if route.variant.effect > context.route.variant.effect {
            return Err(beyond(context.route, known.tool.name));
        }
        let held_back = context.dry && route.variant.effect.is_mutation();
        let carried = self.credentials.choose(prepared.call, caller);
        let carried = carried.map_err(|fault| stopped(Stop::Uncredited(fault.into())))?;
        let secrets = if held_back { Secrets::LeftOut } else { Secrets::Written };
        let limits = &self.catalogue.upstream;
        let request = request::build(prepared, &inputs, (&carried, secrets), limits);
        let mut request =
            request.map_err(|fault| stopped(Stop::Refused(arguments::hinted(route, vec![fault]))))?;
        if held_back {
            let kind = prepared.call.body.map(|body| body.kind);
            return Err(Failed(Why::Shown(gate::would_send(&request, kind, self.catalogue.schemes))));
        }
        let url = request.url.clone();
        let asked = Asked {
            route,
            purpose: Purpose::Run,
            call: prepared.call,
            denial: route.variant.denial,
            inputs: &inputs,
            url: &url,
            declared: limits.base,
            list: None,
        };
        request.redirects = asked.redirects();
        let sent = log::Sent::new(route, log::What::Call(Purpose::Run, &inputs), &request);
        if asked.changes() {
            context.watch.sends();
        }
        let outcome = self.upstream.send(request).await;
        sent.answered(&outcome);
        match answer::read(self.catalogue, &asked, outcome) {
            Ok(answered) => Ok(Answered { status: answered.status, body: body(answered.content) }),
            Err(failure) => Err(Failed::failure(failure)),
        }
    }
}

/// What functions read of an answer.
pub(super) fn body(content: Content) -> Value {
    match content {
        Content::Json(value) => value,
        Content::Text(text) => Value::String(text),
        Content::Bytes { .. } | Content::Rows(_) | Content::Empty => Value::Null,
    }
}

/// An operation that is not there, or does more than the tool says of itself. That is a fault of the program.
fn beyond(route: &Route, operation: &str) -> Failed {
    let tool = route.tool.name;
    tracing::error!(tool, operation, "a tool asks for an operation that it may not have");
    Failed::new("internal-error", format!("{tool} asks for more than it may do. Nothing was sent."))
}
