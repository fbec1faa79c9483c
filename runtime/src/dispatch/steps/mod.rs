//! Runs the steps of a composite, each as soon as what it waits for has ended, and makes one answer of theirs.

mod crew;
mod flight;
mod miss;
mod rows;
mod verdict;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use fewtools_contract::{Given, Operand, Origin};
use serde_json::Value;

use self::crew::Crew;
use super::course::Stop;
use super::{Dispatcher, PreparedStep, Route};
use crate::answer::{Answered, Content, Next};
use crate::project::Frame;
use crate::{Caller, Reply, project};

/// Runs a composite to its reply.
pub(super) async fn run<'c>(
    dispatcher: &'c Dispatcher,
    caller: &'c Caller,
    (route, steps): (&'c Route, &'c [PreparedStep]),
    inputs: &'c [Option<Value>],
    tokens: u32,
) -> Result<Reply, Stop> {
    let mut crew = Crew::new(dispatcher, caller, (route, steps), inputs)?;
    crew.work().await;
    let found = crew.judge()?;
    let mut sources = crew.sources();
    sources.set = &found.set;
    let answered = Answered {
        content: Content::Json(Value::Null),
        status: 200,
        next: Next::Unsaid,
        etag: None,
        location: String::new(),
    };
    let frame = Frame::noting(found.notes);
    Ok(project::reply(route, answered, tokens, &frame, &sources))
}

/// The argument of the tool that a step's value is, where it is one.
pub(super) fn argument(given: &Given<'_>, arguments: &[&'static str]) -> Option<&'static str> {
    match given.value {
        Operand::Way(way) => match way.from {
            Origin::Input(index) => arguments.get(index).copied(),
            Origin::Here | Origin::Body(_) | Origin::Status(_) | Origin::Header { .. } => None,
        },
        Operand::Constant(_) | Operand::Field(_) => None,
    }
}

/// The end of the time that requests may take; what is left after it is for the answer.
#[derive(Debug, Clone, Copy)]
struct Deadline(Instant);

impl Deadline {
    fn in_ms(most: u32) -> Self {
        let reserve = (most / 20).min(200);
        Self(Instant::now() + Duration::from_millis(most.saturating_sub(reserve).into()))
    }

    /// What is left, in milliseconds.
    fn left(self) -> u32 {
        u32::try_from(self.0.saturating_duration_since(Instant::now()).as_millis()).unwrap_or(u32::MAX)
    }
}
