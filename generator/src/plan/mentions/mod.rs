//! A text for a model → the tools, variants, arguments and addresses it mentions, and those that do not exist.
//!
//! What counts as a mention:
//!
//! - **A tool** is a word that is a tool's name. A name that could be a word of plain English (no `_`, digit or inner
//!   capital) counts only in backticks, and where a prompt says `tool(…)`.
//! - **`word=value`** belongs to the tool that is mentioned last before it in the same sentence, else to the first one after
//!   it there; in a sentence without a tool it says nothing of tools. A sentence ends at `.`, `!` or `?` before white
//!   space, at an empty line, and before the next item of a list or heading. The word has to be an argument of that
//!   tool, and the value of its discriminator one of its variants.
//! - **An address** begins with the scheme of some resource. It is one as the manifest writes it, or one that a template
//!   matches.
//! - **A name that looks like a tool's** is a word with an inner `_` that is no tool, argument, variant, resource, prompt,
//!   listed value or field. It is one that does not exist where it is spelt nearly like a tool, or was one before; in
//!   a text that is about nothing but tools, always.

mod addresses;
mod lexicon;
mod tokens;

use std::collections::BTreeSet;
use std::ops::Range;

use super::hole::HoleKind;
use super::surface::ToolPlan;
use crate::diagnostics::nearest;

pub(super) use lexicon::{Lexicon, is_distinctive};
pub(super) use tokens::{Assignment, NAMED, Token, sentences, tokens};

/// What a text mentions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// Tools, as indices in the surface, with the variant where one is named.
    pub tools: BTreeSet<(usize, Option<usize>)>,
    /// Resources, as indices in the surface.
    pub resources: BTreeSet<usize>,
}

/// A name in a text that does not exist.
#[derive(Debug, Clone)]
pub(super) struct Unknown {
    /// A resource, or another reference.
    pub kind: HoleKind,
    /// Where in the text.
    pub at: Range<usize>,
    /// The name.
    pub name: String,
    /// What it is not, in words: `no variant of `queue_action``.
    pub what: String,
    /// The names that would have been right.
    pub candidates: Vec<String>,
    /// What to write instead, where it is no name alone; empty otherwise.
    pub instead: String,
}

/// Which names that look like a tool's have to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Those that are spelt nearly like a tool, or were one before.
    NearMisses,
    /// All of them.
    All,
}

/// What a text mentions, and what of it does not exist.
pub(super) fn find(lexicon: &Lexicon<'_>, text: &str, strictness: Strictness) -> (Uses, Vec<Unknown>) {
    let mut finding = Finding { lexicon, uses: Uses::default(), unknown: Vec::new() };
    let addresses = finding.addresses(text);
    for sentence in sentences(text) {
        let tokens: Vec<Token<'_>> = tokens(text, sentence)
            .into_iter()
            .filter(|token| !addresses.iter().any(|address| address.contains(&token.at.start)))
            .collect();
        finding.sentence(&tokens, strictness);
    }
    (finding.uses, finding.unknown)
}

struct Finding<'f, 'p> {
    lexicon: &'f Lexicon<'p>,
    uses: Uses,
    unknown: Vec<Unknown>,
}

impl Finding<'_, '_> {
    /// The places of addresses, each one that a resource has or else put down.
    fn addresses(&mut self, text: &str) -> Vec<Range<usize>> {
        let found = addresses::find(text, &self.lexicon.schemes());
        for at in &found {
            let name = text.get(at.clone()).unwrap_or_default();
            match self.lexicon.resource(name) {
                Some(index) => drop(self.uses.resources.insert(index)),
                None => self.unknown.push(Unknown {
                    kind: HoleKind::Resource,
                    at: at.clone(),
                    name: name.to_owned(),
                    what: String::new(),
                    candidates: self.lexicon.addresses(),
                    instead: String::new(),
                }),
            }
        }
        found
    }

