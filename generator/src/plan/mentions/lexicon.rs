//! A planned surface → the names that a text for a model may use.

use std::collections::BTreeSet;

use super::tokens::{Token, is_snake};
use crate::lower::Curation;
use crate::lower::curation::{FieldEntry, FromEntry, PickEntry};
use crate::plan::resources::ResourcePlan;
use crate::plan::surface::{InputPlan, ToolPlan};
use crate::plan::uri::{self, AddressPart};

/// Every name there is.
pub(in crate::plan) struct Lexicon<'p> {
    /// The manifest.
    pub curation: &'p Curation,
    /// The tools.
    pub tools: &'p [ToolPlan],
    /// The resources.
    pub resources: &'p [ResourcePlan],
    /// Names of anything else: arguments, variants, values, fields.
    words: BTreeSet<String>,
}

impl<'p> Lexicon<'p> {
    /// The names of a surface.
    pub fn new(curation: &'p Curation, tools: &'p [ToolPlan], resources: &'p [ResourcePlan]) -> Self {
        let mut words = BTreeSet::new();
        for tool in tools.iter().chain(resources.iter().map(|resource| &resource.tool)) {
            words.extend(tool.arguments.iter().map(|argument| argument.name.clone()));
            words.extend(variants(tool));
            words.extend((0..tool.arguments.len()).flat_map(|argument| values(tool, argument)));
        }
        words.extend(resources.iter().map(|resource| resource.name.value.clone()));
        let prompts = curation.prompts.iter();
        words.extend(
            prompts.clone().flat_map(|(_, entry)| entry.value.args.iter().map(|arg| arg.name.value.clone())),
        );
        words.extend(prompts.map(|(name, _)| name.clone()));
        words.extend(curation.tools.keys().cloned());
        words.extend(curation.help.iter().map(|help| help.value.clone()));
        curation.projections.values().for_each(|entry| fields(&entry.value, &mut words));
        Self { curation, tools, resources, words }
    }

    /// The tool that a word mentions.
    pub fn mentioned(&self, token: &Token<'_>) -> Option<usize> {
        let tool = self.tool(token.word)?;
        (token.is_marked || is_distinctive(token.word)).then_some(tool)
    }

    /// The new name of a tool that a word mentions by its old one.
    pub fn renamed(&self, token: &Token<'_>) -> Option<&'p str> {
        let new = self.curation.renamed.get(token.word)?;
        (token.is_marked || is_distinctive(token.word)).then_some(new.value.as_str())
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<usize> {
        self.tools.iter().position(|tool| tool.name.value == name)
    }

    /// The names of the tools.
    pub fn tool_names(&self) -> Vec<String> {
        self.tools.iter().map(|tool| tool.name.value.clone()).collect()
    }

    /// Whether a word is the name of anything.
    pub fn knows(&self, word: &str) -> bool {
        self.tool(word).is_some() || self.words.contains(word)
    }

    /// The resource that an address is one of: as it is written, or as its template has it.
    pub fn resource(&self, name: &str) -> Option<usize> {
        self.matcher().find(name)
    }

    /// What tells addresses, for where the lexicon cannot go.
    pub fn matcher(&self) -> Matcher {
        let resources = self.resources.iter();
        Matcher(resources.map(|resource| (resource.address.value.clone(), resource.parts.clone())).collect())
    }

    /// The addresses of the resources.
    pub fn addresses(&self) -> Vec<String> {
        self.resources.iter().map(|resource| resource.address.value.clone()).collect()
    }

    /// The schemes of those.
    pub fn schemes(&self) -> Vec<&'p str> {
        self.resources.iter().map(|resource| uri::scheme(&resource.address.value)).collect()
    }
}

/// Every resource's address with its parts.
pub(in crate::plan) struct Matcher(Vec<(String, Vec<AddressPart>)>);

impl Matcher {
    /// The resource that an address is one of.
    pub fn find(&self, name: &str) -> Option<usize> {
        let written = self.0.iter().position(|(address, _)| address == name);
        written.or_else(|| {
            let visible = name.replace(crate::plan::texts::is_invisible, "x");
            let parts = uri::parse(&visible).ok()?;
            let is_one = parts.iter().all(|part| matches!(part, AddressPart::Text(_)));
            let is_of = |known: &[AddressPart]| is_one && !known.is_empty() && uri::overlap(known, &parts);
            self.0.iter().position(|(_, known)| is_of(known))
        })
    }
}

/// Whether no word of plain English is spelt like this name.
pub(in crate::plan) fn is_distinctive(name: &str) -> bool {
    is_snake(name)
        || name.chars().any(|c| c.is_ascii_digit())
        || name.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

/// The values that a discriminator takes, other spellings included.
pub(super) fn variants(tool: &ToolPlan) -> Vec<String> {
    let names = tool.variants.iter().map(|variant| variant.name.value.clone());
    let aliases = tool.discriminator.iter().flat_map(|chooser| &chooser.aliases);
    names.chain(aliases.map(|(alias, _)| alias.clone())).filter(|name| !name.is_empty()).collect()
}

/// The values that an argument takes, as texts; none where some variant takes any.
pub(super) fn values(tool: &ToolPlan, argument: usize) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let inputs = tool.variants.iter().flat_map(|variant| &variant.inputs);
    let goes_somewhere = |input: &&InputPlan| input.argument == argument && !input.slot.name.is_empty();
    for input in inputs.filter(goes_somewhere) {
        if input.check.values.is_empty() {
            return Vec::new();
        }
        for value in &input.check.values {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if !values.contains(&text) {
                values.push(text);
            }
        }
    }
    values
}

fn fields(entries: &[FieldEntry], words: &mut BTreeSet<String>) {
    for field in entries {
        words.insert(field.name.value.clone());
        let (FromEntry::Each { pick: Some(pick), .. } | FromEntry::Object { pick, .. }) = &field.from else {
            continue;
        };
        if let PickEntry::Fields(picked) = pick {
            fields(picked, words);
        }
    }
}
