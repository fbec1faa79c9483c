//! Conditions: of findings over the fields of their result, of steps over what came before.

use crate::Way;

/// What has to hold. A comparison with a value that is `null` or of another kind is unknown, and so is what hangs on it
/// alone; what is unknown does not hold, and neither does its opposite. Only `== null` and `!= null` know of `null`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Condition<'a> {
    /// All of these.
    All(&'a [Condition<'a>]),
    /// At least one of these.
    Any(&'a [Condition<'a>]),
    /// Not this.
    Not(&'a Condition<'a>),
    /// This is `true`.
    Holds(Operand<'a>),
    /// These two compare like this.
    Compare {
        /// What is compared.
        left: Operand<'a>,
        /// How.
        by: Comparison,
        /// What it is compared with.
        right: Operand<'a>,
    },
}

/// A value in a condition, or what a step is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Operand<'a> {
    /// A field of the same result, by index.
    Field(usize),
    /// What this way leads to.
    Way(Way<'a>),
    /// This JSON text.
    Constant(&'a str),
}

/// How two values compare: numbers by size, texts by their characters, and `==` and `!=` any of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}
