//! What a function of a tool can do: ask who calls, and ask the API down the road of all calls.

use serde_json::{Map, Value};

use super::Failed;
use crate::Caller;
use crate::audit::Watch;
use crate::dispatch::{Dispatcher, Route};

/// What a function of a tool is called with, beside its arguments.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    pub(crate) dispatcher: &'c Dispatcher,
    pub(crate) caller: &'c Caller,
    /// The tool.
    pub(crate) route: &'c Route,
    pub(crate) watch: &'c Watch<'c>,
    /// Nothing may change.
    pub(crate) dry: bool,
}

/// A successful answer to an operation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// The body: JSON, or a text; `null` for nothing and for bytes of another type. A number that neither 64 bits nor a
    /// float hold keeps its digits where it is handed on, and is read by [`crate::codegen::FromAnswer`].
    pub body: Value,
}

impl<'c> Context<'c> {
    /// Who calls.
    pub fn caller(&self) -> &'c Caller {
        self.caller
    }

    /// Whether this is a dry run, in which no operation that changes something is sent.
    pub fn is_dry_run(&self) -> bool {
        self.dry
    }

    /// Asks the API: an operation by its index in [`crate::contract::Catalogue::operations`], for this caller. Generated
    /// functions are better to read.
    ///
    /// # Errors
    /// [`Failed`] where the arguments are refused, a credential is not at hand, or the API does not answer with success;
    /// where the operation does more than the tool says of itself; and in a dry run where it would change something.
    pub async fn operation(
        &self,
        index: usize,
        caller: &Caller,
        arguments: Map<String, Value>,
    ) -> Result<Answered, Failed> {
        self.dispatcher.operation(self, index, caller, arguments).await
    }
}
