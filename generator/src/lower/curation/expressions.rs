//! Paths, runtime expressions and conditions of the manifest as written.

use fewtools_contract::Comparison;
use serde_json::Value;

use super::{Spot, Word};

/// A path or a runtime expression, with its place.
pub type WayEntry = Spot<Expression>;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A path from the row, the item or the answer, segments separated by `/`.
    Path(String),
    /// `$inputs.x`: an argument of the tool.
    Input(String),
    /// `$steps.x.body` and `$steps.x.body#/p`: the step, and a JSON Pointer (RFC 6901), empty for the whole body.
    Body {
        /// The step.
        step: String,
        /// The pointer.
        pointer: String,
    },
    /// `$steps.x.status`
    Status(String),
    /// `$steps.x.headers.y`, the header in lower case.
    Header {
        /// The step.
        step: String,
        /// The header.
        name: String,
    },
    /// `$item` and `$item#/p`: the row that a step with `for_each` runs for; the pointer.
    Item(String),
    /// `$now`
    Now,
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(path) => f.write_str(path),
            Self::Input(name) => write!(f, "$inputs.{name}"),
            Self::Body { step, pointer } if pointer.is_empty() => write!(f, "$steps.{step}.body"),
            Self::Body { step, pointer } => write!(f, "$steps.{step}.body#{pointer}"),
            Self::Status(step) => write!(f, "$steps.{step}.status"),
            Self::Header { step, name } => write!(f, "$steps.{step}.headers.{name}"),
            Self::Item(pointer) if pointer.is_empty() => f.write_str("$item"),
            Self::Item(pointer) => write!(f, "$item#{pointer}"),
            Self::Now => f.write_str("$now"),
        }
    }
}

/// A condition.
#[derive(Debug, Clone)]
pub enum ConditionEntry {
    /// `a && b`
    All(Vec<ConditionEntry>),
    /// `a || b`
    Any(Vec<ConditionEntry>),
    /// `!a`
    Not(Box<ConditionEntry>),
    /// A boolean alone.
    Holds(OperandEntry),
    /// `a == b` and the like.
    Compare {
        /// Left of the sign.
        left: OperandEntry,
        /// The sign.
        by: Comparison,
        /// Right of the sign.
        right: OperandEntry,
    },
}

/// A value in a condition, or what a step is given.
#[derive(Debug, Clone)]
pub enum OperandEntry {
    /// A field of the same projection.
    Field(Word),
    /// An expression.
    Way(WayEntry),
    /// A constant.
    Constant(Spot<Value>),
}
