//! A JSONPath and a document → the nodes it selects, with a bound on the work.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;

use super::{Comparison, Operand, Path, Query, Reach, Segment, Selector, Start, Test};
use crate::diagnostics::Pointer;

/// The most nodes that a segment takes.
const MAX_TAKEN: usize = 500_000;

/// A node and where it stands.
#[derive(Debug, Clone)]
pub(in super::super) struct Located<'v> {
    pub(in super::super) at: Pointer,
    pub(in super::super) value: &'v Value,
}

/// What a path found.
#[derive(Debug)]
pub(in super::super) enum Found<'v> {
    /// Nodes, each once.
    Nodes(Vec<Located<'v>>),
    /// Nothing: the segment of this index took nothing from the nodes that were reached before it.
    Nothing { segment: usize, before: Vec<Located<'v>> },
}

/// The bound on the work was met.
#[derive(Debug)]
pub(in super::super) struct TooMuch;

/// Selecting from one document.
#[derive(Debug)]
pub(in super::super) struct Selection<'v> {
    root: &'v Value,
    /// How many nodes may still be looked at.
    left: Cell<u64>,
}

/// The way from a located node to one below it, turned into a pointer only when one is needed.
#[derive(Clone, Copy)]
enum Way<'w> {
    Start(&'w Pointer),
    Key(&'w Way<'w>, &'w str),
    Index(&'w Way<'w>, usize),
}

impl Way<'_> {
    fn pointer(&self) -> Pointer {
        match self {
            Self::Start(pointer) => (*pointer).clone(),
            Self::Key(way, key) => way.pointer().key(key),
            Self::Index(way, index) => way.pointer().index(*index),
        }
    }
}

impl<'v> Selection<'v> {
    /// Selecting with so many nodes to look at.
    pub(in super::super) fn new(root: &'v Value, work: u64) -> Self {
        Self { root, left: Cell::new(work) }
    }

    /// The work that is left.
    pub(in super::super) fn left(&self) -> u64 {
        self.left.get()
    }

