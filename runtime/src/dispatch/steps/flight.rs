//! Requests of steps on their way, all in the task of their call: who drops the call drops them.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use fewtools_contract::Step;
use http::HeaderMap;
use serde_json::{Map, Value};

use super::miss::Miss;
use crate::answer::{self, Answered, Asked, Content, Purpose};
use crate::dispatch::{Dispatcher, PreparedStep, Route, host};
use crate::log;
use crate::project::Seen;
use crate::upstream::{Request, Response, UpstreamError};

/// A run of a step: the only one, or the one for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    /// The step.
    pub(super) step: usize,
    /// The row that it is for.
    pub(super) row: Option<usize>,
}

/// A request on its way.
pub(super) struct Flight<'c> {
    /// What it is for.
    pub(super) turn: Turn,
    /// What comes of it.
    pub(super) landing: Pin<Box<dyn Future<Output = Result<Seen, Miss>> + Send + 'c>>,
}

/// Waits until one of these has ended, and takes it out. There has to be one.
pub(super) async fn landed(flights: &mut Vec<Flight<'_>>) -> (Turn, Result<Seen, Miss>) {
    poll_fn(|context| {
        for (index, flight) in flights.iter_mut().enumerate() {
            if let Poll::Ready(seen) = flight.landing.as_mut().poll(context) {
                let turn = flights.swap_remove(index).turn;
                return Poll::Ready((turn, seen));
            }
        }
        Poll::Pending
    })
    .await
}

/// Sends the request of a step and reads its answer. One without time is not sent.
pub(super) async fn ask(
    dispatcher: &Dispatcher,
    route: &Route,
    (step, prepared): (&'static Step<'static>, &PreparedStep),
    values: Vec<Option<Value>>,
    request: Request,
) -> Result<Seen, Miss> {
    let catalogue = dispatcher.catalogue;
    let url = request.url.clone();
    let of_variant = Asked::new(catalogue, route, (Purpose::Step, prepared.call.call), &values, &url);
    let asked = Asked { denial: step.denial, ..of_variant };
    let outcome = match request.timeout_ms {
        0 => Err(UpstreamError::Timeout),
        _ => dispatcher.send(&asked, log::What::Step(step, &values), request).await,
    };
    let late = matches!(outcome, Err(UpstreamError::Timeout));
    let headers = kept(&outcome, &prepared.headers);
    match answer::read(catalogue, &asked, outcome) {
        Ok(answered) if prepared.has_paths && !is_structured(&answered.content) => {
            Err(Miss::Failed { failure: answer::unreadable(answered.status), late })
        }
        Ok(answered) => Ok(seen(answered, headers)),
        Err(failure) => Err(Miss::Failed { failure, late }),
    }
}

/// Whether paths may lead into an answer. In an empty one they lead nowhere, which is `null`.
fn is_structured(content: &Content) -> bool {
    matches!(content, Content::Json(_) | Content::Rows(_) | Content::Empty | Content::Settled(_))
}

/// The headers that are looked at.
fn kept(outcome: &Result<Response, UpstreamError>, names: &[&'static str]) -> Map<String, Value> {
    let Ok(Response { headers, .. }) = outcome else { return Map::new() };
    let text = |headers: &HeaderMap, name: &str| headers.get(name)?.to_str().ok().map(Value::from);
    names.iter().filter_map(|name| Some(((*name).to_owned(), text(headers, name)?))).collect()
}

/// What others may look at of an answer: text is a text, and bytes of another type are nothing.
fn seen(answered: Answered, headers: Map<String, Value>) -> Seen {
    Seen { body: host::body(answered.content), status: answered.status.into(), headers }
}
