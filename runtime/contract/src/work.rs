//! What a variant does when it is called: one request, several, or a function of the host program.

use crate::{Call, Check, Condition, Denial, Operand, Paging, Segment, Way};

/// What a variant does.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "a catalogue is made once and never moved")]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Work<'a> {
    /// It makes one request.
    Call(Exchange<'a>),
    /// It makes several, and answers once.
    Steps(Composite<'a>),
    /// A function of the host program does it, which is registered under the tool's name.
    Host,
}

impl<'a> Work<'a> {
    /// This one request, of which nothing more is known.
    pub const fn one(call: Call<'a>) -> Self {
        Self::Call(Exchange { call, paging: Paging::NONE, merge: None })
    }

    /// The one request; `None` for everything else.
    pub const fn exchange(&self) -> Option<&Exchange<'a>> {
        match self {
            Self::Call(exchange) => Some(exchange),
            Self::Steps(_) | Self::Host => None,
        }
    }

    /// The steps; none for everything else.
    pub const fn steps(&self) -> &'a [Step<'a>] {
        match self {
            Self::Steps(composite) => composite.steps,
            Self::Call(_) | Self::Host => &[],
        }
    }

    /// Every request that is made, what a gate looks up left out.
    pub fn calls(&self) -> impl Iterator<Item = &Call<'a>> {
        let merged = self.exchange().and_then(|exchange| exchange.merge.as_ref()).map(|merge| &merge.call);
        let own = self.exchange().map(|exchange| &exchange.call);
        own.into_iter().chain(merged).chain(self.steps().iter().map(|step| &step.call))
    }
}

/// One request and what its answer says of more.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Exchange<'a> {
    /// The request. Its sources are the variant's inputs, followed by [`Paging::turned`].
    pub call: Call<'a>,
    /// How pages follow each other.
    pub paging: Paging<'a>,
    /// What is read before, so that a call says only what changes.
    pub merge: Option<Merge<'a>>,
}

/// A read before a write: the body that is sent is the one that was read, with what the call says put over it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Merge<'a> {
    /// The request that reads; its sources are the variant's inputs.
    pub call: Call<'a>,
    /// The way from the root of its answer to what is written back.
    pub at: &'a [Segment<'a>],
    /// What of it is written back.
    pub kept: Kept<'a>,
    /// The header `If-Match` of the write is the `ETag` of the answer, where it has one.
    pub if_match: bool,
    /// The whole JSON Schema of the body that is written, as compact text; empty where it takes anything.
    pub schema: &'a str,
}

/// What of a value that was read is written back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Kept<'a> {
    /// Nothing.
    Nothing,
    /// All of it.
    All,
    /// Of an object these fields, and others where `others` says so; the same of each item of an array.
    Fields {
        /// The fields, sorted by name.
        fields: &'a [KeptField<'a>],
        /// Fields beside them stay too.
        others: bool,
    },
}

/// One field of an object that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KeptField<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether a `null` is written back.
    pub nulls: bool,
    /// What of it is.
    pub kept: Kept<'a>,
}

/// Several requests that only read, answered once. A step starts as soon as every step that it waits for has ended.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Composite<'a> {
    /// The steps in manifest order.
    pub steps: &'a [Step<'a>],
    /// Milliseconds the whole call may take.
    pub deadline_ms: u32,
    /// The most requests in flight at once.
    pub at_once: u32,
}

/// One step of a composite.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Step<'a> {
    /// Its name.
    pub name: &'a str,
    /// The request. Its sources are [`Step::given`].
    pub call: Call<'a>,
    /// The values that the request is made of.
    pub given: &'a [Given<'a>],
    /// The steps that it waits for: indices of earlier or later ones, in ascending order, never in a circle.
    pub after: &'a [usize],
    /// When it runs; it is left out where this does not hold.
    pub when: Option<Condition<'a>>,
    /// The rows that it runs for, once each; `None` for one run.
    pub each: Option<ForEach<'a>>,
    /// What is said of missing and forbidden things, where this step decides that.
    pub denial: Denial<'a>,
    /// It may fail: the answer says so in `notes`, and what hangs on it is `null`.
    pub optional: bool,
    /// It may be denied: then these fields of the result are set, each a name and JSON text, and what hangs on it is
    /// `null`. `None` where a denial of it is a denial of the call, or with [`Step::optional`] a note.
    pub if_denied: Option<&'a [(&'a str, &'a str)]>,
}

/// A value that a step's request is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Given<'a> {
    /// The slot it goes to: `path.queueName`.
    pub slot: &'a str,
    /// The value: a way or a constant.
    pub value: Operand<'a>,
    /// The step is left out without it, as one that failed.
    pub required: bool,
    /// What a value that no caller gave must satisfy; one that does not is not sent, and the step fails.
    pub check: Check<'a>,
}

/// The rows that a step runs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ForEach<'a> {
    /// The way to the array, in the body of an earlier step.
    pub rows: Way<'a>,
    /// The most rows that are looked at. The answer says in `notes` where there were more.
    pub most: u32,
}
