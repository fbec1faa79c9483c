//! A JSONPath, the part of RFC 9535 that overlays use: names, `*`, `..`, indexes, filters.

mod parse;
mod select;

use serde_json::Value;

pub(super) use parse::{Malformed, parse};
pub(super) use select::{Found, Located, Selection};

/// A path from the root of a document.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) segments: Vec<Segment>,
}

/// One step of a path.
#[derive(Debug, PartialEq)]
pub(super) struct Segment {
    pub(super) reach: Reach,
    /// What it takes; a node that several take is taken once.
    pub(super) selectors: Vec<Selector>,
    /// Where it ends in the text, in bytes.
    pub(super) end: usize,
}

/// Whose members a segment selects from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those of the node.
    Node,
    /// Those of the node and of everything below it.
    Descendants,
}

/// Which members are taken.
#[derive(Debug, PartialEq)]
pub(super) enum Selector {
    /// The one of this key.
    Name(String),
    /// The item of this index, from the end when negative.
    Index(i64),
    /// All of them.
    Every,
    /// Those that pass a test.
    Where(Test),
}

/// What is asked of a member.
#[derive(Debug, PartialEq)]
pub(super) enum Test {
    /// One of the tests passes.
    Any(Vec<Test>),
    /// All of them pass.
    All(Vec<Test>),
    /// It does not pass.
    Not(Box<Test>),
    /// The query finds something.
    Exists(Query),
    /// Two values compare like this.
    Compare(Operand, Comparison, Operand),
}

/// A path inside a filter.
#[derive(Debug, PartialEq)]
pub(super) struct Query {
    pub(super) start: Start,
    pub(super) segments: Vec<Segment>,
}

/// Where a path inside a filter begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// At the member, `@`.
    Member,
    /// At the root, `$`.
    Root,
}

/// One side of a comparison.
#[derive(Debug, PartialEq)]
pub(super) enum Operand {
    /// A value as it is written.
    Literal(Value),
    /// What a query finds. Of several values one is enough.
    Query(Query),
    /// The length of what a query finds: characters, items, members.
    Length(Query),
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[cfg(test)]
mod tests;
