//! The manifest's `document` → the path of a file, and paths → the names that are shown.

use std::fs;
use std::path::{Component, Path};

use serde_json::Value;

use super::Documents;
use crate::diagnostics::{Fault, Place, Pointer, nearest};

/// The most names of a folder that are compared with a wrong one.
const MAX_SIBLINGS: usize = 1_000;

/// The path of the document, as the manifest writes it.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) path: String,
    pub(super) at: Place,
}

/// Reads `document: path` or `document: {path: path}`.
pub(super) fn written(manifest: &Value) -> Result<Written, Fault> {
    let root = Place::new(Documents::MANIFEST, Pointer::root());
    let at = root.key("document");
    match manifest.get("document") {
        None => Err(Fault::error("missing-key", root, "the key `document` is missing")
            .instead("`document: ./openapi.yaml`, the path of the OpenAPI document")),
        Some(Value::String(path)) => path_at(path, at),
        Some(Value::Object(members)) => {
            if members.contains_key("overlays") {
                let what = "`document.overlays` is not built yet";
                return Err(Fault::error("not-built-yet", at.key("overlays").at_key(), what)
                    .instead("apply the overlays beforehand and name the result"));
            }
            match members.get("path") {
                Some(Value::String(path)) => path_at(path, at.key("path")),
                Some(_) => Err(wrong(at.key("path"))),
                None => Err(Fault::error("missing-key", at, "the key `document.path` is missing")
                    .instead("the path of the OpenAPI document")),
            }
        }
        Some(_) => Err(wrong(at)),
    }
}

fn wrong(at: Place) -> Fault {
    Fault::error("wrong-type", at, "`document` is not the path of a file")
        .instead("`document: ./openapi.yaml`, the path of the OpenAPI document")
}

fn path_at(path: &str, at: Place) -> Result<Written, Fault> {
    if path.trim().is_empty() {
        return Err(wrong(at));
    }
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
