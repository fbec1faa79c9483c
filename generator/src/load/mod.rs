//! Text → documents: the only stage that reads files.

mod documents;
mod limits;

mod locate;
mod read;
mod shelf;

mod json;
mod parse;
mod tree;
mod yaml;

mod origins;
mod overlay;
mod prompts;

mod address;
mod base;
mod follow;
mod identified;
mod references;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

pub use documents::{Documents, Source};
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_FILES, MAX_NODES, MAX_TOTAL_BYTES};

use crate::diagnostics::{Fault, FileId, Place, Pointer, Sink};
use base::Base;
use locate::{Location, Written};
use read::Trouble;
use shelf::Shelf;

/// Reads a manifest, the document it names with its overlays applied, and the files that the document refers to.
///
/// The answer always holds the manifest, and the document unless there is none to read; a file that could not be
/// parsed is there with its text and a null tree. Every fault is in the sink: [`Sink::failed`] says whether the
/// trees can be trusted. A repeated key is a fault, and the first of its values is the one kept. What is wrong with a
/// file that the document refers to is told by [`Documents::linked`] alone.
pub fn run(manifest: &Path, sink: &mut Sink) -> Documents {
    Loading { shelf: Shelf::Disk, folder: folder_of(manifest), sink, leads_out: false }.manifest(manifest)
}

/// Takes a manifest and the files it names, each with its path; reads nothing. The manifest is the first.
pub fn named_texts(texts: &[(&str, &str)], sink: &mut Sink) -> Documents {
    let manifest = Path::new(texts.first().map_or("curation.yaml", |(name, _)| name));
    let texts = shelf::by_path(texts);
    Loading { shelf: Shelf::Texts(&texts), folder: folder_of(manifest), sink, leads_out: false }
        .manifest(manifest)
}

/// Takes a manifest and a document that are at hand as text; reads nothing.
///
/// The texts are named `curation.yaml` and `openapi.yaml` in faults, whatever the manifest's `document` says.
pub fn texts(manifest: &str, document: &str, sink: &mut Sink) -> Documents {
    let texts = shelf::by_path(&[("curation.yaml", manifest), ("openapi.yaml", document)]);
    let mut loading = Loading { shelf: Shelf::Texts(&texts), folder: Path::new(""), sink, leads_out: false };
    let mut documents = Documents::default();
    documents.sources.push(loading.named(Documents::MANIFEST, Path::new("curation.yaml")));
    let path =
        Written { path: "openapi.yaml".to_owned(), at: Place::new(Documents::MANIFEST, Pointer::root()) };
    loading.document(&mut documents, &Location { path, base: None, overlays: Vec::new() });
    documents
}

/// Reads a document that no manifest names, and the files it refers to; an empty manifest stands in its place.
pub fn document(path: &Path, sink: &mut Sink) -> Documents {
    let mut loading = Loading { shelf: Shelf::Disk, folder: folder_of(path), sink, leads_out: false };
    let manifest = Source {
        name: "curation.yaml".to_owned(),
        path: loading.folder.join("curation.yaml"),
        text: String::new(),
        tree: Value::Object(Map::new()),
    };
    let document = loading.named(Documents::DOCUMENT, path);
    let mut documents = Documents { sources: vec![manifest, document], ..Documents::default() };
    loading.parts(&mut documents, None);
    documents
}

/// What a manifest is called where nobody says another name.
const MANIFEST: &str = "curation.yaml";

/// One run of the stage.
struct Loading<'a> {
    shelf: Shelf<'a>,
    /// The folder of the manifest, which paths are relative to.
    folder: &'a Path,
    sink: &'a mut Sink,
    /// Whether the document may refer to other files. If not, it need not be gone through for references.
    leads_out: bool,
}

