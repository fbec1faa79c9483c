//! Decides what stands between an accepted call and a change: dry or real, and what a real run has to confirm.

pub(crate) mod confirm;
mod preview;
pub(crate) mod receipt;

#[cfg(test)]
mod tests;

use fewtools_contract::{Cap, Preview};
use serde_json::Value;

pub(crate) use self::preview::would_send;
use crate::answer::{Answered, Content, Failure};
use crate::dispatch::Route;
use crate::project;

/// Whether a call may change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// Nothing: the request that would be sent is shown.
    Shown,
    /// Nothing: the upstream tells what would happen.
    Previewed,
    /// It may.
    Real,
}

/// Whether a call is a dry run: it is one unless it says `false`.
pub(crate) fn run(route: &Route, inputs: &[Option<Value>]) -> Run {
    let Some(gate) = route.variant.gates.dry_run else { return Run::Real };
    match (inputs.get(gate.input).and_then(Option::as_ref), gate.preview) {
        (Some(Value::Bool(false)), _) => Run::Real,
        (_, Preview::Local) => Run::Shown,
        (_, Preview::Upstream { .. }) => Run::Previewed,
    }
}

/// Whether a call lifts the cap.
pub(crate) fn lifts(cap: &Cap<'_>, inputs: &[Option<Value>]) -> bool {
    inputs.get(cap.input).and_then(Option::as_ref).is_some_and(|value| *value != Value::Bool(false))
}

/// Whether the upstream's preview says that the call is over the cap; `None` where it says neither that nor the contrary.
pub(crate) fn foresees(cap: &Cap<'_>, preview: &Answered) -> Option<bool> {
    let Content::Json(body) = &preview.content else { return None };
    project::at(cap.foreseen, body)?.as_bool()
}

/// What is said where a preview does not say whether the call is over the cap, so that no real run is possible.
pub(crate) fn nothing_foreseen() -> Failure {
    let said = "The preview does not say whether the call is over the cap, so there is no real run. Nothing was changed.";
    Failure::unsent("cap-unknown", said)
}

/// The inputs as they are sent for such a run: what its slot wants stands in the place of the dry run's argument, and
/// what is confirmed goes nowhere.
pub(crate) fn sent(route: &Route, inputs: &[Option<Value>], run: Run) -> Vec<Option<Value>> {
    let mut sent = inputs.to_vec();
    let mut put = |input: usize, value: Option<Value>| {
        if let Some(place) = sent.get_mut(input) {
            *place = value;
        }
    };
    let gates = route.variant.gates;
    if let Some(gate) = gates.confirm {
        put(gate.input, None);
    }
    if let Some(gate) = gates.dry_run {
        let value = match (gate.preview, &route.preview, run) {
            (Preview::Local, ..) | (_, Some(_), Run::Real) => None,
            (_, Some(on), _) => Some(on.clone()),
            (_, None, run) => Some(Value::Bool(run != Run::Real)),
        };
        put(gate.input, value);
    }
    sent
}
