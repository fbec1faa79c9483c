//! A listing that is too dear → what it would save to say less, measured on the listing as it would be served.

use std::cmp::Reverse;

use fewtools_contract::{Argument, Mode, Tool, budget, listing};

/// The length an `about` is shortened to.
const SHORT_ABOUT: usize = 50;
/// The most savings that a report shows.
pub(super) const SHOWN: usize = 10;

/// One thing to write instead, and the tokens it saves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Saving {
    /// Characters saved.
    characters: usize,
    /// What to do.
    what: String,
}

impl Saving {
    /// `saves 28: …`
    pub(super) fn line(&self) -> String {
        format!("saves {}: {}", self.characters / 4, self.what)
    }
}

/// What can be saved on some tools, most first. Savings under one token are left out.
pub(super) fn of<'t, 'c: 't>(tools: impl Iterator<Item = &'t Tool<'c>>) -> Vec<Saving> {
    let mut savings: Vec<Saving> = tools.flat_map(of_tool).filter(|saving| saving.characters >= 4).collect();
    savings
        .sort_by(|one, other| other.characters.cmp(&one.characters).then_with(|| one.what.cmp(&other.what)));
    savings
}

fn of_tool(tool: &Tool<'_>) -> Vec<Saving> {
    let before = characters(tool);
    let saved = |changed: &Tool<'_>, what: String| Saving {
        characters: before.saturating_sub(characters(changed)),
        what,
    };
    let mut savings = Vec::new();
    if tool.discriminator.is_some() && tool.mode == Mode::Simple {
        let terse = Tool { mode: Mode::Terse, ..*tool };
        savings.push(saved(&terse, format!("`mode: simple` -> `terse` on {}", tool.name)));
    }
    for (index, argument) in longest_notes(tool) {
        let mut arguments: Vec<Argument<'_>> = tool.arguments.to_vec();
        if let Some(silent) = arguments.get_mut(index) {
            silent.note = "";
        }
        let silent = Tool { arguments: &arguments, ..*tool };
        savings.push(saved(&silent, format!("drop note `{}` on {}", argument.name, tool.name)));
    }
    if !tool.output_schema.is_empty() {
        let silent = Tool { output_schema: "", ..*tool };
        savings.push(saved(&silent, format!("drop `output_schema` of {}", tool.name)));
    }
    let short: String = tool.about.chars().take(SHORT_ABOUT).collect();
    if short.len() < tool.about.len() {
        let shorter = Tool { about: &short, ..*tool };
        savings
            .push(saved(&shorter, format!("shorten `about` of {} to {SHORT_ABOUT} characters", tool.name)));
    }
    savings
}

/// The arguments with the longest notes as JSON has them, as many as a report shows: each is measured with the whole tool.
fn longest_notes<'t, 'c>(tool: &'t Tool<'c>) -> Vec<(usize, &'t Argument<'c>)> {
    let noted = tool.arguments.iter().enumerate().filter(|(_, argument)| !argument.note.is_empty());
    let mut noted: Vec<(usize, &Argument<'_>)> = noted.collect();
    noted.sort_by_cached_key(|(_, argument)| {
        (Reverse(serde_json::Value::from(argument.note).to_string().chars().count()), argument.name)
    });
    noted.truncate(SHOWN);
    noted
}

fn characters(tool: &Tool<'_>) -> usize {
    listing::tool(tool).map_or(0, |listed| listing::one(&listed).chars().count())
}

/// The dearest texts of some tools: tokens, what it is, most first.
pub(super) fn dearest<'t, 'c: 't>(tools: impl Iterator<Item = &'t Tool<'c>>, most: usize) -> Vec<String> {
    let mut texts: Vec<(usize, String)> = Vec::new();
    for tool in tools {
        texts.push((budget::tokens(tool.about), format!("`about` of {}", tool.name)));
        if tool.mode == Mode::Simple && tool.discriminator.is_some() {
            texts.push((budget::tokens(&listing::variants(tool)), format!("variants of {}", tool.name)));
        }
        texts.push((budget::tokens(tool.output_schema), format!("output schema of {}", tool.name)));
        for argument in tool.arguments {
            texts.push((budget::tokens(argument.note), format!("note `{}` of {}", argument.name, tool.name)));
            texts.push((
                budget::tokens(argument.schema),
                format!("schema of `{}` of {}", argument.name, tool.name),
            ));
        }
    }
    texts.retain(|(tokens, _)| *tokens > 0);
    texts.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    texts.into_iter().take(most).map(|(tokens, what)| format!("  {tokens:>4}  {what}")).collect()
}

/// An entry of a list beside `tools/list`.
pub(super) struct Entry {
    /// Its name.
    pub name: String,
    /// Its text as it is listed.
    pub text: String,
    /// The same with a short `about`.
    pub shorter: String,
}

/// The most savings that are told of a list.
const TOLD: usize = 3;

/// What shorter texts would save, most first.
pub(super) fn of_entries(entries: &[Entry]) -> Vec<String> {
    let saving = |entry: &Entry| Saving {
        characters: entry.text.chars().count().saturating_sub(entry.shorter.chars().count()),
        what: format!("shorten `about` of {} to {SHORT_ABOUT} characters", entry.name),
    };
    let mut savings: Vec<Saving> =
        entries.iter().map(saving).filter(|saving| saving.characters >= 4).collect();
    savings
        .sort_by(|one, other| other.characters.cmp(&one.characters).then_with(|| one.what.cmp(&other.what)));
    savings.iter().take(TOLD).map(Saving::line).collect()
}

/// The entries with their sizes, largest first, under a head.
pub(super) fn by_size(kind: &str, entries: &[Entry]) -> Vec<String> {
    let mut sizes: Vec<(usize, &str)> =
        entries.iter().map(|entry| (budget::tokens(&entry.text), entry.name.as_str())).collect();
    sizes.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(other.1)));
    let lines = sizes.iter().map(|(tokens, name)| format!("  {tokens:>4}  {name}"));
    std::iter::once(format!("{kind} by size:")).chain(lines).collect()
}

/// The beginning of a text.
pub(super) fn shortened(text: &str) -> &str {
    text.char_indices().nth(SHORT_ABOUT).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}
