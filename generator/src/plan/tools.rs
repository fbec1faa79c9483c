//! A tool of the manifest → its plan.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use fewtools_contract::{Annotations, Effect, GroupKind, Mode};

use super::bytes::Bytes;
use super::hole::{Hole, HoleKind};
use super::slots::{Slot, SlotKind};
use super::surface::{DiscriminatorPlan, GatesPlan, InputPlan, ToolPlan, VariantPlan};
use super::variants::{self, Member};
use super::{
    Planner, answers, arguments, flatten, gates, keep, merge, narrow, outputs, pages, security, servers,
    signature, steps, texts, together,
};
use crate::lower::curation::{DiscriminatorEntry, Spot, ToolEntry, Word};

/// Plans one entry of `tools`: one tool, or with `expand` one for each variant.
pub(super) fn plan(planner: &mut Planner<'_>, name: &str, entry: &Spot<ToolEntry>) -> Vec<ToolPlan> {
    let tool = match &entry.value.steps {
        Some(composite) => steps::plan(planner, name, entry, composite),
        None => family(planner, name, entry),
    };
    outputs::check(planner, &tool);
    if entry.value.expand { narrow::apart(&tool) } else { vec![tool] }
}

/// Plans one entry of `tools` as it is written.
pub(super) fn family(planner: &mut Planner<'_>, name: &str, entry: &Spot<ToolEntry>) -> ToolPlan {
    let tool = &entry.value;
    let members = variants::members(planner, name, tool, &tool.variants);
    let signature = signature::of(planner, name, &entry.at, tool, &members);
    let mut inputs: Vec<Vec<InputPlan>> = members
        .iter()
        .zip(&signature.bindings)
        .map(|(member, bindings)| arguments::inputs(planner, tool, member, &signature, bindings))
        .collect();
    let gates: Vec<GatesPlan> = members
        .iter()
        .zip(&mut inputs)
        .map(|(member, inputs)| gates::plan(planner, tool, member, &signature, inputs))
        .collect();
    for (member, inputs) in members.iter().zip(&mut inputs) {
        super::detail::add(tool, member, &signature, inputs);
        pages::resume(planner, tool, member, &signature, inputs);
    }
    let mut arguments = arguments::merged(planner, tool, &members, &signature, &inputs);
    let names: Vec<String> = arguments.iter().map(|argument| argument.name.clone()).collect();
    check_names(planner, name, tool, &names);
    let discriminator =
        tool.discriminator.as_ref().map(|entry| discriminator(planner, name, entry, &names, &members));
    if let Some(chooser) = discriminator.as_ref()
        && let Some(argument) = arguments.get_mut(chooser.argument)
    {
        argument.required = chooser.default.is_none();
    }
    let about = Word::new(about(planner, tool, &members), tool.about.at.clone());
    let variants: Vec<VariantPlan> = members
        .into_iter()
        .zip(&signature.bindings)
        .zip(inputs.into_iter().zip(gates))
        .map(|((member, bindings), (inputs, gates))| {
            let flat = flatten::groups(&member, &signature, bindings, &inputs);
            let mut variant = variant(planner, tool, member, inputs, &names);
            variant.groups.extend(flat);
            VariantPlan { gates, ..variant }
        })
        .collect();
    ToolPlan {
        name: Word::new(name.to_owned(), entry.at.clone()),
        entry: name.to_owned(),
        about,
        mode: tool.schema.mode.or(planner.curation.schema.mode).unwrap_or(Mode::Simple),
        arguments,
        discriminator,
        annotations: annotations(&variants),
        variants,
        mixed_posture: tool.mixed_posture.is_some(),
        output_schema: tool.asks_output_schema(),
    }
}

/// The listed description: the manifest's, and with `texts: document` that of the one operation too.
fn about(planner: &Planner<'_>, tool: &ToolEntry, members: &[Member<'_>]) -> String {
    let said = &tool.about.value;
    let operation = match members {
        [only] if texts::of_document(planner.curation, tool) => only.operation,
        _ => None,
    };
    let Some(operation) = operation.and_then(|index| planner.api.operations.get(index)) else {
        return said.clone();
    };
    let text = texts::about(&operation.summary, &operation.description);
    match text.as_str() {
        "" => said.clone(),
        text if said.contains(text) => said.clone(),
        text => format!("{said} {text}"),
    }
}

/// Every key of `notes` and `defaults` is an argument.
pub(super) fn check_names(planner: &mut Planner<'_>, tool: &str, entry: &ToolEntry, names: &[String]) {
    let notes = entry.notes.iter().map(|(name, note)| (name, &note.at));
    let defaults = entry.defaults.iter().map(|(name, default)| (name, &default.at));
    let known: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    for (name, at) in notes.chain(defaults).filter(|(name, _)| !known.contains(name.as_str())) {
        let word = Word::new(name.clone(), at.at_key());
        planner.holes.mark(HoleKind::Argument, &word, format!("`{tool}`"), names.to_vec());
    }
    let chooser = entry.discriminator.as_ref().map(|discriminator| &discriminator.arg.value);
    if let Some((name, default)) = chooser.and_then(|name| entry.defaults.get_key_value(name)) {
        let word = Word::new(name.clone(), default.at.at_key());
        let hole = Hole::new(HoleKind::Argument, &word, format!("`{tool}`"));
        let hole = hole.because("chooses the variant, which `defaults` cannot do");
        planner.holes.add(hole.instead(format!("`discriminator: {{ arg: {name}, default: … }}`")));
    }
}

