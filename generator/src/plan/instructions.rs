//! `instructions` of the manifest → the text that says how the tools are used together.

use fewtools_contract::{Tool, instructions};

use super::Planner;
use super::hole::Hole;
use super::mentions::{self, Lexicon, Strictness};
use super::profiles::Offer;
use super::resources::ResourcePlan;
use super::surface::ToolPlan;
use crate::lower::curation::{InstructionPart, InstructionsEntry};

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
            InstructionPart::ToolsByEffect => lines.extend(instructions::by_effect(tools)),
            InstructionPart::Gates => lines.extend(instructions::gates(tools)),
            InstructionPart::Resources if addresses.is_empty() => {}
            InstructionPart::Resources => lines.push(format!("To read: {}.", addresses.join(", "))),
        }
    }
    lines.join("\n")
}