    /// What a path selects.
    pub(in super::super) fn find(&self, path: &Path) -> Result<Found<'v>, TooMuch> {
        let mut nodes = vec![Located { at: Pointer::root(), value: self.root }];
        for (index, segment) in path.segments.iter().enumerate() {
            let taken = self.segment(segment, &nodes)?;
            if taken.is_empty() {
                return Ok(Found::Nothing { segment: index, before: nodes });
            }
            nodes = taken;
        }
        Ok(Found::Nodes(nodes))
    }

    /// What a segment takes, each node once.
    fn segment(&self, segment: &Segment, nodes: &[Located<'v>]) -> Result<Vec<Located<'v>>, TooMuch> {
        let mut taken = Vec::new();
        for node in nodes {
            let way = Way::Start(&node.at);
            match segment.reach {
                Reach::Node => self.members(&segment.selectors, &way, node.value, &mut taken)?,
                Reach::Descendants => self.below(&segment.selectors, &way, node.value, &mut taken)?,
            }
        }
        let mut seen = BTreeSet::new();
        taken.retain(|node| seen.insert(node.at.clone()));
        Ok(taken)
    }

    fn below(
        &self,
        selectors: &[Selector],
        way: &Way<'_>,
        value: &'v Value,
        taken: &mut Vec<Located<'v>>,
    ) -> Result<(), TooMuch> {
        self.members(selectors, way, value, taken)?;
        each(way, value, &mut |way, member| {
            self.spend()?;
            self.below(selectors, &way, member, taken)
        })
    }

    /// The members of a node that the selectors take.
    fn members(
        &self,
        selectors: &[Selector],
        way: &Way<'_>,
        value: &'v Value,
        taken: &mut Vec<Located<'v>>,
    ) -> Result<(), TooMuch> {
        for selector in selectors {
            match (selector, value) {
                (Selector::Name(name), Value::Object(members)) => {
                    self.spend()?;
                    if let Some(member) = members.get(name) {
                        take(taken, Way::Key(way, name), member)?;
                    }
                }
                (Selector::Index(index), Value::Array(items)) => {
                    self.spend()?;
                    let index = from_start(*index, items.len()).unwrap_or(items.len());
                    if let Some(item) = items.get(index) {
                        take(taken, Way::Index(way, index), item)?;
                    }
                }
                (Selector::Every, _) => each(way, value, &mut |way, value| {
                    self.spend()?;
                    take(taken, way, value)
                })?,
                (Selector::Where(test), _) => each(way, value, &mut |way, value| {
                    if self.passes(test, value)? { take(taken, way, value) } else { Ok(()) }
                })?,
                _ => {}
            }
        }
        Ok(())
    }

    fn passes(&self, test: &Test, member: &'v Value) -> Result<bool, TooMuch> {
        self.spend()?;
        match test {
            Test::Any(tests) => {
                for test in tests {
                    if self.passes(test, member)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Test::All(tests) => {
                for test in tests {
                    if !self.passes(test, member)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Test::Not(test) => Ok(!self.passes(test, member)?),
            Test::Exists(query) => Ok(!self.query(query, member)?.is_empty()),
            Test::Compare(left, comparison, right) => {
                Ok(compare(&self.operand(left, member)?, *comparison, &self.operand(right, member)?))
            }
        }
    }

    fn query(&self, query: &Query, member: &'v Value) -> Result<Vec<&'v Value>, TooMuch> {
        let value = match query.start {
            Start::Member => member,
            Start::Root => self.root,
        };
        let mut nodes = vec![Located { at: Pointer::root(), value }];
        for segment in &query.segments {
            nodes = self.segment(segment, &nodes)?;
        }
        Ok(nodes.into_iter().map(|node| node.value).collect())
    }

    /// The values of one side of a comparison; none when a query finds nothing.
    fn operand<'o>(&self, operand: &'o Operand, member: &'v Value) -> Result<Vec<Cow<'o, Value>>, TooMuch>
    where
        'v: 'o,
    {
        Ok(match operand {
            Operand::Literal(value) => vec![Cow::Borrowed(value)],
            Operand::Query(query) => self.query(query, member)?.into_iter().map(Cow::Borrowed).collect(),
            Operand::Length(query) => {
                self.query(query, member)?.into_iter().filter_map(length).map(Cow::Owned).collect()
            }
        })
    }

    fn spend(&self) -> Result<(), TooMuch> {
        self.left.set(self.left.get().checked_sub(1).ok_or(TooMuch)?);
        Ok(())
    }
}

fn take<'v>(taken: &mut Vec<Located<'v>>, way: Way<'_>, value: &'v Value) -> Result<(), TooMuch> {
    if taken.len() >= MAX_TAKEN {
        return Err(TooMuch);
    }
    taken.push(Located { at: way.pointer(), value });
    Ok(())
}

/// Goes through the members of a node.
fn each<'v>(
    way: &Way<'_>,
    value: &'v Value,
    visit: &mut impl FnMut(Way<'_>, &'v Value) -> Result<(), TooMuch>,
) -> Result<(), TooMuch> {
    match value {
        Value::Object(members) => {
            members.iter().try_for_each(|(key, member)| visit(Way::Key(way, key), member))
        }
        Value::Array(items) => {
            items.iter().enumerate().try_for_each(|(index, item)| visit(Way::Index(way, index), item))
        }
        _ => Ok(()),
    }
}

fn from_start(index: i64, length: usize) -> Option<usize> {
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    if index < 0 { length.checked_sub(distance) } else { Some(distance) }
}

fn length(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(text.chars().count().into()),
        Value::Array(items) => Some(items.len().into()),
        Value::Object(members) => Some(members.len().into()),
        _ => None,
    }
}

/// Compares as RFC 9535, section 2.3.5.2.2, does; where a side has several values, one that compares so is enough.
fn compare(left: &[Cow<'_, Value>], comparison: Comparison, right: &[Cow<'_, Value>]) -> bool {
    let any = |compares: fn(&Value, &Value) -> bool| {
        left.iter().any(|one| right.iter().any(|other| compares(one, other)))
    };
    let equal = || (left.is_empty() && right.is_empty()) || any(equal);
    match comparison {
        Comparison::Equal => equal(),
        Comparison::Unequal => !equal(),
        Comparison::Less => any(less),
        Comparison::LessOrEqual => any(less) || equal(),
        Comparison::Greater => any(|one, other| less(other, one)),
        Comparison::GreaterOrEqual => any(|one, other| less(other, one)) || equal(),
    }
}

fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => order(one, other) == Some(Ordering::Equal),
        _ => one == other,
    }
}

fn less(one: &Value, other: &Value) -> bool {
    order(one, other) == Some(Ordering::Less)
}

/// The order of two numbers or two texts.
fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Number(one), Value::Number(other)) => match (one.as_i128(), other.as_i128()) {
            (Some(one), Some(other)) => Some(one.cmp(&other)),
            _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
        },
        _ => None,
    }
}
