//! Catalogue → files: Rust statics and the listing. The only stage that renders, and it cannot fail.
//!
//! Whatever was wrong was found before. What is left to go wrong is a template, and a template is a part of this
//! program: then the stage panics with the template's own report.

mod client;
mod environment;
mod escape;
mod files;
mod filters;
mod format;
mod hooks;
mod review;
mod types;
mod views;

use fewtools_contract::Catalogue;
use serde_json::{Map, Value};

use crate::diagnostics::FileId;
use crate::load::Documents;
use crate::plan::{HookPlan, Surface};
use crate::verify::Verified;

pub use files::Files;

/// What the files are made of.
#[derive(Debug, Clone, Copy)]
pub struct Emission<'a> {
    /// What is served. Every rule has passed: tool names are identifiers and differ, indices point at something.
    pub catalogue: &'a Catalogue<'a>,
    /// The manifest's name, for the header. Folders in it are left out.
    pub manifest_name: &'a str,
    /// The document's name, for the header. Folders in it are left out.
    pub document_name: &'a str,
    /// The version of this crate, for the header.
    pub generator_version: &'a str,
    /// The tools as they are listed.
    pub listing: &'a [Map<String, Value>],
    /// The functions of the host program, as [`Catalogue::hooks`] has them by index.
    pub hooks: &'a [HookPlan],
}

impl<'a> Emission<'a> {
    /// What a surface that passed every rule is made into, by this version of this crate.
    pub fn of(surface: &'a Verified<Surface<'a>>, documents: &'a Documents) -> Self {
        let surface = surface.get();
        let name =
            |file: FileId| documents.source(file).map(|source| source.name.as_str()).unwrap_or_default();
        Self {
            catalogue: &surface.catalogue,
            manifest_name: name(Documents::MANIFEST),
            document_name: name(Documents::DOCUMENT),
            generator_version: env!("CARGO_PKG_VERSION"),
            listing: &surface.listing,
            hooks: &surface.hooks,
        }
    }
}

/// Makes `fewtools.rs` and `listing.json`, and `instructions.txt` and `prompts.txt` where there are any. The same emission gives the same bytes on every machine.
///
/// # Panics
/// On a mistake in a template or a tool name that is no identifier, both faults of this program.
pub fn run(emission: &Emission<'_>) -> Files {
    let mut files = Files::default();
    files.add(Files::RUST, rust(emission));
    files.add(Files::LISTING, listing(emission.listing));
    if !emission.catalogue.instructions.is_empty() {
        files.add(Files::INSTRUCTIONS, marked(&review::instructions(emission.catalogue)));
    }
    if !emission.catalogue.prompts.is_empty() {
        files.add(Files::PROMPTS, marked(&review::prompts(emission.catalogue)));
    }
    files
}

fn marked(text: &str) -> String {
    format!("{}\n{text}", Files::MARK)
}

fn rust(emission: &Emission<'_>) -> String {
    let rendered = environment::module(&views::Module::of(emission.catalogue, emission.hooks));
    format!("{}\n{}", format::header(emission), format::rust(&rendered))
}

fn listing(tools: &[Map<String, Value>]) -> String {
    let mut text = serde_json::to_string_pretty(tools).expect("a JSON value has a JSON text");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
