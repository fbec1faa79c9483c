//! `steps`, `deadline` and `concurrency` of a tool → the steps of a composite.

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::{Cursor, Members};
use super::keys::Keys;
use super::{conditions, expressions, tools, upstream, variants};
use crate::diagnostics::Fault;
use crate::lower::curation::{
    Expression, ForEachEntry, OperandEntry, Spot, StepEntry, StepsEntry, WayEntry, Word,
};

const STEP: Keys = Keys {
    expected: "a step: a mapping with `call`",
    known: &["call", "with", "when", "for_each", "if_failed", "if_denied"],
    later: &[],
};

const FOR_EACH: Keys = Keys {
    expected: "a mapping with `rows`, the way to a list, and `most`",
    known: &["rows", "most"],
    later: &[],
};

/// Keys of a tool that make no sense beside `steps`, and what does.
const FOREIGN: [(&str, &str); 16] = [
    ("call", "either of the two"),
    ("discriminator", "a tool of its own for what is chosen"),
    ("variants", "a tool of its own for what is chosen"),
    ("needs", "no `needs`: what a step requires is required"),
    ("one_of", "a tool with `call`"),
    ("any_of", "a tool with `call`"),
    ("at_most_one", "a tool with `call`"),
    ("rows", "`result`: several answers become one object, with `each` for a list"),
    ("not_offered", "no `not_offered`: what nothing fills is not sent"),
    ("gates", "no gates: steps only read"),
    ("ungated", "no gates: steps only read"),
    ("mixed_posture", "no `mixed_posture`: steps only read"),
    ("expand", "no `expand`: there are no variants"),
    ("merge_into", "a tool with `call`"),
    ("keep_where", "`where` in the projection"),
    ("flatten", "a tool with `call`"),
];

/// The most steps of a tool.
const MOST_STEPS: usize = 64;

/// The most rows that one step runs for.
const MOST_ROWS: u32 = 100;

/// The steps of a tool; `None` where it has none.
pub(super) fn of(tool: &Members<'_>) -> Option<StepsEntry> {
    let Some(at) = tool.get("steps") else {
        for key in ["deadline", "concurrency"].into_iter().filter_map(|key| tool.get(key)) {
            let what = format!("`{}` belongs to a tool with `steps`", key.path());
            key.fault(Fault::error("unknown-key", key.at.at_key(), what).instead("`upstream.timeout`"));
        }
        return None;
    };
    for (key, instead) in FOREIGN.into_iter().filter(|(key, _)| tool.get(key).is_some()) {
        tool.conflict("steps", key, instead);
    }
    if tool.get("rows").is_none() {
        tool.required(
            "result",
            "`result: <projection>`: of several answers nothing leaves that is not named",
        );
    }
    let entries = at.entries("a mapping of steps");
    if at.value.as_object().is_some_and(|steps| steps.is_empty() || steps.len() > MOST_STEPS) {
        let what = format!("`{}` has {} steps", at.path(), entries.len());
        let instead = format!("1 to {MOST_STEPS} steps");
        at.fault(Fault::error("bad-value", at.at.clone(), what).instead(instead));
    }
    let step = |(name, at): (Word, Cursor<'_>)| {
        is_named(&name, &at);
        Some((name.value, Spot::new(step(&at)?, name.at)))
    };
    Some(StepsEntry {
        steps: entries.into_iter().filter_map(step).collect(),
        deadline_ms: tool.get("deadline").and_then(|at| upstream::timeout(&at)),
        concurrency: tool.get("concurrency").and_then(|at| Some(Spot::new(at_once(&at)?, at.at))),
        at: at.at.at_key(),
    })
}

/// A name that expressions can say, and notes of a result.
fn is_named(name: &Word, at: &Cursor<'_>) {
    let starts = name.value.starts_with(|c: char| c.is_ascii_alphabetic());
    if !starts || !expressions::is_name(&name.value) || name.value.len() > 48 {
        let what = format!("`{}` is no name of a step", name.value);
        let instead = "a letter, then letters, digits, `_` and `-`, 48 of them at most";
        at.fault(Fault::error("bad-value", name.at.clone(), what).instead(instead));
    }
}

fn at_once(at: &Cursor<'_>) -> Option<u32> {
    at.positive("the most requests in flight at once")
}

fn step(at: &Cursor<'_>) -> Option<StepEntry> {
    if let Value::String(call) = at.value {
        let what = format!("`{}`: expected {}, found a text", at.path(), STEP.expected);
        at.fault(Fault::error("wrong-type", at.at.clone(), what).instead(format!("`{{ call: {call} }}`")));
        return None;
    }
    let members = at.members(&STEP)?;
    let call = members.required("call", variants::OPERATION);
    let optional = members.get("if_failed").and_then(|at| at.choice(&[("fail", false), ("note", true)]));
    let entry = StepEntry {
        call: Spot::new(String::new(), at.at.clone()),
        with: members.get("with").map(|at| with(&at)).unwrap_or_default(),
        when: members.get("when").and_then(|at| conditions::of(&at)),
        for_each: members.get("for_each").and_then(|at| Some(Spot::new(for_each(&at)?, at.at))),
        optional: optional.unwrap_or_default(),
        if_denied: if_denied(&members),
    };
    Some(StepEntry { call: call?.word(variants::OPERATION)?, ..entry })
}

/// Slots and what goes to them: an expression where a text begins with `$`, else a constant.
fn with(at: &Cursor<'_>) -> IndexMap<String, Spot<OperandEntry>> {
    let value = |(name, at): (Word, Cursor<'_>)| {
        let is_way = at.value.as_str().is_some_and(|text| text.starts_with('$'));
        let operand = match is_way {
            true => OperandEntry::Way(expressions::way(&at)?),
            false => OperandEntry::Constant(expressions::constant(&at)),
        };
        Some((name.value, Spot::new(operand, at.at)))
    };
    at.entries("a mapping of slots to expressions or constants").into_iter().filter_map(value).collect()
}

fn for_each(at: &Cursor<'_>) -> Option<ForEachEntry> {
    let members = at.members_or(&FOR_EACH, "rows: '{}', most: 10")?;
    let most = members.get("most").and_then(|at| most(&at));
    let rows = members.required("rows", "`rows: '$steps.<step>.body#/<list>'`")?;
    Some(ForEachEntry { rows: list(&rows)?, most: most.unwrap_or(10) })
}

fn most(at: &Cursor<'_>) -> Option<u32> {
    const EXPECTED: &str = "the most rows that are looked at";
    match at.positive(EXPECTED)? {
        most if most <= MOST_ROWS => Some(most),
        _ => at.unknown(EXPECTED, format!("at most {MOST_ROWS}: each row is a request")),
    }
}

/// The way to a list in the answer of a step.
fn list(at: &Cursor<'_>) -> Option<WayEntry> {
    let way = expressions::way(at)?;
    match way.value {
        Expression::Body { .. } => Some(way),
        _ => at.unknown("a list in the answer of a step", "`'$steps.<step>.body#/<list>'`".to_owned()),
    }
}

/// Fields of the result and constants.
fn if_denied(step: &Members<'_>) -> Option<IndexMap<String, Spot<Value>>> {
    let at = step.get("if_denied")?;
    if at.value.as_object().is_some_and(serde_json::Map::is_empty) {
        let what = format!("`{}` is empty", at.path());
        let instead = "a field of the result: `{ visible: false }`";
        at.fault(Fault::error("empty-list", at.at.clone(), what).instead(instead));
    }
    Some(tools::values(Some(at), "a mapping of fields of the result to constants"))
}