    fn sentence(&mut self, tokens: &[Token<'_>], strictness: Strictness) {
        let tool = |token: &Token<'_>| self.lexicon.mentioned(token);
        let mentions: Vec<(usize, usize)> = tokens
            .iter()
            .enumerate()
            .filter_map(|(index, token)| Some((index, tool(token).filter(|_| token.assigned.is_none())?)))
            .collect();
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for (index, token) in tokens.iter().enumerate() {
            let Some(assigned) = &token.assigned else { continue };
            let before = mentions.iter().rev().find(|(at, _)| *at < index);
            let Some((at, tool)) = before.or_else(|| mentions.first()) else { continue };
            if self.assignment(*tool, token, assigned) {
                chosen.insert(*at);
            }
        }
        for (_, tool) in mentions.iter().filter(|(at, _)| !chosen.contains(at)) {
            self.uses.tools.insert((*tool, None));
        }
        for token in tokens.iter().filter(|token| token.assigned.is_none()) {
            self.stray(token, strictness);
        }
    }

    /// Judges `word=value` of a tool; whether it names a variant.
    fn assignment(&mut self, index: usize, token: &Token<'_>, assigned: &Assignment<'_>) -> bool {
        let Some(tool) = self.lexicon.tools.get(index) else { return false };
        let Some(argument) = tool.arguments.iter().position(|argument| argument.name == token.word) else {
            let names = tool.arguments.iter().map(|argument| argument.name.clone()).collect();
            self.reference(
                token.at.clone(),
                token.word,
                format!("no argument of `{}`", tool.name.value),
                names,
            );
            return false;
        };
        let Some(value) = assigned.value.filter(|value| !value.is_empty()) else { return false };
        if tool.discriminator.as_ref().is_some_and(|chooser| chooser.argument == argument) {
            let Some(variant) = variant(tool, value) else {
                let what = format!("no `{}` of `{}`", token.word, tool.name.value);
                self.reference(assigned.at.clone(), value, what, lexicon::variants(tool));
                return false;
            };
            self.uses.tools.insert((index, Some(variant)));
            return true;
        }
        let values = lexicon::values(tool, argument);
        if !values.is_empty() && !values.iter().any(|known| known == value) {
            let what = format!("no value of `{}` of `{}`", token.word, tool.name.value);
            self.reference(assigned.at.clone(), value, what, values);
        }
        false
    }

    /// Judges a word that looks like a tool's name and is none.
    fn stray(&mut self, token: &Token<'_>, strictness: Strictness) {
        let word = token.word;
        if let Some(new) = self.lexicon.renamed(token) {
            self.reference(token.at.clone(), word, "no tool any more".to_owned(), Vec::new());
            if let Some(unknown) = self.unknown.last_mut() {
                unknown.instead = format!("`{new}`");
            }
            return;
        }
        if !tokens::is_snake(word) || self.lexicon.knows(word) {
            return;
        }
        let tools = self.lexicon.tool_names();
        let is_near = nearest(word, tools.iter().map(String::as_str)).is_some();
        if is_near || strictness == Strictness::All {
            self.reference(token.at.clone(), word, "no tool".to_owned(), tools);
        }
    }

    fn reference(&mut self, at: Range<usize>, name: &str, what: String, candidates: Vec<String>) {
        let name = name.to_owned();
        self.unknown.push(Unknown {
            kind: HoleKind::Reference,
            at,
            name,
            what,
            candidates,
            instead: String::new(),
        });
    }
}

/// The variant of a name or another spelling of it.
fn variant(tool: &ToolPlan, value: &str) -> Option<usize> {
    let named = tool.variants.iter().position(|variant| variant.name.value == value);
    let aliases = tool.discriminator.iter().flat_map(|chooser| &chooser.aliases);
    named.or_else(|| aliases.clone().find(|(alias, _)| alias == value).map(|(_, variant)| *variant))
}
