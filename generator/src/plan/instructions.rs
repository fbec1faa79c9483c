//! `instructions` of the manifest → the text that says how the tools are used together.

use fewtools_contract::{Effect, Tool, Variant};

use super::Planner;
use super::hole::Hole;
use super::mentions::{self, Lexicon, Strictness};
use super::profiles::Offer;
use super::resources::ResourcePlan;
use super::surface::ToolPlan;
use crate::lower::curation::{InstructionPart, InstructionsEntry};

/// What the effects are called, in the order they are told.
const EFFECTS: [(Effect, &str); 4] = [
    (Effect::Read, "These only read"),
    (Effect::Additive, "These add"),
    (Effect::Idempotent, "These set"),
    (Effect::Destructive, "These may destroy"),
];

/// Checks the names in the preface: it is about nothing but tools and resources.
pub(super) fn check(planner: &mut Planner<'_>, tools: &[ToolPlan], resources: &[ResourcePlan]) {
    let preface = planner.curation.instructions.as_ref().and_then(|entry| entry.preface.as_ref());
    let Some(preface) = preface else { return };
    let lexicon = Lexicon::new(planner.curation, tools, resources);
    let (_, unknown) = mentions::find(&lexicon, &preface.value, Strictness::All);
    for unknown in unknown {
        let hole = Hole::new(unknown.kind, preface, "the preface of `instructions`");
        planner.holes.add(
            Hole { name: unknown.name, ..hole }
                .because(unknown.what)
                .among(unknown.candidates)
                .instead(unknown.instead),
        );
    }
}

/// The sentences of a preface that name nothing but what is offered. Any word that is a tool's name counts as one.
pub(super) fn narrowed(lexicon: &Lexicon<'_>, preface: &str, offer: &Offer) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for sentence in mentions::sentences(preface) {
        let text = preface.get(sentence.clone()).unwrap_or_default();
        let (uses, _) = mentions::find(lexicon, text, Strictness::All);
        let mut words =
            mentions::tokens(preface, sentence).into_iter().filter_map(|token| lexicon.tool(token.word));
        if offer.has(&uses) && words.all(|tool| offer.has_tool(tool)) {
            kept.push(text.trim());
        }
    }
    kept.join(" ")
}

/// The instructions for callers who are offered these tools and resources: the preface, then the generated parts in the
/// order the manifest names them, each in short sentences.
pub(super) fn text(
    entry: &InstructionsEntry,
    preface: &str,
    tools: &[&Tool<'_>],
    addresses: &[&str],
) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(Some(preface.to_owned()).filter(|preface| !preface.is_empty()));
    for part in &entry.generate {
        match part {
            InstructionPart::ToolsByEffect => lines.extend(by_effect(tools)),
            InstructionPart::Gates => lines.extend(gates(tools)),
            InstructionPart::Resources if addresses.is_empty() => {}
            InstructionPart::Resources => lines.push(format!("To read: {}.", addresses.join(", "))),
        }
    }
    lines.join("\n")
}

fn by_effect(tools: &[&Tool<'_>]) -> Vec<String> {
    let line = |(effect, words): &(Effect, &str)| {
        let names = names(tools, |variant| variant.effect == *effect);
        (!names.is_empty()).then(|| format!("{words}: {}.", names.join(", ")))
    };
    EFFECTS.iter().filter_map(line).collect()
}

/// What stands before a change, by the arguments that lift it.
fn gates(tools: &[&Tool<'_>]) -> Vec<String> {
    let dry_run = |variant: &Variant<'_>| variant.gates.dry_run.map(|gate| gate.input);
    let confirm = |variant: &Variant<'_>| variant.gates.confirm.map(|gate| gate.input);
    let cap = |variant: &Variant<'_>| variant.gates.cap.map(|gate| gate.input);
    let line = |input: fn(&Variant<'_>) -> Option<usize>, say: fn(&str) -> String| {
        let argument = tools.iter().find_map(|tool| {
            let (variant, input) = tool.variants.iter().find_map(|one| Some((one, input(one)?)))?;
            tool.arguments.get(variant.inputs.get(input)?.argument)
        })?;
        let names = names(tools, |variant| input(variant).is_some());
        Some(format!("{}: {}.", names.join(", "), say(argument.name)))
    };
    let lines = [
        line(dry_run, |name| format!("a dry run unless {name}=false")),
        line(confirm, |name| {
            format!("a real run needs {name} too; a call without it says what it has to be")
        }),
        line(cap, |name| format!("refused above a cap that {name} lifts")),
    ];
    lines.into_iter().flatten().collect()
}

/// The tools some of whose variants are meant: `queue_action`, or `alert_rule op=create|delete` where others are not.
fn names(tools: &[&Tool<'_>], is_meant: impl Fn(&Variant<'_>) -> bool) -> Vec<String> {
    let name = |tool: &&Tool<'_>| {
        let meant: Vec<&str> =
            tool.variants.iter().filter(|variant| is_meant(variant)).map(|variant| variant.name).collect();
        let chooser = tool.discriminator.and_then(|chooser| tool.arguments.get(chooser.argument));
        match (meant.len(), chooser) {
            (0, _) => None,
            (some, Some(chooser)) if some < tool.variants.len() => {
                Some(format!("{} {}={}", tool.name, chooser.name, meant.join("|")))
            }
            _ => Some(tool.name.to_owned()),
        }
    };
    tools.iter().filter_map(name).collect()
}
