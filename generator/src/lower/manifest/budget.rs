//! `budget` and `rows` → ceilings and limits, with what holds when nothing is said.

use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use crate::diagnostics::{Fault, Place};
use crate::lower::curation::{Budget, Ceiling, RowsLimits, Spot};

const BUDGET: Keys = Keys {
    expected: "a mapping with `listing`, `per_tool`, `average`, `instructions`, `resources`, `prompts` or `result`",
    known: &["listing", "per_tool", "average", "instructions", "resources", "prompts", "result"],
    later: &[("tokenizer", "leave it out: a token is a quarter of the characters")],
};

const OF_TOOL: Keys = Keys {
    expected: "a mapping with `result`: the most tokens of one answer",
    known: &["result"],
    later: &[],
};

const ROWS: Keys =
    Keys { expected: "a mapping with `default` or `max`", known: &["default", "max"], later: &[] };

pub(super) fn of(manifest: &Members<'_>) -> Budget {
    let members = manifest.get("budget").and_then(|at| at.members_or(&BUDGET, "listing: {}"));
    let read = |key, absent| {
        let at = members.as_ref().and_then(|members| members.get(key));
        ceiling(at, &manifest.at, absent)
    };
    Budget {
        listing: read("listing", Ceiling::Tokens(2_000)),
        per_tool: read("per_tool", Ceiling::Tokens(200)),
        average: read("average", Ceiling::None),
        instructions: read("instructions", Ceiling::None),
        resources: read("resources", Ceiling::None),
        prompts: read("prompts", Ceiling::None),
        result: read("result", Ceiling::Tokens(4_000)),
    }
}

/// `budget` of a tool: the most tokens of one answer of it.
pub(super) fn of_tool(at: &Cursor<'_>) -> Option<Spot<u32>> {
    let result = at.members(&OF_TOOL)?.get("result")?;
    Some(Spot::new(result.positive("a number of tokens")?, result.at.clone()))
}

/// A ceiling; its place is that of the value, or the manifest's when it is left out.
fn ceiling(at: Option<Cursor<'_>>, manifest: &Place, absent: Ceiling) -> Spot<Ceiling> {
    let Some(at) = at else { return Spot::new(absent, manifest.clone()) };
    let ceiling = match at.value {
        Value::String(none) if none == "none" => Some(Ceiling::None),
        Value::Null => at.expected("a number of tokens, or `none`"),
        _ => at.positive("a number of tokens, or `none`").map(|tokens| Ceiling::Tokens(tokens as usize)),
    };
    Spot::new(ceiling.unwrap_or(absent), at.at)
}

/// `rows` of the manifest.
pub(super) fn rows(at: Option<Cursor<'_>>) -> RowsLimits {
    let absent = RowsLimits { default: 25, max: 100 };
    let Some((at, members)) = at.and_then(|at| Some((at.clone(), at.members_or(&ROWS, "max: {}")?))) else {
        return absent;
    };
    let read = |key| members.get(key).and_then(|at| at.positive("a number of rows"));
    let (default, max) = (read("default"), read("max"));
    let limits = RowsLimits {
        default: default.unwrap_or_else(|| absent.default.min(max.unwrap_or(absent.max))),
        max: max.unwrap_or_else(|| absent.max.max(default.unwrap_or(absent.default))),
    };
    if limits.default > limits.max {
        let what =
            format!("`rows.default` is {}, more than `rows.max`, which is {}", limits.default, limits.max);
        at.fault(
            Fault::error("bad-value", at.at.key("default"), what).instead(format!("at most {}", limits.max)),
        );
    }
    limits
}
