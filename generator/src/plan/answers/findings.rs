//! Findings of a projection → conditions and sentences over its other fields.

use fewtools_contract::Types;
use serde_json::Value;

use super::fields::Fields;
use crate::lower::curation::{FieldEntry, FindingEntry, FromEntry, OperandEntry, Word};
use crate::plan::conditions::{self, Meant};
use crate::plan::hole::{Hole, HoleKind};
use crate::plan::surface::{FindingPlan, FromPlan, OperandPlan, PhrasePlan};

/// The other fields of the projection.
struct Others<'f> {
    entries: &'f [FieldEntry],
    resolved: &'f [Option<FromPlan>],
}

/// What a name in a finding is.
enum Named {
    /// A field, by index, and its types.
    Field(usize, Types),
    /// A field that is a hole itself.
    Hole,
    /// No field, or findings.
    Nothing,
}

impl Others<'_> {
    fn named(&self, name: &str) -> Named {
        let Some(index) = self.entries.iter().position(|entry| entry.name.value == name) else {
            return Named::Nothing;
        };
        let is_findings =
            matches!(self.entries.get(index).map(|entry| &entry.from), Some(FromEntry::Findings(_)));
        match self.resolved.get(index) {
            _ if is_findings => Named::Nothing,
            Some(Some(from)) => Named::Field(index, from.types()),
            _ => Named::Hole,
        }
    }

    /// The values that a field may have, where the document lists them.
    fn values(&self, index: usize) -> Vec<Value> {
        match self.resolved.get(index) {
            Some(Some(FromPlan::At { node, .. })) => node.values(),
            _ => Vec::new(),
        }
    }

    fn names(&self) -> Vec<String> {
        let fields = self.entries.iter().filter(|entry| !matches!(entry.from, FromEntry::Findings(_)));
        fields.map(|entry| entry.name.value.clone()).collect()
    }
}

/// Binds findings; one that names no field is left out and marked. An index counts every field of the projection.
pub(super) fn plan(
    fields: &mut Fields<'_, '_, '_>,
    entries: &[FieldEntry],
    resolved: &[Option<FromPlan>],
    findings: &[FindingEntry],
) -> Option<Vec<FindingPlan>> {
    let others = Others { entries, resolved };
    let planned = findings.iter().map(|finding| {
        let when = condition(fields, &others, finding);
        let say = sentence(fields, &others, &finding.say);
        Some(FindingPlan { when: when?, say: say? })
    });
    let planned: Vec<Option<FindingPlan>> = planned.collect();
    planned.into_iter().collect()
}

fn condition(
    fields: &mut Fields<'_, '_, '_>,
    others: &Others<'_>,
    finding: &FindingEntry,
) -> Option<crate::plan::surface::ConditionPlan> {
    let inside = fields.scope.label.clone();
    let through = fields.through.clone();
    let scope = &mut *fields.scope;
    // A denied step may set a field to what its answer never is.
    let may_be_set = !scope.steps.is_empty();
    conditions::plan(fields.planner, &finding.when, &inside, |planner, operand| match operand {
        OperandEntry::Field(name) => match others.named(&name.value) {
            Named::Field(index, types) => {
                let values = if may_be_set { Vec::new() } else { others.values(index) };
                Some(Meant { operand: OperandPlan::Field(index), types, values })
            }
            Named::Hole => None,
            Named::Nothing => {
                planner.holes.add(unknown(name, &through, others));
                None
            }
        },
        OperandEntry::Way(way) => {
            let (way, node) = scope.way(planner, way, None, &through)?;
            Some(Meant::of(OperandPlan::Way(way), &node))
        }
        OperandEntry::Constant(_) => None,
    })
}

/// A sentence with `{field}` in braces.
fn sentence(fields: &mut Fields<'_, '_, '_>, others: &Others<'_>, say: &Word) -> Option<Vec<PhrasePlan>> {
    let mut phrases = Some(Vec::new());
    let mut rest = say.value.as_str();
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        rest = after;
        let phrase = placeholder(fields, others, &Word::new(name.trim().to_owned(), say.at.clone()));
        let text = (!before.is_empty()).then(|| PhrasePlan::Text(before.to_owned()));
        phrases = phrases.zip(phrase).map(|(mut phrases, phrase)| {
            phrases.extend(text);
            phrases.push(phrase);
            phrases
        });
    }
    let text = (!rest.is_empty()).then(|| PhrasePlan::Text(rest.to_owned()));
    phrases.map(|mut phrases| {
        phrases.extend(text);
        phrases
    })
}

fn placeholder(fields: &mut Fields<'_, '_, '_>, others: &Others<'_>, name: &Word) -> Option<PhrasePlan> {
    let scalar = Types::STRING.with(Types::BOOLEAN).with(super::fields::NUMBER);
    let hole = match others.named(&name.value) {
        Named::Field(index, types) if types.meets(scalar) => return Some(PhrasePlan::Field(index)),
        Named::Hole => return None,
        Named::Field(_, types) => Hole::new(HoleKind::ResultField, name, &fields.through)
            .because(format!("a sentence cannot hold {}", super::fields::kind(types)))
            .instead("a field that is a text, a number, or true or false"),
        Named::Nothing => unknown(name, &fields.through, others),
    };
    fields.planner.holes.add(hole);
    None
}

fn unknown(name: &Word, through: &str, others: &Others<'_>) -> Hole {
    Hole::new(HoleKind::ResultField, name, through).among(others.names())
}
