//! `subjects` and `permissions` → what a variant says of missing and forbidden things.

use indexmap::IndexMap;

use super::Planner;
use super::errors::{ErrorPlan, Piece};
use super::hole::HoleKind;
use super::slots::SlotKind;
use super::surface::{DenialPlan, Enumerated, ExpectedPlan, ToldPlan, ToolPlan, VariantPlan};
use crate::lower::Curation;
use crate::lower::api::Operation;
use crate::lower::curation::{ArgType, DenialShape, Spot, SubjectEntry, ToldByEntry};

/// What is said of missing and forbidden things where the manifest says nothing.
const HIDDEN: &str = "There is no such object, or it is not visible to this key.";

/// Resolves the denial of every variant.
pub(super) fn resolve<'t>(
    planner: &Planner<'_>,
    errors: &[ErrorPlan],
    tools: impl Iterator<Item = &'t mut ToolPlan>,
) {
    for tool in tools {
        let names: Vec<String> = tool.arguments.iter().map(|argument| argument.name.clone()).collect();
        for variant in &mut tool.variants {
            deny(planner, errors, variant, &names);
            for step in variant.steps.iter_mut().flat_map(|composite| &mut composite.steps) {
                deny(planner, errors, &mut step.request, &names);
            }
        }
    }
}

fn deny(planner: &Planner<'_>, errors: &[ErrorPlan], variant: &mut VariantPlan, names: &[String]) {
    if let Some(operation) = variant.operation.and_then(|index| planner.api.operations.get(index)) {
        variant.denial = of(planner, errors, operation, variant, names);
    }
}

/// Every key of `permissions` is an operation.
pub(super) fn check_permissions(planner: &mut Planner<'_>) {
    for permission in planner.curation.permissions.values() {
        let word = &permission.value.operation;
        if planner.operations.find(&word.value).is_none() {
            planner.holes.mark(HoleKind::Operation, word, "`permissions`", planner.operations.names());
        }
    }
}

/// A subject that a variant has, by its name.
type Subject<'c> = (&'c str, &'c SubjectEntry);

fn of(
    planner: &Planner<'_>,
    errors: &[ErrorPlan],
    operation: &Operation,
    variant: &VariantPlan,
    names: &[String],
) -> DenialPlan {
    let (subjects, unclaimed) = subjects(planner, variant, names);
    let secrets: Vec<Subject<'_>> =
        subjects.iter().filter(|(_, subject)| subject.denial.value == DenialShape::Hide).copied().collect();
    let hidden = hidden(errors, operation, variant, &secrets, !unclaimed.is_empty());
    let told = told(planner, &subjects, hidden.is_empty());
    DenialPlan {
        secrets: secrets.iter().map(|(name, _)| (*name).to_owned()).collect(),
        unclaimed,
        permission: if hidden.is_empty() { permission(planner, operation) } else { String::new() },
        hidden,
        told,
    }
}

/// The subjects of a variant's arguments, those of the path first, and what of the path no subject claims. One that may
/// be left out counts: the upstream's answer does not say whether it was about that argument.
fn subjects<'p>(
    planner: &'p Planner<'_>,
    variant: &VariantPlan,
    names: &[String],
) -> (Vec<Subject<'p>>, Vec<String>) {
    let known = &planner.curation.subjects;
    let mut found = Vec::new();
    let mut unclaimed = Vec::new();
    let path = variant.slots.list.iter().filter(|slot| slot.name.starts_with("path."));
    for slot in path {
        let input = variant.inputs.iter().find(|input| input.slot.name == slot.name);
        let argument = input.and_then(|input| names.get(input.argument)).unwrap_or(&slot.argument);
        match claiming(known, argument) {
            Some(subject) => found.push(subject),
            None => unclaimed.push(argument.clone()),
        }
    }
    // What is sent nowhere names nothing that the API could deny.
    let sent = variant.inputs.iter().filter(|input| input.slot.kind != SlotKind::Nowhere);
    for input in sent.filter(|input| !input.slot.name.starts_with("path.")) {
        let subject = names.get(input.argument).and_then(|argument| claiming(known, argument));
        let is_known = |subject: &Subject<'_>| found.iter().any(|(name, _)| *name == subject.0);
        found.extend(subject.filter(|subject| !is_known(subject)));
    }
    unclaimed.extend(looked_up(variant, known, names, &mut found));
    (found, unclaimed)
}

/// The same of the path of a lookup, whose denial is the variant's.
fn looked_up<'p>(
    variant: &VariantPlan,
    known: &'p IndexMap<String, Spot<SubjectEntry>>,
    names: &[String],
    found: &mut Vec<Subject<'p>>,
) -> Vec<String> {
    let confirm = variant.gates.confirm.as_ref().and_then(|confirm| confirm.equals.as_ref());
    let Some(ExpectedPlan::Lookup { request, .. }) = confirm else { return Vec::new() };
    let mut unclaimed = Vec::new();
    let path = |name: &str| name.starts_with("path.");
    for (input, own) in request.inputs.iter().zip(&variant.inputs) {
        if !path(&input.slot.name) || path(&own.slot.name) {
            continue;
        }
        let Some(argument) = names.get(input.argument) else { continue };
        match claiming(known, argument) {
            Some(subject) if found.iter().any(|(name, _)| *name == subject.0) => {}
            Some(subject) => found.push(subject),
            None => unclaimed.push(argument.clone()),
        }
    }
    unclaimed
}

fn claiming<'c>(known: &'c IndexMap<String, Spot<SubjectEntry>>, argument: &str) -> Option<Subject<'c>> {
    let found = known.iter().find(|(_, subject)| subject.value.arg.value == argument);
    found.map(|(name, subject)| (name.as_str(), &subject.value))
}

