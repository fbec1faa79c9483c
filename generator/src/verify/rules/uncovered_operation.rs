//! An operation that is neither used nor excluded.

use super::level;
use crate::diagnostics::{Fault, Level, nearest};
use crate::plan::{Decision, Hole, HoleKind, Surface};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule =
    Rule { code: CODE, about: "An operation that is neither used nor excluded.", check: Check::whole(check) };

const CODE: &str = "uncovered-operation";

/// How many are named in the first line of a report.
pub(super) const NAMED: usize = 5;
/// The widest name that routes are lined up behind.
const WIDEST: usize = 40;
/// Texts that YAML reads as something else.
const WORDS: [&str; 8] = ["true", "false", "null", "yes", "no", "on", "off", "nan"];

fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let Some(level) = level(surface.curation.coverage.uncovered) else { return Vec::new() };
    let meant: Vec<&str> = surface.holes.iter().filter_map(meant).collect();
    let shares_id = |index: usize| {
        let id = surface.api.operations.get(index).and_then(|operation| operation.operation_id.as_ref());
        surface.holes.iter().any(|hole| hole.kind == HoleKind::Operation && Some(&hole.name) == id)
    };
    let undecided = surface.decisions.iter().enumerate().filter(|(index, decision)| {
        let decided = !decision.used.is_empty() || !decision.excluded.is_empty();
        !decided && !meant.contains(&decision.id.as_str()) && !shares_id(*index)
    });
    let open: Vec<&Decision> = undecided.map(|(_, decision)| decision).collect();
    match open.as_slice() {
        [] => Vec::new(),
        [only] => vec![one(level, only)],
        [first, ..] => vec![several(surface, level, first, &open)],
    }
}

fn one(level: Level, decision: &Decision) -> Fault {
    let Decision { id, route, .. } = decision;
    let named = if id == route { format!("`{id}`") } else { format!("`{id}` ({route})") };
    let what = format!("{named} is neither used nor excluded");
    let instead = format!("a tool that calls it, or `exclude: [{{ ops: [{}], why: … }}]`", written(id));
    Fault::new(CODE, level, Some(decision.at.clone()), what).instead(instead)
}

/// All of them as one fault, with an entry of `exclude` to paste, whose reason a person writes: an empty one is refused.
fn several(surface: &Surface<'_>, level: Level, first: &Decision, open: &[&Decision]) -> Fault {
    let named: Vec<String> = open.iter().take(NAMED).map(|decision| format!("`{}`", decision.id)).collect();
    let rest = open.len() - named.len();
    let names = match named.split_last() {
        Some((last, others)) if rest == 0 => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {rest} more", named.join(", ")),
    };
    let what = format!("{} operations are neither used nor excluded: {names}", open.len());
    let ops: Vec<String> = open.iter().map(|decision| written(&decision.id)).collect();
    let width = ops.iter().map(|op| op.chars().count()).max().unwrap_or(0).min(WIDEST);
    let line = |(decision, op): (&&Decision, &String)| match decision.id == decision.route {
        true => format!("      - {op}"),
        false => format!("      - {op:width$}  # {}", decision.route),
    };
    let head: &[&str] = match surface.curation.exclude.is_empty() {
        true => &["what stays out, to paste and to give a reason:", "exclude:"],
        false => &["what stays out, to paste at the end of `exclude` and to give a reason:"],
    };
    let entry = ["  - why: ''", "    ops:"];
    Fault::new(CODE, level, Some(first.at.clone()), what)
        .instead("a tool for each that is wanted, and the others in `exclude` with a reason")
        .detail(head.iter().chain(&entry).map(|line| (*line).to_owned()))
        .detail(open.iter().zip(&ops).map(line))
}

/// The name of an operation as YAML has it: a path has braces, which would be read as a mapping.
pub(super) fn written(id: &str) -> String {
    let is_plain = id.starts_with(|first: char| first.is_ascii_alphabetic())
        && id.chars().all(|char| char.is_ascii_alphanumeric() || "_-./".contains(char))
        && !WORDS.contains(&id.to_ascii_lowercase().as_str());
    match id.chars().any(char::is_control) {
        _ if is_plain => id.to_owned(),
        true => serde_json::Value::from(id).to_string(),
        false => format!("'{}'", id.replace('\'', "''")),
    }
}

/// The operation that a misspelt name was meant for, which `unknown-operation` tells already.
fn meant(hole: &Hole) -> Option<&str> {
    let wrong = hole.kind == HoleKind::Operation;
    nearest(&hole.name, hole.candidates.iter().map(String::as_str).filter(|_| wrong))
}
