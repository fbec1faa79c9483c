//! `client` → operations that code of the downstream crate calls: hidden tools of one variant, planned as all others.

use std::collections::BTreeSet;

use super::surface::ToolPlan;
use super::{Planner, tools};
use crate::lower::curation::{ClientEntry, Spot, ToolEntry, Word};
use crate::lower::words::snake;

/// The most characters of a function's name.
const LONGEST: usize = 64;

/// Plans every operation of `client`. Its name becomes that of a function; what uses it is told as `client.<operation>`.
pub(super) fn plan(planner: &mut Planner<'_>) -> Vec<ToolPlan> {
    let mut names = BTreeSet::new();
    let curation = planner.curation;
    let tool = |ClientEntry { call, effect }: &ClientEntry| {
        let about = Word::new(String::new(), call.at.clone());
        let entry = ToolEntry { effect: effect.clone(), ..ToolEntry::calling(about, call.clone()) };
        let entry = Spot::new(entry, call.at.clone());
        let mut tool = tools::family(planner, &user(call), &entry);
        tool.name.value = named(&mut names, &call.value);
        tool
    };
    curation.client.iter().map(tool).collect()
}

/// What uses an operation of `client`.
pub fn user(call: &Word) -> String {
    format!("client.{}", call.value)
}

/// The name of a function, once.
fn named(taken: &mut BTreeSet<String>, operation: &str) -> String {
    let name: String = snake(operation).chars().take(LONGEST).collect();
    let name = match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => name,
        _ => format!("call_{name}"),
    };
    let numbered = (2_usize..).map(|number| format!("{name}_{number}"));
    let mut free = std::iter::once(name.clone()).chain(numbered).filter(|name| !taken.contains(name));
    let name = free.next().unwrap_or(name.clone());
    taken.insert(name.clone());
    name
}
