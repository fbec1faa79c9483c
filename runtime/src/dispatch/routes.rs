//! The table of a catalogue's tools and variants, with everything that can be worked out before the first call.

use std::borrow::Cow;
use std::sync::Arc;

use fewtools_contract::{Answer, Argument, Given, Input, Tool, Variant};
use serde_json::Value;

use super::basis::Merging;
use super::output::Output;
use crate::Reply;
use crate::arguments::convert::Ready;
use crate::arguments::schema::Schema;
use crate::arguments::sent;
use crate::arguments::whole::Whole;
use crate::project::Constants;
use crate::refusal::Fault;
use crate::request::Prepared;

/// Every tool that can run, compiled once.
pub(crate) struct Routes {
    /// The catalogue's tools in listing order, then those that a profile narrows.
    pub(super) tools: Vec<ToolRoute>,
    /// How many of them are the catalogue's.
    pub(super) whole: usize,
    /// What a read of each resource runs.
    pub(super) resources: Vec<ToolRoute>,
    /// What code of the host program asks for.
    pub(super) operations: Vec<ToolRoute>,
}

impl Routes {
    /// The catalogue's tools in listing order.
    pub(crate) fn tools(&self) -> &[ToolRoute] {
        self.tools.get(..self.whole).unwrap_or_default()
    }

    /// A tool, of the catalogue or of a profile.
    pub(crate) fn tool(&self, index: usize) -> Option<&ToolRoute> {
        self.tools.get(index)
    }

    /// Where a tool is; the one at this very address, because a profile has tools of the same names.
    pub(crate) fn position(&self, tool: &Tool<'static>) -> Option<usize> {
        self.tools.iter().position(|route| std::ptr::eq(route.tool, tool))
    }

    /// What a read of this resource runs.
    pub(crate) fn resource(&self, index: usize) -> Option<&ToolRoute> {
        self.resources.get(index)
    }

    /// The operation of this index.
    pub(super) fn operation(&self, index: usize) -> Option<&ToolRoute> {
        self.operations.get(index)
    }

    /// Everything that can run.
    pub(super) fn all(&self) -> impl Iterator<Item = &Route> {
        self.tools.iter().chain(&self.resources).chain(&self.operations).flat_map(ToolRoute::routes)
    }
}

/// A tool and its variants.
pub(crate) struct ToolRoute {
    /// The tool.
    pub(crate) tool: &'static Tool<'static>,
    pub(super) variants: Vec<Route>,
    /// What it lists of its answers.
    pub(super) output: Option<Output>,
}

impl ToolRoute {
    /// The variants.
    pub(crate) fn routes(&self) -> &[Route] {
        &self.variants
    }

    /// A reply of it as it leaves.
    pub(super) fn held(&self, reply: Reply) -> Reply {
        match &self.output {
            Some(output) => output.hold(reply),
            None => reply,
        }
    }

    /// The variant of this index.
    pub(crate) fn route(&self, index: usize) -> Option<&Route> {
        self.variants.get(index)
    }
}

/// What a variant belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A tool that is listed.
    Tool,
    /// What a resource reads.
    Resource,
    /// An operation that functions of tools ask.
    Operation,
}

/// What a variant does, prepared.
pub(crate) enum Work {
    /// This one request.
    Call(Prepared),
    /// The requests of its steps.
    Steps(Vec<PreparedStep>),
    /// A function of the host program.
    Host,
}

/// A step, prepared.
pub(crate) struct PreparedStep {
    /// Its request.
    pub(crate) call: Prepared,
    /// The headers of its answer that are looked at, in lower case.
    pub(crate) headers: Vec<&'static str>,
    /// The whole schema of each value that it is given, where there is one.
    pub(super) schemas: Vec<Option<Arc<Schema>>>,
    /// The schema of its body, where what it is given does not say all of it one by one.
    pub(super) whole: Option<Arc<Schema>>,
    /// Something of its answer is looked at by a path: text, or bytes of another type, has none.
    pub(crate) has_paths: bool,
}

impl PreparedStep {
    /// What is sent of a value that it is given.
    pub(super) fn judge(&self, index: usize, given: &Given<'_>, value: &Value) -> Result<Value, Fault> {
        let schema = self.schemas.get(index).and_then(Option::as_deref);
        sent::judge(given.slot, &given.check, schema, value)
    }

    /// Its body, where what it is given does not say all of it one by one.
    pub(super) fn whole<'s>(&'s self, name: &'s str) -> Option<Whole<'s>> {
        let schema = self.whole.as_deref()?;
        Some(Whole { subject: Cow::Borrowed(name), schema, call: &self.call })
    }
}