/// The sentence for missing and forbidden; empty where nothing is hidden.
fn hidden(
    errors: &[ErrorPlan],
    operation: &Operation,
    variant: &VariantPlan,
    secrets: &[Subject<'_>],
    is_unclaimed: bool,
) -> String {
    let mut says: Vec<String> = Vec::new();
    for (name, subject) in secrets {
        let own = || format!("There is no such {}, or it is not visible to this key.", words(name));
        let say = subject.say.as_ref().map_or_else(own, |say| say.value.clone());
        if !says.contains(&say) {
            says.push(say);
        }
    }
    if says.is_empty() && is_unclaimed {
        let rule = errors.iter().find(|rule| is_for_missing(rule, operation, variant));
        return rule.map_or_else(|| HIDDEN.to_owned(), constant);
    }
    says.join(" ")
}

/// Whether a rule is the sentence for what is missing: 404 and nothing else, for any code, and copied from nowhere.
pub(super) fn is_for_missing(rule: &ErrorPlan, operation: &Operation, variant: &VariantPlan) -> bool {
    rule.entry.status == Some((404, 404))
        && rule.entry.code.is_empty()
        && rule.entry.effect.is_none_or(|effect| effect.accepts(variant.effect))
        && (rule.operations.is_empty() || rule.operations.contains(&operation.id))
        && rule.say.iter().all(|piece| matches!(piece, Piece::Text(_)))
}

fn constant(rule: &ErrorPlan) -> String {
    let text = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Field(_) | Piece::RetryAfter => String::new(),
    };
    rule.say.iter().map(text).collect()
}

/// What is told more precisely, the answers with a code first. Where something is hidden, only a code is believed.
fn told(planner: &Planner<'_>, subjects: &[Subject<'_>], is_open: bool) -> Vec<ToldPlan> {
    let mut told: Vec<ToldPlan> = Vec::new();
    for (name, subject) in subjects {
        if let Some(by) = &subject.told_by
            && (is_open || !by.value.code.is_empty())
        {
            told.push(one(planner, name, subject, &by.value));
        }
    }
    told.sort_by_key(|told| told.code.is_empty());
    told.extend(vague(subjects).filter(|_| is_open));
    told
}

fn one(planner: &Planner<'_>, name: &str, subject: &SubjectEntry, by: &ToldByEntry) -> ToldPlan {
    let code_at = by.error_code.as_ref().unwrap_or(&planner.curation.error_code);
    ToldPlan {
        subject: name.to_owned(),
        status: by.status,
        code: by.code.clone(),
        code_at: code_at.value.clone(),
        say: subject
            .say
            .as_ref()
            .map_or_else(|| format!("There is no such {}.", words(name)), |say| say.value.clone()),
        enumerates: enumerated(subject),
    }
}

/// What a plain 404 can mean where no subject says how it is told: one of those that are left, and which is not known.
fn vague(subjects: &[Subject<'_>]) -> Option<ToldPlan> {
    let left: Vec<&Subject<'_>> = subjects
        .iter()
        .filter(|(_, subject)| subject.denial.value != DenialShape::Hide && subject.told_by.is_none())
        .collect();
    let say = match left.as_slice() {
        [] => return None,
        [(name, subject)] => match &subject.say {
            Some(say) => say.value.clone(),
            None => format!("There is no such {}.", words(name)),
        },
        several => {
            let names: Vec<String> = several.iter().map(|(name, _)| words(name)).collect();
            format!("There is no such {}.", names.join(" or "))
        }
    };
    Some(ToldPlan {
        subject: left.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        status: 404,
        code: String::new(),
        code_at: String::new(),
        say,
        enumerates: match left.as_slice() {
            [(_, subject)] => enumerated(subject),
            _ => None,
        },
    })
}

fn enumerated(subject: &SubjectEntry) -> Option<Enumerated> {
    let enumerates = subject.denial.value == DenialShape::Enumerate;
    let found_at = subject.found_at.clone().filter(|_| enumerates)?;
    Some(Enumerated { argument: subject.arg.value.clone(), found_at })
}

/// A subject's name as people say it.
fn words(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// The permission that `permissions` names, else the scopes of the first security alternative that has any.
fn permission(planner: &Planner<'_>, operation: &Operation) -> String {
    let route = format!("{} {}", operation.method, operation.path);
    let said = [&operation.id, &route].into_iter().find_map(|name| planner.curation.permissions.get(name));
    if let Some(said) = said {
        return said.value.name.clone().unwrap_or_default();
    }
    let mut alternatives = operation.security.iter();
    let first = alternatives.find(|alternative| alternative.iter().any(|(_, scopes)| !scopes.is_empty()));
    let scopes: Vec<&str> =
        first.into_iter().flatten().flat_map(|(_, scopes)| scopes).map(String::as_str).collect();
    scopes.join(", ")
}

/// The `type` that a subject gives to its argument.
pub(super) fn subject_type<'c>(curation: &'c Curation, argument: &str) -> Option<&'c Spot<ArgType>> {
    claiming(&curation.subjects, argument).and_then(|(_, subject)| subject.ty.as_ref())
}

/// Which subject gives an argument its type, as `explain` has it.
pub(super) fn subject_rule(curation: &Curation, argument: &str) -> String {
    claiming(&curation.subjects, argument)
        .map(|(name, _)| format!("subjects.{name}.type"))
        .unwrap_or_default()
}

/// Where the values of an argument come from, in a sentence; empty where no subject says.
pub(super) fn hint(curation: &Curation, argument: &str) -> String {
    let subject = claiming(&curation.subjects, argument).map(|(_, subject)| subject);
    let found_at = subject.and_then(|subject| subject.found_at.as_ref());
    found_at.map_or_else(String::new, |address| format!("{argument} comes from {}.", address.value))
}
