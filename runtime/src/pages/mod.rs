//! Turns answers that are lists into the rows that are shown, and into the place where the rest of them begins.

mod gather;
mod read;
mod skip;
mod token;

#[cfg(test)]
mod tests;

use fewtools_contract::{Answer, Conversion, Exchange, Next, Rows};
use serde_json::Value;

pub(crate) use self::gather::{Follow, Gathered};
pub(crate) use self::read::{Listed, Wanted, characters};
pub(crate) use self::token::{beside, contradicted, read as resumed, write as told};
use crate::dispatch::Route;

/// A place in a list: a page, and the rows of it that were shown before.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Position {
    /// The values that turn to the page, each with its place in the sources of the call; `None` for one that is left out.
    /// What a call says in the same place does not hold.
    pub(crate) turn: Turn,
    /// The rows that the API is asked for; `None` where the call says it.
    pub(crate) size: Option<u64>,
    /// The rows of the page that were shown before.
    pub(crate) skip: usize,
}

/// Values and their places in the sources of a call.
pub(crate) type Turn = Vec<(usize, Option<Value>)>;

impl Position {
    /// The sources of the call for this page.
    pub(crate) fn sources(&self, route: &Route, inputs: &[Option<Value>]) -> Vec<Option<Value>> {
        let turned = exchange(route).map_or(0, |exchange| exchange.paging.turned.len());
        let mut sources = inputs.to_vec();
        sources.resize(route.variant.inputs.len() + turned, None);
        let size = limit(route, inputs).zip(self.size).map(|(limit, size)| (limit, Some(size.into())));
        for (index, value) in self.turn.iter().cloned().chain(size) {
            if let Some(source) = sources.get_mut(index) {
                *source = value;
            }
        }
        sources
    }

    /// The same with these values instead of those in the same places.
    fn turned(&self, turn: impl IntoIterator<Item = (usize, Option<Value>)>) -> Turn {
        let mut all = self.turn.clone();
        for (index, value) in turn {
            match all.iter_mut().find(|(known, _)| *known == index) {
                Some((_, known)) => *known = value,
                None => all.push((index, value)),
            }
        }
        all
    }
}

/// The one request of a variant.
fn exchange(route: &Route) -> Option<&Exchange<'static>> {
    route.variant.work.exchange()
}

/// How its next page is asked for.
pub(crate) fn rule(route: &Route) -> Option<Next<'static>> {
    exchange(route)?.paging.next
}

/// The input that goes on where an earlier answer ended.
pub(crate) fn resume(route: &Route) -> Option<usize> {
    exchange(route)?.paging.resume
}

/// What is said of rows for a call with these inputs.
pub(crate) fn rows_of(route: &Route, inputs: &[Option<Value>]) -> Option<Rows<'static>> {
    match route.answer(inputs) {
        Answer::Rows(rows) => Some(rows),
        Answer::Whole | Answer::Object(_) | Answer::Detail(_) | Answer::Link(_) => None,
    }
}

/// The input that is the row limit.
pub(crate) fn limit(route: &Route, inputs: &[Option<Value>]) -> Option<usize> {
    rows_of(route, inputs)?.limit
}

/// The most rows that the API gives at once, where the input is a row limit; 0 for any number.
fn slot_max(route: &Route, limit: usize) -> Option<u32> {
    match route.variant.inputs.get(limit)?.conversion {
        Conversion::RowLimit { slot_max, .. } => Some(slot_max),
        _ => None,
    }
}
