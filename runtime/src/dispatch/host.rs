//! Runs a tool that is written in Rust: its gates and its function.

use fewtools_contract::{Confirm, Expected};
use serde_json::Value;

use super::course::Stop;
use super::{Dispatcher, Route};
use crate::answer::{self, Content, Next};
use crate::arguments;
use crate::audit::{AuditOutcome, Watch};
use crate::gate::receipt::Subject;
use crate::gate::{self, Run, confirm};
use crate::hand::{Context, Failed, Why};
use crate::project::{Frame, Sources};
use crate::refusal::Fault;
use crate::{Caller, Reply, project};

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
    let confirmed = route.variant.gates.confirm;
    let confirmed = confirmed.map(|gate| self::confirmed(dispatcher, caller, (route, &gate), inputs, dry));
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
                location: String::new(),
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
    dispatcher: &Dispatcher,
    caller: &Caller,
    (route, gate): (&Route, &Confirm<'_>),
    inputs: &[Option<Value>],
    dry: bool,
) -> Result<Option<(&'static str, String)>, Fault> {
    let expected = match gate.equals {
        Expected::Input(index) => confirm::text_of(inputs.get(index).and_then(Option::as_ref)),
        Expected::Lookup { .. } | Expected::Preview { .. } => None,
    };
    let Some(expected) = expected else {
        return if dry { Ok(None) } else { Err(confirm::refused(route, gate, "")) };
    };
    // What its function sends is not known yet: the caller and what they said is all that a receipt is about.
    let subject = Subject { route, inputs, expected: &expected, caller, carried: &[] };
    let receipts = dispatcher.receipts.as_ref();
    if dry {
        let told = confirm::to_repeat(gate, &subject, receipts);
        return Ok(told.map(|text| (confirm::name(route, gate), text)));
    }
    confirm::judge(gate, &subject, receipts).map(|()| None)
}

/// What functions read of an answer.
pub(super) fn body(content: Content) -> Value {
    match content {
        Content::Json(value) => value,
        Content::Text(text) => Value::String(text),
        Content::Bytes { .. } | Content::Rows(_) | Content::Empty | Content::Settled(_) => Value::Null,
    }
}
