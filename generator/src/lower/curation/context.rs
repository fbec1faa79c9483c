//! The manifest's resources, prompts, instructions and profiles as written.

use fewtools_contract::Effect;
use indexmap::IndexMap;

use super::{ResultEntry, Spot, Word};
use crate::diagnostics::{FileId, Place};

/// One entry of `resources`; its key is the address.
#[derive(Debug)]
pub struct ResourceEntry {
    /// `about`
    pub about: Word,
    /// `name`; made of the address when absent.
    pub name: Option<Word>,
    /// `call`: an operationId or `GET /path`.
    pub call: Word,
    /// `bind`: variable → slot.
    pub bind: IndexMap<String, Word>,
    /// `fixed` by slot.
    pub fixed: IndexMap<String, Spot<serde_json::Value>>,
    /// `not_offered`
    pub not_offered: Vec<Word>,
    /// `list_from`; its place is that of the value.
    pub list_from: Option<Spot<ListFromEntry>>,
    /// `unlisted`: why the addresses of a template are not enumerated.
    pub unlisted: Option<Word>,
    /// `result` or `rows`
    pub result: Option<ResultEntry>,
}

/// `list_from`: the address of another resource, or a mapping that says which fields of its rows are the variables.
#[derive(Debug, Clone)]
pub struct ListFromEntry {
    /// The address.
    pub resource: Word,
    /// `bind`: variable → field of a row.
    pub bind: IndexMap<String, Word>,
    /// `label`: the field that says to a person which one it is.
    pub label: Option<Word>,
}

/// One entry of `prompts`.
#[derive(Debug)]
pub struct PromptEntry {
    /// `about`
    pub about: Word,
    /// `args` in order.
    pub args: Vec<PromptArgumentEntry>,
    /// The file of `text`, as the manifest names it.
    pub file: Word,
    /// The text of that file.
    pub text: String,
    /// The file, for the places of faults in it.
    pub source: FileId,
}

/// An argument of a prompt: a name, or `{ name: …, about: …, optional: true }`.
#[derive(Debug, Clone)]
pub struct PromptArgumentEntry {
    /// Its name.
    pub name: Word,
    /// `about`; empty for none.
    pub about: String,
    /// Not `optional: true`.
    pub required: bool,
}

/// `instructions`.
#[derive(Debug, Clone)]
pub struct InstructionsEntry {
    /// `preface`
    pub preface: Option<Word>,
    /// `generate`: the generated parts in order; all of them when absent.
    pub generate: Vec<InstructionPart>,
    /// Where it stands.
    pub at: Place,
}

/// A generated part of the instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstructionPart {
    /// `tools-by-effect`
    ToolsByEffect,
    /// `gates`
    Gates,
    /// `resources`
    Resources,
}

/// One entry of `profiles`: what is offered is in every list that is written.
#[derive(Debug, Clone)]
pub struct ProfileEntry {
    /// `effects`: only variants of these.
    pub effects: Option<Vec<Spot<Effect>>>,
    /// `tools`: only these, `tool` or `tool.variant`.
    pub tools: Option<Vec<Word>>,
    /// `resources`: only these, by address.
    pub resources: Option<Vec<Word>>,
    /// `prompts`: only these.
    pub prompts: Option<Vec<Word>>,
}
