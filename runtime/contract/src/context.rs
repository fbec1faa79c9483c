//! What a client reads beside tools: resources, prompts and instructions, and which of all that a profile offers.

use crate::{Listed, Tool};

/// What can be read at an address, or at every address of a template (RFC 6570, level 1).
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Resource<'a> {
    /// The address as the manifest writes it: `console://clusters`, `cluster://{clusterId}/topology`.
    pub uri: &'a str,
    /// The address in pieces. A variable matches one or more characters other than `/`, percent-decoded.
    pub parts: &'a [UriPart<'a>],
    /// What a read runs: one variant that only reads, whose arguments are the variables. Its name is the resource's.
    pub tool: &'a Tool<'a>,
    /// Where the addresses of a template come from; `None` for one address, and for a template that is not enumerated.
    pub list_from: Option<ListFrom<'a>>,
}

impl Resource<'_> {
    /// Whether the address has variables.
    pub fn is_template(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, UriPart::Variable(_)))
    }
}

/// A piece of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum UriPart<'a> {
    /// Text that stands there to the letter.
    Text(&'a str),
    /// A variable: an index in the arguments of [`Resource::tool`].
    Variable(usize),
}

/// Where the addresses of a template come from: each row of another resource gives one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ListFrom<'a> {
    /// The resource, as an index in [`crate::Catalogue::resources`]. Its answer is rows, its address has no variable.
    pub resource: usize,
    /// The field of a row for each variable, in the order of the template's arguments.
    pub fields: &'a [&'a str],
    /// The field of a row that says to a person which one it is; empty for none.
    pub label: &'a str,
}

/// A text that a person chooses to give to the model.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Prompt<'a> {
    /// Its name.
    pub name: &'a str,
    /// The listed description.
    pub about: &'a str,
    /// What the caller fills in.
    pub arguments: &'a [PromptArgument<'a>],
    /// The text in pieces.
    pub text: &'a [PromptPart<'a>],
}

/// What the caller of a prompt fills in.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PromptArgument<'a> {
    /// Its name.
    pub name: &'a str,
    /// The listed description; empty for none.
    pub about: &'a str,
    /// The prompt is refused without it.
    pub required: bool,
    /// Where values for it come from.
    pub complete: Option<Listed<'a>>,
}

/// A piece of a prompt's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum PromptPart<'a> {
    /// Text of the prompt's author.
    Text(&'a str),
    /// The caller's text for this argument (index in [`Prompt::arguments`]), fenced, so that it cannot pass for the
    /// author's.
    Argument(usize),
}

/// What callers of a profile are offered. Everything else is to them as if it did not exist.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Profile<'a> {
    /// Its name.
    pub name: &'a str,
    /// The tools in listing order. One of which only some variants are offered is a tool of its own here.
    pub tools: &'a [&'a Tool<'a>],
    /// Indices in [`crate::Catalogue::resources`].
    pub resources: &'a [usize],
    /// Indices in [`crate::Catalogue::prompts`].
    pub prompts: &'a [usize],
    /// The instructions, which name nothing that is not offered.
    pub instructions: &'a str,
}
