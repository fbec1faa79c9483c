//! Runs what a resource stands for, through the one road of all calls, and takes the rows out of its answer.

use serde_json::{Map, Value};

use crate::dispatch::{Outcome, Work};
use crate::request::{self, Secrets};
use crate::{Caller, Dispatcher, Reply, arguments, log, number};

/// Why a resource gives nothing. The two are never told in each other's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is not there, or not for this caller, or its address says nothing sensible.
    Denied,
    /// The API did not answer as it should, in a sentence that names no id.
    Failed(String),
}

impl Dispatcher {
    /// The answer of a resource for this caller, by the values of its address's variables, held below so many tokens;
    /// 0 for any number.
    ///
    /// # Errors
    /// [`Unread`] where there is none.
    pub(crate) async fn answer_of(
        &self,
        caller: &Caller,
        resource: usize,
        variables: Map<String, Value>,
        tokens: u32,
    ) -> Result<Reply, Unread> {
        let route = self.routes().resource(resource).ok_or(Unread::Denied)?;
        let accepted = arguments::accept(route, variables).map_err(|refusal| {
            log::refused(route.tool.name, refusal.faults().first().map_or("", |fault| fault.reason));
            Unread::Denied
        })?;
        match self.ask(caller, accepted, tokens).await {
            Outcome::Done(reply) => Ok(reply),
            Outcome::Failed(reply) => Err(Unread::Failed(reply.text)),
            Outcome::Refused | Outcome::Uncredited | Outcome::Denied => Err(Unread::Denied),
        }
    }

    /// Whether a read of a resource with these values is asked for at all: no argument is refused, and each can be sent.
    pub(crate) fn is_asked_for(&self, resource: usize, variables: Map<String, Value>) -> bool {
        let route = self.routes().resource(resource);
        let Some(accepted) = route.and_then(|route| arguments::accept(route, variables).ok()) else {
            return false;
        };
        let Work::Call(call) = &accepted.route.work else { return true };
        let nothing = (&[][..], Secrets::LeftOut);
        request::build(call, &accepted.inputs, nothing, &self.catalogue().upstream).is_ok()
    }

    /// The rows of a resource without variables, as this caller sees them and as they leave; at most as many as the
    /// resource gives. What would be too much for a model is not left out here.
    ///
    /// # Errors
    /// [`Unread`] where there are none.
    pub(crate) async fn rows_of(
        &self,
        caller: &Caller,
        resource: usize,
    ) -> Result<Vec<Map<String, Value>>, Unread> {
        let reply = self.answer_of(caller, resource, Map::new(), 0).await?;
        let items = reply.structured.and_then(|mut answer| answer.shift_remove("items"));
        let Some(Value::Array(items)) = items else { return Ok(Vec::new()) };
        let row = |item| match item {
            Value::Object(row) => Some(row),
            _ => None,
        };
        Ok(items.into_iter().filter_map(row).collect())
    }
}

/// A field of a row as text: what can stand in an address or be chosen from a list.
pub(crate) fn text_of(row: &Map<String, Value>, field: &str) -> Option<String> {
    number::text(row.get(field)?)
}
