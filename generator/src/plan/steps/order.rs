//! The expressions of steps → which step waits for which, and in what order they can be planned.

use indexmap::IndexMap;

use crate::lower::curation::{ConditionEntry, Expression, OperandEntry, Spot, StepEntry, StepsEntry};

/// The steps of a composite in an order in which each stands behind those that it names; those that wait for each other
/// at the end.
pub(super) struct Order {
    /// The steps by index.
    pub steps: Vec<usize>,
    /// A circle of steps by name, the first again at the end; empty for none.
    pub circle: Vec<String>,
}

impl Order {
    /// The order of these steps.
    pub fn of(entry: &StepsEntry) -> Self {
        let named: Vec<Vec<usize>> =
            entry.steps.values().map(|step| named(&entry.steps, &step.value)).collect();
        let mut steps: Vec<usize> = Vec::new();
        loop {
            let is_ready = |index: &usize| {
                !steps.contains(index)
                    && named.get(*index).is_some_and(|named| named.iter().all(|one| steps.contains(one)))
            };
            let ready: Vec<usize> = (0..named.len()).filter(is_ready).collect();
            if ready.is_empty() {
                break;
            }
            steps.extend(ready);
        }
        let waiting: Vec<usize> = (0..named.len()).filter(|index| !steps.contains(index)).collect();
        let circle = circle(&named, &waiting);
        let name = |index: &usize| entry.steps.get_index(*index).map(|(name, _)| name.clone());
        let circle = circle.iter().filter_map(name).collect();
        steps.extend(waiting);
        Self { steps, circle }
    }
}

/// A circle among steps of which each waits for another of them.
fn circle(named: &[Vec<usize>], waiting: &[usize]) -> Vec<usize> {
    let next = |step: usize| {
        let mut others = named.get(step).into_iter().flatten().copied();
        others.find(|other| waiting.contains(other))
    };
    let mut way: Vec<usize> = Vec::new();
    let mut step = waiting.first().copied();
    while let Some(current) = step {
        if let Some(begin) = way.iter().position(|passed| *passed == current) {
            let circle = way.get(begin..).unwrap_or_default().iter().copied();
            return circle.chain([current]).collect();
        }
        way.push(current);
        step = next(current);
    }
    Vec::new()
}

/// The steps that a step names, by index.
fn named(steps: &IndexMap<String, Spot<StepEntry>>, step: &StepEntry) -> Vec<usize> {
    let mut named = Vec::new();
    let mut name = |way: &Expression| match way {
        Expression::Body { step, .. } | Expression::Status(step) | Expression::Header { step, .. } => {
            named.extend(steps.get_index_of(step));
        }
        Expression::Path(_) | Expression::Input(_) | Expression::Item(_) | Expression::Now => {}
    };
    for value in step.with.values() {
        operand(&value.value, &mut name);
    }
    if let Some(when) = &step.when {
        condition(&when.value, &mut name);
    }
    if let Some(each) = &step.for_each {
        name(&each.value.rows.value);
    }
    named
}

fn condition(entry: &ConditionEntry, name: &mut impl FnMut(&Expression)) {
    match entry {
        ConditionEntry::All(parts) | ConditionEntry::Any(parts) => {
            parts.iter().for_each(|part| condition(part, name));
        }
        ConditionEntry::Not(denied) => condition(denied, name),
        ConditionEntry::Holds(value) => operand(value, name),
        ConditionEntry::Compare { left, right, .. } => {
            operand(left, name);
            operand(right, name);
        }
    }
}

fn operand(entry: &OperandEntry, name: &mut impl FnMut(&Expression)) {
    if let OperandEntry::Way(way) = entry {
        name(&way.value);
    }
}
