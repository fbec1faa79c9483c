//! `keep_where` of a variant → the argument that rows are compared with, and the way to the compared field.

use std::rc::Rc;

use fewtools_contract::Types;
use serde_json::{Map, Value, json};

use super::Planner;
use super::answers::{self, End, Node};
use super::called::Called;
use super::hole::{Hole, HoleKind};
use super::slots::{Slot, SlotKind};
use super::surface::{InputPlan, SegmentPlan};
use super::variants::Member;
use crate::diagnostics::Fault;
use crate::lower::curation::{KeepEntry, RowsEntry, ToolEntry, Word};

/// The argument of `keep_where` as a slot that is none: it is typed by the field of a row, and goes nowhere. One that is
/// wrong is text, so that nothing else is said of it.
pub(super) fn slot(planner: &mut Planner<'_>, tool: &ToolEntry, member: &Member<'_>) -> Option<Rc<Slot>> {
    let entry = member.entry.keep_where.as_ref()?;
    let schema = match taken(tool, member, &entry.arg) {
        Some(taken) => {
            sent(planner, member, &entry.arg, &taken);
            None
        }
        None => typed(planner, tool, member, entry),
    };
    Some(Rc::new(Slot {
        wire: entry.arg.value.clone(),
        argument: entry.arg.value.clone(),
        schema: Rc::new(schema.map_or_else(|| json!({"type": "string"}), Value::Object)),
        ..Slot::bare(SlotKind::Nowhere, entry.arg.at.clone())
    }))
}

/// The input that rows are compared with, and the way to the compared field.
pub(super) fn plan(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    inputs: &[InputPlan],
    names: &[String],
) -> Option<(usize, Vec<SegmentPlan>)> {
    let entry = member.entry.keep_where.as_ref()?;
    member.operation?;
    let named = |input: &InputPlan| names.get(input.argument) == Some(&entry.arg.value);
    let found = inputs.iter().position(named);
    match found.and_then(|found| inputs.get(found)) {
        None => {
            let hole = Hole::new(HoleKind::Argument, &entry.arg, &member.label);
            planner.holes.add(hole.instead(format!("`{}` in `args`", entry.arg.value)));
            typed(planner, tool, member, entry);
            None
        }
        Some(input) if input.slot.kind != SlotKind::Nowhere => {
            sent(planner, member, &entry.arg, &input.slot.name);
            None
        }
        Some(_) => found.zip(way(planner, tool, member, entry)),
    }
}

/// What the argument takes: what the field of a row may be.
fn typed(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    entry: &KeepEntry,
) -> Option<Map<String, Value>> {
    let (_, field) = field(planner, tool, member, entry)?;
    let scalar = Types::STRING.with(Types::NUMBER).with(Types::INTEGER).with(Types::BOOLEAN);
    let types = Types(field.types().0 & scalar.0);
    if types.is_empty() {
        let why = "it is neither text nor a number nor a boolean";
        unfit(planner, member, &entry.field, why, "a field of a row that is one");
        return None;
    }
    Some(schema(types, &field))
}

/// The way from a row to the compared field; what is wrong with it is told with [`slot`].
fn way(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    entry: &KeepEntry,
) -> Option<Vec<SegmentPlan>> {
    let quiet = planner.holes.list.len();
    let found = field(planner, tool, member, entry);
    planner.holes.list.truncate(quiet);
    found.map(|(way, _)| way)
}

/// The slot that the argument goes to already.
fn taken(tool: &ToolEntry, member: &Member<'_>, arg: &Word) -> Option<String> {
    let named = member.entry.bind.get(&arg.value).or_else(|| tool.bind.get(&arg.value));
    let called = Called::of(&member.slots);
    let slots = called.get(&arg.value);
    let is_open = member.is_open();
    let open = slots.iter().find(|slot| is_open(slot));
    named.map(|slot| slot.value.clone()).or_else(|| open.map(|slot| slot.name.clone()))
}

fn field(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    entry: &KeepEntry,
) -> Option<(Vec<SegmentPlan>, Node)> {
    let result = member.entry.result.as_ref().or(tool.result.as_ref());
    let Some(rows) = result.and_then(|result| result.rows.as_ref()) else {
        unfit(planner, member, &entry.arg, "its answer is no `rows`", "`rows: <projection>` beside it");
        return None;
    };
    let found = row(planner, member, rows).and_then(|row| match row {
        Some(row) => row.follow(&planner.api.schemas, &entry.field.value).map(Some),
        None => Ok(None),
    });
    match found {
        Ok(Some(End::Found(way, node))) => Some((way, node)),
        Ok(Some(End::Missing(names))) => {
            let inside = format!("a row of {}, for `keep_where`", member.label);
            planner.holes.mark(HoleKind::ProjectionPath, &entry.field, inside, names);
            None
        }
        Ok(None) => None,
        Err(fault) => {
            planner.holes.unusable(&member.entry.call, &member.label, &fault);
            None
        }
    }
}

/// What a row is; `None` where the answer has no rows, which is told with `rows`.
fn row(planner: &Planner<'_>, member: &Member<'_>, rows: &RowsEntry) -> Result<Option<Node>, Fault> {
    let (api, schemas) = (planner.api, &planner.api.schemas);
    let Some(operation) = member.operation.and_then(|index| api.operations.get(index)) else {
        return Ok(None);
    };
    let answers = answers::successes(api, operation)?;
    let root = Node::root(schemas, answers.get(..1).unwrap_or_default())?;
    let path = match &rows.path {
        Some(path) => path.value.clone(),
        None if root.is_array() => String::new(),
        None => match root.arrays(schemas)?.as_slice() {
            [only] => only.replace('~', "~0").replace('/', "~1"),
            _ => return Ok(None),
        },
    };
    match root.follow(schemas, &path)? {
        End::Found(_, list) => list.items(schemas),
        End::Missing(_) => Ok(None),
    }
}

/// A schema of types, format and values alone.
fn schema(types: Types, field: &Node) -> Map<String, Value> {
    let (values, format) = (field.values(), field.format());
    let names: Vec<Value> = super::checks::for_check(types).names().map(Value::from).collect();
    let mut schema = Map::from_iter([("type".to_owned(), Value::Array(names))]);
    if !format.is_empty() {
        schema.insert("format".to_owned(), format.into());
    }
    if !values.is_empty() {
        schema.insert("enum".to_owned(), Value::Array(values));
    }
    schema
}

/// Says that the argument goes to a slot already.
fn sent(planner: &mut Planner<'_>, member: &Member<'_>, arg: &Word, slot: &str) {
    let why = format!("it goes to `{slot}`, by which the API filters");
    unfit(planner, member, arg, why, "no `keep_where`, or an argument of another name");
}

fn unfit(planner: &mut Planner<'_>, member: &Member<'_>, word: &Word, why: impl Into<String>, instead: &str) {
    let hole = Hole::new(HoleKind::Keep, word, &member.label);
    planner.holes.add(hole.because(why).instead(instead));
}
