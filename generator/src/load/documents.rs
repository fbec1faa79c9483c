//! The files of one run as trees whose every node has a place.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use serde_json::Value;

use super::identified::Identified;
use super::origins::Origins;
use super::prompts::Prompts;
use crate::diagnostics::{Fault, FileId, Part, Place};

/// One file that was read.
#[derive(Debug)]
pub struct Source {
    /// Its path as it is shown: relative to the manifest's folder, with `/`.
    pub name: String,
    /// Its path on this machine, for cargo's `rerun-if-changed`. Never shown or emitted.
    pub path: PathBuf,
    /// Its text, without a byte order mark.
    pub text: String,
    /// Its tree: JSON's data model, keys in the order of the text, no key twice. That of the document is the one its
    /// overlays have left.
    pub tree: Value,
}

/// Every file of a run: the manifest first, then the document, its overlays, the texts of prompts, and what the document
/// refers to.
#[derive(Debug, Default)]
pub struct Documents {
    /// What faults show in front of each [`Source::name`]: the way to the manifest's folder, empty or ending in `/`.
    pub shown_in: String,
    /// The files, indexed by [`FileId`].
    pub sources: Vec<Source>,
    /// The other files that each file refers to, by the reference's text before `#`.
    pub(crate) links: BTreeMap<FileId, BTreeMap<String, Result<FileId, Fault>>>,
    /// The files of prompts.
    pub(crate) prompts: Prompts,
    /// Where overlays wrote or moved nodes of the document.
    pub(crate) origins: Origins,
    /// The schemas with names of their own, once one is looked for.
    pub(crate) identified: OnceLock<Identified>,
}

impl Documents {
    /// The manifest.
    pub const MANIFEST: FileId = FileId(0);
    /// The OpenAPI document.
    pub const DOCUMENT: FileId = FileId(1);

    /// The file of this id.
    pub fn source(&self, file: FileId) -> Option<&Source> {
        self.sources.get(usize::from(file.0))
    }

    /// The file of a prompt, by the path that the manifest writes; `None` where it could not be read.
    pub fn prompt(&self, path: &str) -> Option<FileId> {
        self.prompts.get(path).copied()
    }

    /// The node at a place; `None` when there is none.
    pub fn node(&self, place: &Place) -> Option<&Value> {
        place.pointer.within(&self.source(place.file)?.tree)
    }

    /// Where the text of a place stands: for a node of the document that an overlay put there, in the overlay.
    pub fn origin(&self, place: &Place) -> Place {
        match place.part {
            Part::Value | Part::Key if place.file == Self::DOCUMENT => {
                Place { part: place.part, ..self.origins.of(&place.pointer) }
            }
            _ => place.clone(),
        }
    }

    /// The file that a reference of a file leads to, by the reference's text before `#`; `None` for a text that no
    /// `$ref` of that file has.
    ///
    /// A file that is missing, refused or unreadable is no fault of the run: it matters to what needs it. Its fault has
    /// no place of its own; it belongs at the `$ref`.
    pub fn linked(&self, from: FileId, file: &str) -> Option<&Result<FileId, Fault>> {
        self.links.get(&from)?.get(file)
    }

    /// The place that a reference in a schema means by an address or an anchor that a schema of these files gives itself.
    pub fn identified(&self, from: &Place, reference: &str) -> Option<Place> {
        self.identified.get_or_init(|| Identified::of(self)).find(from, reference)
    }
}
