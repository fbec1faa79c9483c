//! `brief` and `full` of a result → the argument that chooses between them.

use fewtools_contract::Types;
use serde_json::{Value, json};

use super::checks;
use super::listed;
use super::signature::Signature;
use super::slots::SlotKind;
use super::surface::{CheckPlan, InputPlan};
use super::variants::Member;
use crate::diagnostics::Place;
use crate::lower::curation::ToolEntry;

/// The argument.
pub(super) const NAME: &str = "detail";
/// What it takes, the usual one first.
const VALUES: [&str; 2] = ["brief", "full"];

/// The argument, where a tool has it, and where the manifest names the second projection.
pub(super) fn name(entry: &ToolEntry, members: &[Member<'_>]) -> Option<(String, Place)> {
    let at = members.iter().find_map(|member| full(entry, member))?;
    Some((NAME.to_owned(), at))
}

/// Where the second projection of a variant is named.
fn full(entry: &ToolEntry, member: &Member<'_>) -> Option<Place> {
    let result = member.entry.result.as_ref().or(entry.result.as_ref())?;
    result.full.as_ref().map(|full| full.at.clone())
}

/// Adds the argument to the inputs of a variant with two projections.
pub(super) fn add(
    entry: &ToolEntry,
    member: &Member<'_>,
    signature: &Signature,
    inputs: &mut Vec<InputPlan>,
) {
    let argument = signature.arguments.iter().position(|(name, _)| name == NAME);
    let Some(argument) = argument.filter(|_| full(entry, member).is_some()) else { return };
    let mut shown = listed::only("string");
    shown.insert("enum".to_owned(), json!(VALUES));
    let values = VALUES.map(Value::from).to_vec();
    inputs.push(InputPlan {
        check: CheckPlan { values, ..checks::of_types(Types::STRING) }.into(),
        listed: shown.into(),
        rule: "result".to_owned(),
        ..InputPlan::plain(argument)
    });
}

/// The input that is the argument.
pub(super) fn input(inputs: &[InputPlan], arguments: &[String]) -> Option<usize> {
    inputs.iter().position(|input| {
        let name = arguments.get(input.argument).map(String::as_str);
        name == Some(NAME) && input.slot.kind == SlotKind::Nowhere && !input.check.values.is_empty()
    })
}
