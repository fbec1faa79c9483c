//! The manifest's `document` → the paths of files, and paths → the names that are shown.

use std::fs;
use std::path::{Component, Path};

use serde_json::{Map, Value};

use super::Documents;
use crate::diagnostics::{Fault, Place, Pointer, Sink, kind, nearest};

/// The most overlays of a document.
const MAX_OVERLAYS: usize = 100;

/// The most names of a folder that are compared with a wrong one.
const MAX_SIBLINGS: usize = 1_000;

/// A path that the manifest writes.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) path: String,
    pub(super) at: Place,
}

/// What the manifest says of its document.
#[derive(Debug)]
pub(super) struct Location {
    /// The document.
    pub(super) path: Written,
    /// The folder that its references may not leave; the document's own where there is none.
    pub(super) base: Option<Written>,
    /// The overlays, in the order they are applied.
    pub(super) overlays: Vec<Written>,
}

/// The keys of `document`.
const KEYS: [&str; 3] = ["path", "base", "overlays"];

const PATH: &str = "`document: ./openapi.yaml`, the path of the OpenAPI document";

/// Reads `document: path` or `document: {path: …, base: …, overlays: […]}`.
pub(super) fn location(manifest: &Value, sink: &mut Sink) -> Option<Location> {
    let root = Place::new(Documents::MANIFEST, Pointer::root());
    let at = root.key("document");
    let Some(document) = manifest.get("document") else {
        sink.push(Fault::error("missing-key", root, "the key `document` is missing").instead(PATH));
        return None;
    };
    if let Value::Object(members) = document {
        return members_of(members, &at, sink);
    }
    let path = sink.take(path(document, at, "`document`", PATH))?;
    Some(Location { path, base: None, overlays: Vec::new() })
}

fn members_of(members: &Map<String, Value>, at: &Place, sink: &mut Sink) -> Option<Location> {
    for key in members.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        let fault =
            Fault::error("unknown-key", at.key(key).at_key(), format!("`document` has no key `{key}`"));
        let near = nearest(key, KEYS)
            .map_or("one of `path`, `base`, `overlays`".to_owned(), |near| format!("`{near}`"));
        sink.push(fault.instead(near));
    }
    let base = members
        .get("base")
        .map(|base| path(base, at.key("base"), "`document.base`", "a folder that holds the document"));
    let base = base.and_then(|base| sink.take(base));
    let overlays = members.get("overlays").map(|overlays| overlays_of(overlays, &at.key("overlays"), sink));
    let Some(document) = members.get("path") else {
        let fault = Fault::error("missing-key", at.clone(), "the key `document.path` is missing");
        sink.push(fault.instead("the path of the OpenAPI document"));
        return None;
    };
    let path = sink.take(path(document, at.key("path"), "`document.path`", PATH))?;
    Some(Location { path, base, overlays: overlays.unwrap_or_default() })
}

fn overlays_of(overlays: &Value, at: &Place, sink: &mut Sink) -> Vec<Written> {
    let Value::Array(items) = overlays else {
        let what = format!("`document.overlays` is {}, not a list of paths", kind(overlays));
        let instead = overlays.as_str().map_or("`[./overlay.yaml]`".to_owned(), |path| format!("`[{path}]`"));
        sink.push(Fault::error("wrong-type", at.clone(), what).instead(instead));
        return Vec::new();
    };
    if items.len() > MAX_OVERLAYS {
        let what = format!("`document.overlays` names more than {MAX_OVERLAYS} files");
        sink.push(Fault::error("too-many-files", at.clone(), what).instead("put several overlays into one"));
        return Vec::new();
    }
    let mut written: Vec<Written> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let overlay = path(item, at.index(index), "an overlay", "the path of an overlay");
        let Some(overlay) = sink.take(overlay) else { continue };
        if written.iter().any(|other| other.path == overlay.path) {
            let what = format!("`document.overlays` names `{}` twice", overlay.path);
            sink.push(Fault::error("duplicate-name", overlay.at, what).instead("keep one of the two"));
            continue;
        }
        written.push(overlay);
    }
    written
}

/// A text that is the path of a file or folder.
fn path(value: &Value, at: Place, noun: &str, instead: &str) -> Result<Written, Fault> {
    let Some(path) = value.as_str().filter(|path| !path.trim().is_empty()) else {
        return Err(Fault::error("wrong-type", at, format!("{noun} is not a path")).instead(instead));
    };
    if let Some((scheme, _)) = path.split_once("://") {
        let what = format!("`{path}` is an address, and nothing is fetched during a build");
        let fault = Fault::error("remote-document", at, what);
        return Err(match scheme.eq_ignore_ascii_case("file") {
            true => fault.instead("a path, relative to the manifest"),
            false => fault.instead(format!("download it (`curl -O {path}`) and name the file")),
        });
    }
    Ok(Written { path: path.to_owned(), at })
}

/// The name a path is shown under: relative to a folder, with `/`, never absolute.
pub(super) fn shown(folder: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(folder).unwrap_or(path);
    if relative.has_root() {
        return relative.file_name().unwrap_or_default().to_string_lossy().into_owned();
    }
    let parts = relative.components().filter_map(|component| match component {
        Component::Normal(part) => Some(part.to_string_lossy()),
        Component::ParentDir => Some("..".into()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// The name of a folder's file that is nearest to one that is not there.
pub(super) fn nearest_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = fs::read_dir(folder).ok()?.take(MAX_SIBLINGS);
    let mut names: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
    names.sort();
    nearest(&name, names.iter().map(String::as_str)).map(str::to_owned)
}
