//! The files that `prompts` of the manifest names → their texts.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::locate::{self, Written};
use super::read::Trouble;
use super::{Documents, Loading, Source};
use crate::diagnostics::{Fault, FileId, Place, Pointer};

/// The most bytes of a prompt's text: more would fill the context that it is meant to guide.
const MAX_PROMPT: usize = 64 << 10;

/// The most files of prompts.
const MAX_PROMPTS: usize = 500;

impl Loading<'_> {
    /// Reads every file that a prompt names, each once.
    pub(super) fn prompts(&mut self, documents: &mut Documents) {
        let Some(manifest) = documents.source(Documents::MANIFEST) else { return };
        let files = files(&manifest.tree);
        if let Some(written) = files.get(MAX_PROMPTS) {
            let what = format!("there are more than {MAX_PROMPTS} prompts");
            self.sink.push(Fault::error("too-many-files", written.at.clone(), what).instead("fewer prompts"));
        }
        for written in files.into_iter().take(MAX_PROMPTS) {
            if documents.prompts.contains_key(&written.path) {
                continue;
            }
            let Ok(file) = u16::try_from(documents.sources.len()).map(FileId) else { return };
            let text = self.prompt(&written);
            let Some((name, text)) = self.sink.take(text) else { continue };
            let path = self.folder.join(&written.path);
            documents.sources.push(Source { name, path, text, tree: Value::Null });
            documents.prompts.insert(written.path, file);
        }
    }

    /// The shown name and the text of one file.
    fn prompt(&self, written: &Written) -> Result<(String, String), Fault> {
        let path = self.folder.join(&written.path);
        let at = || Some(written.at.clone());
        let folder = self.shelf.real(self.folder).map_err(|trouble| trouble.fault(&written.path, at()))?;
        let inside = self.shelf.real(&path).map(|real| real.starts_with(&folder));
        let text = match inside {
            Ok(false) => {
                let what = format!("`{}` lies outside the manifest's folder", written.path);
                let fault = Fault::error("outside-reference", written.at.clone(), what);
                return Err(fault.instead("a path inside the manifest's folder"));
            }
            Ok(true) => self.shelf.regular(&path),
            Err(trouble) => Err(trouble),
        };
        let text = text.map_err(|trouble| {
            let fault = trouble.fault(&written.path, at());
            match (trouble, self.shelf.nearest(&path)) {
                (Trouble::Missing, Some(near)) => {
                    fault.instead(format!("`{}`", beside(&written.path, &near)))
                }
                (Trouble::Missing, None) => fault.instead("a path relative to the manifest's folder"),
                _ => fault,
            }
        })?;
        if text.len() > MAX_PROMPT {
            let what = format!("`{}` is larger than {} KiB", written.path, MAX_PROMPT >> 10);
            return Err(Fault::error("file-too-large", written.at.clone(), what).instead("a shorter text"));
        }
        Ok((locate::shown(self.folder, &path), text))
    }
}

/// The path of a file in the same folder as another.
fn beside(path: &str, name: &str) -> String {
    let folder = Path::new(path).parent().map(|folder| folder.join(name));
    folder.map_or_else(|| name.to_owned(), |path| path.display().to_string().replace('\\', "/"))
}

/// The paths that `prompts.*.text` writes; what is no text is told where the manifest is read.
fn files(manifest: &Value) -> Vec<Written> {
    let prompts = manifest.get("prompts").and_then(Value::as_object);
    let at = Place::new(Documents::MANIFEST, Pointer::root()).key("prompts");
    let file = |(name, prompt): (&String, &Value)| {
        let path = prompt.get("text")?.as_str().filter(|path| !path.trim().is_empty())?;
        Some(Written { path: path.to_owned(), at: at.key(name).key("text") })
    };
    prompts.into_iter().flatten().filter_map(file).collect()
}

/// The files of prompts by the path that the manifest writes.
pub(crate) type Prompts = BTreeMap<String, FileId>;
