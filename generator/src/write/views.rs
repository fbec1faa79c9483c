//! A catalogue as the templates see it: the structs themselves, and the few words that are computed.

use std::collections::BTreeSet;

use fewtools_contract::{CONTRACT, Catalogue, Tool};
use serde::Serialize;

/// What `module.rs.j2` is filled with.
#[derive(Debug, Serialize)]
pub(super) struct Module<'a> {
    /// The contract number that the code is made for.
    pub contract: u32,
    /// What all tools share.
    pub catalogue: &'a Catalogue<'a>,
    /// The tools in listing order.
    pub tools: Vec<Entry<'a>>,
}

/// What `tool.rs.j2` is filled with.
#[derive(Debug, Serialize)]
pub(super) struct Entry<'a> {
    /// The tool.
    pub tool: &'a Tool<'a>,
    /// The text of its doc comment.
    pub doc: String,
}

impl<'a> Module<'a> {
    pub(super) fn of(catalogue: &'a Catalogue<'a>) -> Self {
        let entry = |tool: &&'a Tool<'a>| Entry { tool, doc: doc(tool) };
        Self { contract: CONTRACT, catalogue, tools: catalogue.tools.iter().map(entry).collect() }
    }
}

/// The tool's name, which is an identifier, and a count: nothing that a document or manifest says may become a comment.
fn doc(tool: &Tool<'_>) -> String {
    let operations: BTreeSet<&str> = tool.variants.iter().map(|variant| variant.call.operation).collect();
    match operations.len() {
        1 => format!(" The tool `{}`: 1 operation.", tool.name),
        count => format!(" The tool `{}`: {count} operations.", tool.name),
    }
}
