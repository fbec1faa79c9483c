//! Puts around a result what is never cut: that it is of a dry run, what a real run has to confirm, what it lacks.

use fewtools_contract::gate::{DRY_RUN, WOULD_SEND};
use serde_json::{Map, Value};

use crate::dispatch::Route;
use crate::{Reply, number};

/// The member that holds an answer whose own members could be taken for ours.
const ANSWER: &str = "answer";

/// The member that tells what a result lacks.
const NOTES: &str = "notes";

/// What stands around the members of a result.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    first: Map<String, Value>,
    last: Map<String, Value>,
}

impl Frame {
    /// Around the result of a dry run; `confirm` is the name and the value of what a real run confirms.
    pub(crate) fn of_dry_run(confirm: Option<(&str, String)>) -> Self {
        let last = confirm.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        Self { first: Map::from_iter([(DRY_RUN.to_owned(), true.into())]), last }
    }

    /// Around a result that lacks something: what, a phrase each.
    pub(crate) fn noting(notes: Vec<String>) -> Self {
        let last = (!notes.is_empty()).then(|| (NOTES.to_owned(), notes.into()));
        Self { first: Map::new(), last: last.into_iter().collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }

    /// A whole answer that is not taken for that of a dry run: where a change was made and the API's own members say
    /// otherwise, it stands below one of ours, beside the truth.
    pub(super) fn distinct(&self, route: &Route, answer: Value) -> Value {
        let says = |member: &str| answer.get(member).is_some_and(|said| *said != Value::Bool(false));
        let is_real = self.is_empty() && route.variant.effect.is_mutation();
        if !is_real || !(says(DRY_RUN) || says(WOULD_SEND)) {
            return answer;
        }
        Value::Object(Map::from_iter([(DRY_RUN.to_owned(), false.into()), (ANSWER.to_owned(), answer)]))
    }

    /// The characters it takes.
    pub(super) fn length(&self) -> usize {
        let length = |members: &Map<String, Value>| match members.is_empty() {
            true => 0,
            false => number::object_to_json(members).chars().count(),
        };
        length(&self.first) + length(&self.last)
    }

    /// An answer that is an object.
    pub(super) fn object(&self, mut members: Map<String, Value>) -> Reply {
        if self.is_empty() {
            return Reply::object(members);
        }
        let mut framed = self.first.clone();
        // Where the API itself says whether it was a dry run, that is what is told.
        if let Some(said) = members.shift_remove(DRY_RUN).filter(Value::is_boolean) {
            framed.insert(DRY_RUN.to_owned(), said);
        }
        members.retain(|name, _| !self.last.contains_key(name));
        framed.extend(members);
        framed.extend(self.last.clone());
        Reply::object(framed)
    }

    /// An answer that is text.
    pub(super) fn plain(&self, text: String) -> Reply {
        if self.is_empty() {
            return Reply::plain(text);
        }
        self.object(Map::from_iter([("text".to_owned(), text.into())]))
    }
}
