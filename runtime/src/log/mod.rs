//! Writes what happened to the log: names, states, sizes and times; of the arguments only those in path and query, as
//! harmless text, and only for those who look for faults.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::time::Instant;

use fewtools_contract::Step;
use serde_json::Value;

use crate::answer::Purpose;
use crate::dispatch::Route;
use crate::number;
use crate::request::{MASK, is_named_secret};
use crate::upstream::{Request, Response, UpstreamError};
use crate::visible::marked_and_cut;

/// The most characters of a value.
const SHOWN: usize = 100;

/// A request on its way.
pub(crate) struct Sent<'r> {
    route: &'r Route,
    purpose: Cow<'static, str>,
    bytes: usize,
    since: Instant,
}

/// What a request is for, and the values that it is made of.
#[derive(Clone, Copy)]
pub(crate) enum What<'r> {
    /// A call; its values are the variant's inputs.
    Call(Purpose, &'r [Option<Value>]),
    /// A step; its values are what it is given.
    Step(&'r Step<'static>, &'r [Option<Value>]),
}

impl<'r> Sent<'r> {
    /// Notes what a request is for, and its size.
    pub(crate) fn new(route: &'r Route, what: What<'_>, request: &Request) -> Self {
        let purpose: Cow<'static, str> = match what {
            What::Call(Purpose::Lookup, _) => "lookup".into(),
            What::Call(Purpose::Merge, _) => "merge".into(),
            What::Call(Purpose::Preview, _) => "preview".into(),
            What::Call(Purpose::Run | Purpose::Step, _) => "run".into(),
            What::Step(step, _) => format!("step {}", step.name).into(),
        };
        if tracing::enabled!(tracing::Level::DEBUG) {
            let (tool, variant) = (route.tool.name, route.variant.name);
            tracing::debug!(
                tool,
                variant,
                purpose = &*purpose,
                arguments = arguments(route, what),
                "call sent"
            );
        }
        let bytes = request.body.as_ref().map_or(0, Vec::len);
        Self { route, purpose, bytes, since: Instant::now() }
    }

    /// Logs how the request was answered.
    pub(crate) fn answered(self, outcome: &Result<Response, UpstreamError>) {
        let Self { route, purpose, bytes: sent, since } = self;
        let (tool, variant, ms) = (route.tool.name, route.variant.name, since.elapsed().as_millis() as u64);
        let purpose = &*purpose;
        match outcome {
            Ok(response) => {
                let (status, received) = (response.status.as_u16(), response.body.len());
                tracing::info!(tool, variant, purpose, status, ms, sent, received, "call answered");
            }
            Err(error) => tracing::warn!(tool, variant, purpose, ms, sent, %error, "call not answered"),
        }
    }
}

/// Logs a call that is refused before a request leaves. The tool's name may be the caller's own text.
pub(crate) fn refused(tool: &str, reason: &str) {
    let tool = crate::arguments::nearest::shown(tool);
    tracing::info!(tool, reason, "call refused");
}

/// `name=value`, separated by spaces: what is in the path and the query is shown, all else masked.
fn arguments(route: &Route, what: What<'_>) -> String {
    let (places, values): (Vec<(&str, &str)>, _) = match what {
        What::Call(_, values) => {
            let inputs = route.variant.inputs.iter();
            (inputs.map(|input| (route.argument(input).name, input.slot)).collect(), values)
        }
        What::Step(step, values) => {
            (step.given.iter().map(|given| (given.slot, given.slot)).collect(), values)
        }
    };
    let shown = places.into_iter().zip(values).filter_map(|((name, slot), value)| {
        let value = value.as_ref()?;
        Some(match text(name, slot, value) {
            Some(text) => format!("{name}={}", harmless(&text)),
            None => format!("{name}={MASK}"),
        })
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// The value as text, if it may be shown. An object has names of its own, which nobody has judged.
fn text(name: &str, slot: &str, value: &Value) -> Option<String> {
    let place = slot.strip_prefix("path.").or_else(|| slot.strip_prefix("query."))?;
    match value {
        _ if is_named_secret(name) || is_named_secret(place) => None,
        Value::Object(_) => None,
        Value::Array(items)
            if items.iter().any(|item| matches!(item, Value::Object(_) | Value::Array(_))) =>
        {
            None
        }
        Value::String(text) if number::digits(text).is_none() => Some(format!("\"{text}\"")),
        other => Some(number::to_json(other)),
    }
}

fn harmless(text: &str) -> String {
    marked_and_cut(text, SHOWN)
}
