//! The manifest's tools and their variants as written.

use fewtools_contract::{Effect, GroupKind};
use indexmap::IndexMap;
use serde_json::Value;

use crate::diagnostics::Place;

use super::{GatesEntry, KeepEntry, MergeEntry, ResultEntry, SchemaEntry, Spot, StepsEntry, Word};

/// A tool.
#[derive(Debug)]
pub struct ToolEntry {
    /// `about`.
    pub about: Word,
    /// `args`; `None` when left out.
    pub args: Option<Vec<Word>>,
    /// `notes` by argument.
    pub notes: IndexMap<String, Word>,
    /// `discriminator`.
    pub discriminator: Option<DiscriminatorEntry>,
    /// The variants; for a tool with `call` one whose name is empty, none for one with `steps`.
    pub variants: Vec<VariantEntry>,
    /// `steps`.
    pub steps: Option<StepsEntry>,
    /// `bind` of the tool: argument → slot.
    pub bind: IndexMap<String, Word>,
    /// `defaults` by argument.
    pub defaults: IndexMap<String, Spot<Value>>,
    /// `fixed` by slot.
    pub fixed: IndexMap<String, Spot<Value>>,
    /// `not_offered` of the tool.
    pub not_offered: Vec<Word>,
    /// `effect` of the tool's members that are no GET, HEAD or QUERY; of all of them where none is another.
    pub effect: Option<Spot<Effect>>,
    /// `mixed_posture`.
    pub mixed_posture: Option<Word>,
    /// `gates` of the tool's mutations.
    pub gates: GatesEntry,
    /// `ungated`: why its mutations stand behind no gate.
    pub ungated: Option<Word>,
    /// `expand: true`: one tool for each variant.
    pub expand: bool,
    /// `result` or `rows` of the tool, for variants that say nothing.
    pub result: Option<ResultEntry>,
    /// `schema`.
    pub schema: SchemaEntry,
    /// `output_schema: true`; the place is that of the value.
    pub output_schema: Option<Spot<bool>>,
    /// `budget.result`: the most tokens of one answer of this tool.
    pub result_tokens: Option<Spot<u32>>,
    /// `flatten`: arguments that are objects and are listed as their properties.
    pub flatten: Vec<Word>,
    /// `body_shape`: whether objects are listed with their properties; where it is not said, with `args` left out.
    pub lists_fields: Option<bool>,
}

impl ToolEntry {
    /// Where an output schema is asked for.
    pub fn asks_output_schema(&self) -> Option<Place> {
        self.output_schema.as_ref().filter(|asked| asked.value).map(|asked| asked.at.clone())
    }

    /// A tool over one operation of which nothing more is said.
    pub fn calling(about: Word, call: Word) -> Self {
        Self {
            about,
            args: None,
            notes: IndexMap::new(),
            discriminator: None,
            variants: vec![VariantEntry::calling(call)],
            steps: None,
            bind: IndexMap::new(),
            defaults: IndexMap::new(),
            fixed: IndexMap::new(),
            not_offered: Vec::new(),
            effect: None,
            mixed_posture: None,
            gates: GatesEntry::default(),
            ungated: None,
            expand: false,
            result: None,
            schema: SchemaEntry::default(),
            output_schema: None,
            result_tokens: None,
            flatten: Vec::new(),
            lists_fields: None,
        }
    }
}

/// `discriminator`.
#[derive(Debug)]
pub struct DiscriminatorEntry {
    /// `arg`.
    pub arg: Word,
    /// `default`: a variant's name.
    pub default: Option<Word>,
    /// `aliases`: other spelling → variant.
    pub aliases: IndexMap<String, Word>,
}

/// One variant.
#[derive(Debug)]
pub struct VariantEntry {
    /// Its name; empty for a tool with `call`.
    pub name: Word,
    /// `call`: an operationId or `GET /path`.
    pub call: Word,
    /// `about`; empty for none.
    pub about: String,
    /// `needs`.
    pub needs: Vec<Word>,
    /// `one_of`, `any_of`, `at_most_one`.
    pub groups: Vec<(GroupKind, Vec<Word>)>,
    /// `bind` of the variant, before the tool's.
    pub bind: IndexMap<String, Word>,
    /// `fixed` of the variant.
    pub fixed: IndexMap<String, Spot<Value>>,
    /// `not_offered` of the variant.
    pub not_offered: Vec<Word>,
    /// `effect`.
    pub effect: Option<Spot<Effect>>,
    /// `gates` of the variant, each before the tool's.
    pub gates: GatesEntry,
    /// `ungated`, before the tool's.
    pub ungated: Option<Word>,
    /// `result` or `rows`.
    pub result: Option<ResultEntry>,
    /// `merge_into`.
    pub merge_into: Option<MergeEntry>,
    /// `keep_where`.
    pub keep_where: Option<KeepEntry>,
}

impl VariantEntry {
    /// The only variant of a tool: an operation of which nothing more is said.
    pub fn calling(call: Word) -> Self {
        Self {
            name: Spot::new(String::new(), call.at.clone()),
            call,
            about: String::new(),
            needs: Vec::new(),
            groups: Vec::new(),
            bind: IndexMap::new(),
            fixed: IndexMap::new(),
            not_offered: Vec::new(),
            effect: None,
            gates: GatesEntry::default(),
            ungated: None,
            result: None,
            merge_into: None,
            keep_where: None,
        }
    }
}