impl Loading<'_> {
    fn manifest(mut self, path: &Path) -> Documents {
        let mut documents = Documents::default();
        documents.sources.push(self.named(Documents::MANIFEST, path));
        let manifest = documents.source(Documents::MANIFEST).filter(|manifest| manifest.tree.is_object());
        let manifest = manifest.filter(|manifest| key_of_document(&manifest.tree).is_none());
        if let Some(location) = manifest.and_then(|manifest| locate::location(&manifest.tree, self.sink)) {
            self.document(&mut documents, &location);
        }
        documents
    }

    /// A file that the caller named.
    fn named(&mut self, file: FileId, path: &Path) -> Source {
        let name = locate::shown(self.folder, path);
        let text = self.shelf.text(path).map_err(|trouble| {
            let written = path.display().to_string();
            let fault = trouble.fault(if name.is_empty() { &written } else { &name }, None);
            match (&trouble, self.shelf.nearest(path)) {
                (Trouble::Missing, Some(near)) => fault.instead(format!("`{near}`")),
                (Trouble::Missing, None) => fault.instead("the path of a manifest"),
                (Trouble::Folder, _) if self.shelf.regular(&path.join(MANIFEST)).is_ok() => {
                    fault.instead(format!("`{}`", path.join(MANIFEST).display()))
                }
                (Trouble::Folder, _) => {
                    fault.instead(format!("the path of a manifest: the folder holds no `{MANIFEST}`"))
                }
                _ => fault,
            }
        });
        match self.sink.take(text) {
            Some(text) => self.source(file, name, path.to_owned(), text),
            None => Source { name, path: path.to_owned(), text: String::new(), tree: Value::Null },
        }
    }

    /// The document that the manifest refers to, and what it refers to in turn.
    fn document(&mut self, documents: &mut Documents, location: &Location) {
        let Some(document) = self.referred(Documents::DOCUMENT, &location.path) else { return };
        documents.sources.push(document);
        self.overlays(documents, &location.overlays);
        self.prompts(documents);
        self.parts(documents, location.base.as_ref());
    }

    /// The overlays of the document, applied to it.
    fn overlays(&mut self, documents: &mut Documents, overlays: &[Written]) {
        let mut read = Vec::new();
        for written in overlays {
            let Ok(file) = u16::try_from(documents.sources.len()).map(FileId) else { break };
            let Some(overlay) = self.referred(file, written) else { continue };
            self.judge_extends(file, &overlay, documents);
            documents.sources.push(overlay);
            read.push(file);
        }
        let is_read = documents.source(Documents::DOCUMENT).is_some_and(|document| !document.tree.is_null());
        if is_read && !read.is_empty() {
            overlay::apply(documents, &read, self.sink);
        }
    }

    /// Warns of an overlay that was written for another file.
    fn judge_extends(&mut self, file: FileId, overlay: &Source, documents: &Documents) {
        let Some((extends, at)) = overlay::extends(file, &overlay.tree) else { return };
        let Some(document) = documents.source(Documents::DOCUMENT).filter(|_| !address::is_address(extends))
        else {
            return;
        };
        let written_for = self.shelf.real(&folder_of(&overlay.path).join(extends)).ok();
        if written_for.is_none() || written_for != self.shelf.real(&document.path).ok() {
            let what = format!("the overlay extends `{extends}`, and the document is `{}`", document.name);
            let fault = Fault::warning("other-document", at, what);
            self.sink.push(fault.instead("the path of the document, relative to the overlay"));
        }
    }

    /// A file that the manifest refers to.
    fn referred(&mut self, file: FileId, written: &Written) -> Option<Source> {
        let path = self.folder.join(&written.path);
        let text = self.shelf.text(&path).map_err(|trouble| {
            let fault = trouble.fault(&written.path, Some(written.at.clone()));
            match (trouble, self.shelf.nearest(&path)) {
                (Trouble::Missing, Some(near)) => fault.instead(format!("`{near}`")),
                (Trouble::Missing, None) => fault.instead("a path relative to the manifest's folder"),
                _ => fault,
            }
        });
        let text = self.sink.take(text)?;
        Some(self.source(file, locate::shown(self.folder, &path), path, text))
    }

    /// The files that the document refers to.
    fn parts(&mut self, documents: &mut Documents, base: Option<&Written>) {
        let document = documents.source(Documents::DOCUMENT).filter(|document| !document.tree.is_null());
        let Some(document) = document else { return };
        let base = match base {
            None => Base::of_document(&self.shelf, &document.path, &document.name)
                .map_err(|trouble| trouble.fault(&document.name, None)),
            Some(base) => self.base(base, document),
        };
        if let Some(base) = self.sink.take(base).filter(|_| self.leads_out) {
            follow::run(documents, &self.shelf, &base);
        }
    }

    /// The base folder that the manifest names.
    fn base(&self, written: &Written, document: &Source) -> Result<Base, Fault> {
        let path = self.folder.join(&written.path);
        Base::named(&self.shelf, path, &document.path, &document.name).map_err(|trouble| match trouble {
            Trouble::Outside => {
                let what = format!("`{}` does not hold the document `{}`", written.path, document.name);
                Fault::error("outside-base", written.at.clone(), what).instead("a folder above the document")
            }
            trouble => trouble.fault(&written.path, Some(written.at.clone())),
        })
    }

    /// A text with its tree.
    fn source(&mut self, file: FileId, name: String, path: PathBuf, text: String) -> Source {
        let parsed = parse::mapping(file, &name, &text, self.sink);
        // What overlays make of a document is not known from its text.
        self.leads_out |= match file {
            Documents::MANIFEST => false,
            Documents::DOCUMENT => parsed.leads_out,
            _ => true,
        };
        Source { name, path, text, tree: parsed.tree }
    }
}

/// The key that makes an OpenAPI document of what should be a manifest; whoever reads the manifest tells it.
pub fn key_of_document(tree: &Value) -> Option<&'static str> {
    let has = |key: &&str| tree.get(key).is_some();
    ["openapi", "swagger"].into_iter().find(has).filter(|_| tree.get("curation").is_none())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

#[cfg(test)]
mod tests;
