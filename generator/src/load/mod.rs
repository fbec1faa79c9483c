//! Text → documents: the only stage that reads files.

mod documents;
mod json;
mod limits;
mod locate;
mod parse;
mod read;
mod tree;
mod yaml;

use std::path::{Path, PathBuf};

use serde_json::Value;

pub use documents::{Documents, Source};
pub use limits::{MAX_BYTES, MAX_DEPTH, MAX_NODES};

use crate::diagnostics::{Fault, FileId, Sink};
use read::Trouble;

/// Reads a manifest and the document it names.
///
/// The answer always holds the manifest, and the document unless there is none to read; a file that could not be
/// parsed is there with its text and a null tree. Every fault is in the sink: [`Sink::failed`] says whether the
/// trees can be trusted. A repeated key is a fault, and the first of its values is the one kept.
pub fn run(manifest: &Path, sink: &mut Sink) -> Documents {
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let mut documents = Documents {
        sources: vec![named(Documents::MANIFEST, folder, manifest, sink)],
        ..Documents::default()
    };
    if let Some(document) = referred(&documents, folder, sink) {
        documents.sources.push(document);
    }
    documents
}

/// Takes a manifest and a document that are at hand as text; reads nothing.
///
/// The texts are named `curation.yaml` and `openapi.yaml` in faults, whatever the manifest's `document` says.
pub fn texts(manifest: &str, document: &str, sink: &mut Sink) -> Documents {
    let mut taken = |file, name: &str, text: &str| {
        let text = read::checked(text.as_bytes().to_vec()).map_err(|trouble| trouble.fault(name, None));
        source(file, name.to_owned(), PathBuf::from(name), text, sink)
    };
    let manifest = taken(Documents::MANIFEST, "curation.yaml", manifest);
    Documents {
        sources: vec![manifest, taken(Documents::DOCUMENT, "openapi.yaml", document)],
        ..Documents::default()
    }
}

/// Reads a document that no manifest names; an empty manifest stands in its place.
pub fn document(path: &Path, sink: &mut Sink) -> Documents {
    let folder = path.parent().unwrap_or(Path::new(""));
    let manifest = Source {
        name: "curation.yaml".to_owned(),
        path: folder.join("curation.yaml"),
        text: String::new(),
        tree: Value::Object(serde_json::Map::new()),
    };
    Documents {
        sources: vec![manifest, named(Documents::DOCUMENT, folder, path, sink)],
        ..Documents::default()
    }
}

/// A file that the caller named.
fn named(file: FileId, folder: &Path, path: &Path, sink: &mut Sink) -> Source {
    let name = locate::shown(folder, path);
    let text = read::text(path).map_err(|trouble| {
        let fault = trouble.fault(&name, None);
        match locate::nearest_file(path) {
            Some(near) if matches!(trouble, Trouble::Missing) => fault.instead(format!("`{near}`")),
            _ => fault,
        }
    });
    source(file, name, path.to_owned(), text, sink)
}

/// The document that the manifest refers to.
fn referred(documents: &Documents, folder: &Path, sink: &mut Sink) -> Option<Source> {
    let manifest = documents.source(Documents::MANIFEST).filter(|manifest| manifest.tree.is_object())?;
    let written = sink.take(locate::written(&manifest.tree))?;
    let path = folder.join(&written.path);
    let text = read::text(&path).map_err(|trouble| {
        let fault = trouble.fault(&written.path, Some(written.at));
        match (trouble, locate::nearest_file(&path)) {
            (Trouble::Missing, Some(near)) => fault.instead(format!("`{near}`")),
            (Trouble::Missing, None) => fault.instead("a path relative to the manifest's folder"),
            _ => fault,
        }
    });
    Some(source(Documents::DOCUMENT, locate::shown(folder, &path), path, Ok(sink.take(text)?), sink))
}

/// A text with its tree; a file that gave none has an empty text.
fn source(file: FileId, name: String, path: PathBuf, text: Result<String, Fault>, sink: &mut Sink) -> Source {
    let (text, tree) = match sink.take(text) {
        Some(text) => {
            let tree = parse::parse(file, &name, &text, sink);
            (text, tree)
        }
        None => (String::new(), Value::Null),
    };
    Source { name, path, text, tree }
}

#[cfg(test)]
mod tests;