fn discriminator(
    planner: &mut Planner<'_>,
    tool: &str,
    entry: &DiscriminatorEntry,
    names: &[String],
    members: &[Member<'_>],
) -> DiscriminatorPlan {
    let mut variant = |word: &Word| {
        let found = members.iter().position(|member| member.entry.name.value == word.value);
        if found.is_none() {
            let known = members.iter().map(|member| member.entry.name.value.clone()).collect();
            planner.holes.mark(HoleKind::Variant, word, format!("`{tool}`"), known);
        }
        found
    };
    let default = entry.default.as_ref().and_then(&mut variant);
    let aliases: Vec<(String, usize)> =
        entry.aliases.iter().filter_map(|(alias, word)| Some((alias.clone(), variant(word)?))).collect();
    for (alias, word) in &entry.aliases {
        if members.iter().any(|member| member.entry.name.value == *alias) {
            let hole = Hole::new(
                HoleKind::Variant,
                &Word::new(alias.clone(), word.at.at_key()),
                format!("`{tool}`"),
            );
            planner.holes.add(hole.because("is the name of a variant").instead("a spelling that is none"));
        }
    }
    DiscriminatorPlan {
        argument: names.iter().position(|name| *name == entry.arg.value).unwrap_or_default(),
        at: entry.arg.at.clone(),
        default,
        aliases,
    }
}

fn variant(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: Member<'_>,
    mut inputs: Vec<InputPlan>,
    names: &[String],
) -> VariantPlan {
    let mut groups = groups(planner, tool, &member, &inputs, names);
    groups.extend(merge::group(&member, &inputs));
    let merge = merge::plan(planner, &member, &inputs);
    let answer = answers::plan(planner, tool, &member, &mut inputs, names);
    let keep = keep::plan(planner, tool, &member, &inputs, names);
    let pages = pages::plan(planner, tool, &member, &inputs);
    let operation = member.operation.and_then(|index| planner.api.operations.get(index));
    let about = match operation
        .filter(|_| member.entry.about.is_empty() && texts::of_document(planner.curation, tool))
    {
        Some(operation) => texts::one_line(&operation.summary, &operation.description),
        None => member.entry.about.clone(),
    };
    let sent = request(planner, member, inputs);
    // What a call says of a body that is read first is judged with what was read.
    let together = if merge.is_some() { String::new() } else { sent.together };
    VariantPlan { about, groups, answer, pages, merge, together, keep, ..sent }
}

/// The request of a member alone, of whose answer everything leaves.
pub(super) fn request(planner: &mut Planner<'_>, member: Member<'_>, inputs: Vec<InputPlan>) -> VariantPlan {
    let operation = member.operation.and_then(|index| planner.api.operations.get(index));
    let security = operation
        .map(|operation| security::of(planner, operation, &member.entry.call, &member.label))
        .unwrap_or_default();
    let base = operation.map_or(Ok(String::new()), |operation| servers::of_operation(planner, operation));
    let base = base.unwrap_or_else(|servers::Unknown { why, instead }| {
        let hole = Hole::new(HoleKind::UnusableOperation, &member.entry.call, member.label.clone());
        planner.holes.add(hole.because(why).instead(instead));
        String::new()
    });
    let together = together::schema(planner, &member, &inputs);
    refuse_whole_files(planner, &member, &inputs);
    let Member { entry, label, operation, slots, fixed, not_offered, effect, .. } = member;
    VariantPlan {
        about: entry.about.clone(),
        together,
        operation,
        effect,
        slots,
        inputs,
        fixed,
        not_offered,
        security,
        base,
        ..VariantPlan::bare(entry.name.clone(), label, entry.call.at.clone())
    }
}

/// Marks a body with files that is one value: which parts of it are files only its fields say.
fn refuse_whole_files(planner: &mut Planner<'_>, member: &Member<'_>, inputs: &[InputPlan]) {
    let filled = inputs.iter().map(|input| &input.slot).chain(member.fixed.iter().map(|fixed| &fixed.slot));
    let is_file = |slot: &Rc<Slot>| matches!(slot.kind, SlotKind::Field(_)) && slot.bytes != Bytes::No;
    let mut whole = filled.filter(|slot| slot.kind == SlotKind::Body);
    if whole.next().is_some() && member.slots.list.iter().any(is_file) {
        let hole = Hole::new(HoleKind::UnusableOperation, &member.entry.call, member.label.clone());
        let hole = hole.because("`body` as one value does not say which of its fields are files");
        planner.holes.add(hole.instead("the fields of the body, one by one or with `flatten`"));
    }
}

/// The groups by index; a name the variant does not take marks a hole, in `needs` too.
fn groups(
    planner: &mut Planner<'_>,
    tool: &ToolEntry,
    member: &Member<'_>,
    inputs: &[InputPlan],
    names: &[String],
) -> Vec<(GroupKind, Vec<usize>)> {
    let name = |input: &InputPlan| names.get(input.argument).map(String::as_str);
    let taken: BTreeSet<&str> = inputs.iter().filter_map(name).collect();
    let positions: BTreeMap<&str, usize> =
        names.iter().enumerate().rev().map(|(index, name)| (name.as_str(), index)).collect();
    let mut index = |word: &Word| {
        if !taken.contains(word.value.as_str()) && member.operation.is_some() {
            let known = inputs.iter().filter_map(name).map(str::to_owned).collect();
            planner.holes.mark(HoleKind::Argument, word, member.label.clone(), known);
        }
        positions.get(word.value.as_str()).copied()
    };
    let is_flat = |needed: &&Word| tool.flatten.iter().any(|flat| flat.value == needed.value);
    for needed in member.entry.needs.iter().filter(|needed| !is_flat(needed)) {
        index(needed);
    }
    let groups: Vec<(GroupKind, Vec<usize>)> = member
        .entry
        .groups
        .iter()
        .map(|(kind, words)| (*kind, words.iter().filter_map(&mut index).collect()))
        .collect();
    for ((kind, words), (_, members)) in member.entry.groups.iter().zip(&groups) {
        if let (Some(word), Some((why, instead))) = (words.first(), settled(*kind, members, inputs, names)) {
            let hole = Hole::new(HoleKind::Group, word, &member.label).because(why);
            planner.holes.add(hole.instead(instead));
        }
    }
    groups
}

/// Why a group leaves nothing to choose, and what to write instead.
fn settled(
    kind: GroupKind,
    members: &[usize],
    inputs: &[InputPlan],
    names: &[String],
) -> Option<(String, &'static str)> {
    let members: BTreeSet<usize> = members.iter().copied().collect();
    let takers = || inputs.iter().filter(|input| members.contains(&input.argument));
    let name = |input: &InputPlan| names.get(input.argument).cloned().unwrap_or_default();
    let required: Vec<String> = takers().filter(|input| input.required).map(name).collect();
    let defaulted = takers().find(|input| input.default.is_some()).map(name);
    let key = match kind {
        GroupKind::OneOf => "one_of",
        GroupKind::AnyOf => "any_of",
        GroupKind::AtMostOne => "at_most_one",
    };
    match (kind, required.as_slice(), defaulted) {
        (GroupKind::AnyOf, [one, ..], _) => {
            Some((format!("`any_of` always is met: `{one}` is required"), "no `any_of`"))
        }
        (GroupKind::AnyOf, [], Some(one)) => {
            Some((format!("`any_of` always is met: `{one}` has a default"), "no `any_of`, or no default"))
        }
        (_, [one, other, ..], _) => Some((
            format!("`{key}` never is met: `{one}` and `{other}` are required"),
            "arguments that can be left out",
        )),
        (_, [one], _) => {
            let why =
                format!("`{key}` leaves no choice: `{one}` is required, and no other may stand beside it");
            Some((why, "arguments that can be left out"))
        }
        (GroupKind::OneOf, [], Some(one)) => {
            Some((format!("`one_of` always is met: `{one}` has a default"), "`at_most_one`, or no default"))
        }
        (_, [], _) => None,
    }
}

/// Any destructive member makes a tool destructive; all of them reads, read-only; every mutation idempotent,
/// idempotent.
pub(super) fn annotations(variants: &[VariantPlan]) -> Annotations {
    let mut effects = variants.iter().map(|variant| variant.effect);
    let mutations: Vec<Effect> = effects.clone().filter(|effect| effect.is_mutation()).collect();
    Annotations {
        read_only: mutations.is_empty(),
        destructive: effects.any(|effect| effect == Effect::Destructive),
        idempotent: !mutations.is_empty() && mutations.iter().all(|effect| *effect == Effect::Idempotent),
    }
}

/// Every new name of `renamed` is a tool, and no old one is.
pub(super) fn check_renamed(planner: &mut Planner<'_>, tools: &[ToolPlan]) {
    let tools: Vec<String> = tools.iter().map(|tool| tool.name.value.clone()).collect();
    for (old, new) in &planner.curation.renamed {
        if !tools.contains(&new.value) {
            planner.holes.mark(HoleKind::Tool, new, "`renamed`", tools.clone());
        }
        if tools.contains(old) {
            let word = Word::new(old.clone(), new.at.at_key());
            let hole = Hole::new(HoleKind::Tool, &word, "`renamed`").because("is still the name of a tool");
            planner.holes.add(hole.instead("a name that a tool had before"));
        }
    }
}
