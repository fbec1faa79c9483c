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

use crate::diagnostics::{FileId, Sink};
use read::Trouble;

/// Reads a manifest and the document it names.
///
/// The answer always holds the manifest, and the document unless it could not be read; a file that could not be
/// parsed is there with its text and a null tree. Every fault is in the sink: [`Sink::failed`] says whether the
/// trees can be trusted. A repeated key is a fault, and the first of its values is the one kept.
pub fn run(manifest: &Path, sink: &mut Sink) -> Documents {
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let name = locate::shown(folder, manifest);
    let source = match read::text(manifest) {
        Ok(text) => source(Documents::MANIFEST, Shown { name, path: manifest.to_owned() }, text, sink),
        Err(trouble) => {
            sink.push(trouble.fault(&name, None));
            unread(name, manifest.to_owned())
        }
    };
    let mut documents = Documents { sources: vec![source] };
    if let Some(document) = referred(&documents, folder, sink) {
        documents.sources.push(document);
    }
    documents
}

/// Takes a manifest and a document that are at hand as text; reads nothing.
///
/// The texts are named `curation.yaml` and `openapi.yaml` in faults, whatever the manifest's `document` says.
pub fn texts(manifest: &str, document: &str, sink: &mut Sink) -> Documents {
    let sources = [("curation.yaml", manifest), ("openapi.yaml", document)];
    let mut documents = Documents::default();
    for (file, (name, text)) in [Documents::MANIFEST, Documents::DOCUMENT].into_iter().zip(sources) {
        let shown = Shown { name: name.to_owned(), path: PathBuf::from(name) };
        let source = match read::checked(text.as_bytes().to_vec()) {
            Ok(text) => source(file, shown, text, sink),
            Err(trouble) => {
                sink.push(trouble.fault(name, None));
                unread(shown.name, shown.path)
            }
        };
        documents.sources.push(source);
    }
    documents
}

/// Reads a document that no manifest names; an empty manifest stands in its place.
pub fn document(path: &Path, sink: &mut Sink) -> Documents {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = locate::shown(folder, path);
    let manifest = Source {
        name: "curation.yaml".to_owned(),
        path: folder.join("curation.yaml"),
        text: String::new(),
        tree: Value::Object(serde_json::Map::new()),
    };
    let source = match read::text(path) {
        Ok(text) => source(Documents::DOCUMENT, Shown { name, path: path.to_owned() }, text, sink),
        Err(trouble) => {
            sink.push(trouble.fault(&name, None));
            unread(name, path.to_owned())
        }
    };
    Documents { sources: vec![manifest, source] }
}

/// How a file is called.
struct Shown {
    name: String,
    path: PathBuf,
}

/// The document that the manifest refers to.
fn referred(documents: &Documents, folder: &Path, sink: &mut Sink) -> Option<Source> {
    let manifest = documents.source(Documents::MANIFEST)?;
    if !manifest.tree.is_object() {
        return None;
    }
    let written = sink.take(locate::written(&manifest.tree))?;
    let path = folder.join(&written.path);
    let name = locate::shown(folder, &path);
    match read::text(&path) {
        Ok(text) => Some(source(Documents::DOCUMENT, Shown { name, path }, text, sink)),
        Err(trouble) => {
            let fault = trouble.fault(&written.path, Some(written.at));
            sink.push(match trouble {
                Trouble::Missing => fault.instead(locate::nearest_file(&path)),
                _ => fault,
            });
            None
        }
    }
}

/// A text with its tree.
fn source(file: FileId, shown: Shown, text: String, sink: &mut Sink) -> Source {
    let tree = parse::parse(file, &shown.name, &text, sink);
    Source { name: shown.name, path: shown.path, text, tree }
}

/// A file that could not be read.
fn unread(name: String, path: PathBuf) -> Source {
    Source { name, path, text: String::new(), tree: Value::Null }
}

#[cfg(test)]
mod tests;
