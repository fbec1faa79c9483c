//! Sentences for upstream answers that are no success: problems, and what is settled already.

use crate::Effect;

/// One rule of the manifest's `errors`: what happened, and what is said.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ErrorRule<'a> {
    /// What happened.
    pub on: Problem<'a>,
    /// Only for variants of these effects; `None` for all.
    pub effect: Option<EffectMatch>,
    /// Only for these operations; empty for all.
    pub operations: &'a [&'a str],
    /// What is said.
    pub say: &'a [Say<'a>],
}

/// Which effects a rule is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum EffectMatch {
    /// Everything that is not a read.
    Mutation,
    /// This effect alone.
    Only(Effect),
}

impl EffectMatch {
    /// Whether a variant of this effect is meant.
    pub fn accepts(self, effect: Effect) -> bool {
        match self {
            Self::Mutation => effect.is_mutation(),
            Self::Only(only) => only == effect,
        }
    }
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Problem<'a> {
    /// The upstream answered with a status from `from` to `to`.
    Status {
        /// First status.
        from: u16,
        /// Last status.
        to: u16,
        /// The machine-readable code in the answer's body; empty for any.
        code: &'a str,
        /// The JSON Pointer (RFC 6901) of that code.
        code_at: &'a str,
    },
    /// There was no answer, or it broke off.
    Network,
}

/// Statuses from 300 to 399 that the document declares as an answer of an operation: such as 304 where a call finds done
/// what it asks for. An answer that leads on by a `Location` is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Settled<'a> {
    /// The operation.
    pub operation: &'a str,
    /// First status.
    pub from: u16,
    /// Last status.
    pub to: u16,
    /// What the document says of it; empty for nothing.
    pub say: &'a str,
}

/// A piece of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Say<'a> {
    /// Text.
    Text(&'a str),
    /// The value at this JSON Pointer of the error body, if it is a number, a boolean or a short text.
    Field(&'a str),
    /// When to try again, from `Retry-After`.
    RetryAfter,
}