/// A variant with its calls prepared and its schemas compiled.
pub(crate) struct Route {
    /// The tool it belongs to.
    pub(crate) tool: &'static Tool<'static>,
    /// The variant.
    pub(crate) variant: &'static Variant<'static>,
    /// What it belongs to.
    pub(crate) role: Role,
    /// What it does.
    pub(crate) work: Work,
    /// The request that tells what a real run has to confirm.
    pub(crate) lookup: Option<Prepared>,
    /// What is read before it writes.
    pub(crate) merging: Option<Merging>,
    /// What its result compares with and sets.
    pub(crate) constants: Constants,
    /// A function of the host program that its result is made with, as an index in the catalogue's.
    pub(crate) hook: Option<usize>,
    /// What the slot of the dry run's argument holds on a dry run; `None` where it holds `true` or `false`.
    pub(crate) preview: Option<Value>,
    pub(super) defaults: Vec<Option<Ready>>,
    pub(super) schemas: Vec<Option<Arc<Schema>>>,
    /// The whole schemas of the slots that only pages turn.
    pub(super) turned: Vec<Option<Arc<Schema>>>,
    /// The schema of its body, where its inputs alone do not say all of it.
    pub(super) whole: Option<Arc<Schema>>,
}

impl Route {
    /// What refusals call it: the variant's name, or the tool's where it has but one. An operation that a function asks is
    /// named as such: the tool whose call it serves has another name.
    pub(crate) fn subject(&self) -> Cow<'static, str> {
        let exchange = self.variant.work.exchange().filter(|_| self.role == Role::Operation);
        match exchange {
            Some(exchange) => Cow::Owned(format!("the operation {}", exchange.call.operation)),
            None if self.variant.name.is_empty() => Cow::Borrowed(self.tool.name),
            None => Cow::Borrowed(self.variant.name),
        }
    }

    /// The argument of an input.
    pub(crate) fn argument(&self, input: &Input<'_>) -> &'static Argument<'static> {
        self.tool.arguments.get(input.argument).unwrap_or(&NAMELESS)
    }

    /// What leaves of a call with these inputs.
    pub(crate) fn answer(&self, inputs: &[Option<Value>]) -> Answer<'static> {
        match self.variant.answer {
            Answer::Detail(detail) => {
                let said = inputs.get(detail.input).and_then(Option::as_ref);
                let full = said.and_then(Value::as_str) == Some(DETAIL_FULL);
                if full { *detail.full } else { *detail.brief }
            }
            one => one,
        }
    }

    /// The input that chooses between two results.
    pub(crate) fn detail(&self) -> Option<usize> {
        match self.variant.answer {
            Answer::Detail(detail) => Some(detail.input),
            _ => None,
        }
    }

    /// Every request that a call of it can make.
    #[cfg(feature = "upstream")]
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Prepared> {
        let (call, steps): (Option<&Prepared>, &[PreparedStep]) = match &self.work {
            Work::Call(call) => (Some(call), &[]),
            Work::Steps(steps) => (None, steps),
            Work::Host => (None, &[]),
        };
        call.into_iter()
            .chain(steps.iter().map(|step| &step.call))
            .chain(&self.lookup)
            .chain(self.merging.iter().map(|merging| &merging.call))
    }

    /// The converted default of an input.
    pub(crate) fn default(&self, input: usize) -> Option<&Ready> {
        self.defaults.get(input)?.as_ref()
    }

    /// The compiled schema of a slot that only pages turn.
    pub(crate) fn turned(&self, index: usize) -> Option<&Schema> {
        self.turned.get(index)?.as_deref()
    }

    /// The compiled schema of an input.
    pub(crate) fn schema(&self, input: usize) -> Option<&Schema> {
        self.schemas.get(input)?.as_deref()
    }

    /// Its body, where its inputs alone do not say all of it.
    pub(crate) fn whole(&self) -> Option<Whole<'_>> {
        match (&self.work, &self.whole) {
            (Work::Call(call), Some(schema)) => Some(Whole { subject: self.subject(), schema, call }),
            _ => None,
        }
    }
}

/// What an argument says that chooses the longer of two results.
const DETAIL_FULL: &str = "full";

/// Stands for an argument that is not there; a dispatcher does not start with such a reference.
static NAMELESS: Argument<'static> = Argument { name: "", schema: "{}", note: "", required: false };
