//! What stands between a well-formed call and a mutation.

use crate::{Call, Segment};

/// The member of a result that says whether it is of a dry run.
pub const DRY_RUN: &str = "dryRun";

/// The member of a result that shows the request of a dry run.
pub const WOULD_SEND: &str = "wouldSend";

/// The gates of a variant. Their arguments are inputs of the variant like all others: a variant without a gate refuses
/// the gate's argument.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Gates<'a> {
    /// Nothing changes unless the call says so.
    pub dry_run: Option<DryRun<'a>>,
    /// A real run has to name what it is about.
    pub confirm: Option<Confirm<'a>>,
    /// The upstream refuses to change very many things at once, unless the call says so.
    pub cap: Option<Cap<'a>>,
}

impl Gates<'_> {
    /// No gate.
    pub const NONE: Self = Self { dry_run: None, confirm: None, cap: None };
}

/// A dry run. It is one unless its argument is `false`; no key of the manifest changes that.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DryRun<'a> {
    /// The argument, as an index in [`crate::Variant::inputs`].
    pub input: usize,
    /// Who previews.
    pub preview: Preview<'a>,
}

/// Who tells what a call would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Preview<'a> {
    /// Nobody is asked: the answer is the request that would be sent, credentials left out.
    Local,
    /// The upstream, by the slot of the input.
    Upstream {
        /// What the slot holds on a dry run, as JSON text; on a real run the slot is left out. Empty for a slot that is
        /// a boolean and holds `true` or `false`.
        on: &'a str,
    },
}

/// What a real run has to repeat to the letter.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Confirm<'a> {
    /// The argument, as an index in [`crate::Variant::inputs`]. It goes to no slot.
    pub input: usize,
    /// What it has to be.
    pub equals: Expected<'a>,
    /// It has to end in `#` and the receipt of a dry run of the same arguments by the same caller.
    pub receipt: bool,
}

impl<'a> Confirm<'a> {
    /// The request that tells what it has to be, where another operation does.
    pub fn lookup(&self) -> Option<&'a Call<'a>> {
        match self.equals {
            Expected::Lookup { call, .. } => Some(call),
            Expected::Input(_) | Expected::Preview { .. } => None,
        }
    }
}

/// Where the text comes from that [`Confirm`] repeats.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Expected<'a> {
    /// The value of this input (index in [`crate::Variant::inputs`]).
    Input(usize),
    /// A field of what another operation answers, which only reads.
    Lookup {
        /// The request, filled from the same inputs.
        call: &'a Call<'a>,
        /// The way from the root of its answer to the text.
        at: &'a [Segment<'a>],
    },
    /// A field of the upstream's preview of this very call.
    Preview {
        /// The way from the root of its answer to the text.
        at: &'a [Segment<'a>],
    },
}

/// How the upstream says that a call would change more than it may, and the argument that lifts this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cap<'a> {
    /// The argument, as an index in [`crate::Variant::inputs`].
    pub input: usize,
    /// The status.
    pub status: u16,
    /// The machine-readable code in the answer's body; empty for any.
    pub code: &'a str,
    /// The JSON Pointer (RFC 6901) of that code.
    pub code_at: &'a str,
    /// The way, in the answer of the upstream's preview, to a boolean that says that the call is over the cap; then no
    /// request that changes something leaves. Empty where no preview says so: the upstream's refusal does.
    pub foreseen: &'a [Segment<'a>],
}
