//! The files of a run → a short name for each, to tell apart the definitions in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::FileId;
use crate::load::Documents;
use crate::lower::schemas::names::is_plain;

/// The names of the files a document refers to: of each the last steps of its path without the ending, as many as no
/// other file and no schema of the document shares.
#[derive(Debug, Default)]
pub(super) struct Files(BTreeMap<FileId, String>);

impl Files {
    /// Names every file.
    pub(super) fn of(documents: &Documents) -> Self {
        let ids = (0..documents.sources.len()).filter_map(|index| u16::try_from(index).ok().map(FileId));
        let mut paths: Vec<(FileId, Vec<String>)> =
            ids.skip(2).filter_map(|id| Some((id, steps(&documents.source(id)?.name)))).collect();
        let mut taken: BTreeSet<String> = components(documents);
        let mut names = BTreeMap::new();
        for length in 1.. {
            let mut shared: BTreeMap<String, usize> = BTreeMap::new();
            paths.iter().for_each(|(_, steps)| *shared.entry(name(steps, length)).or_default() += 1);
            paths.retain(|(id, steps)| {
                let name = name(steps, length);
                let is_whole = length >= steps.len();
                let is_free = shared.get(&name) == Some(&1) && !taken.contains(&name);
                match (is_free, is_whole) {
                    (true, _) => names.insert(*id, name),
                    (false, true) => names.insert(*id, format!("{name}:{}", id.0)),
                    (false, false) => return true,
                };
                false
            });
            taken.extend(names.values().cloned());
            if paths.is_empty() {
                break;
            }
        }
        Self(names)
    }

    /// The name of a file; empty for the document itself.
    pub(super) fn name(&self, file: FileId) -> &str {
        self.0.get(&file).map_or("", String::as_str)
    }
}

/// The last steps of a path as a name.
fn name(steps: &[String], length: usize) -> String {
    steps.get(steps.len().saturating_sub(length)..).unwrap_or_default().join("_")
}

/// The steps of a path, the ending left out, in the characters of a key.
fn steps(path: &str) -> Vec<String> {
    let path = [".yaml", ".yml", ".json"].iter().find_map(|end| path.strip_suffix(end)).unwrap_or(path);
    let plain = |step: &str| step.chars().map(|c| if is_plain(c) { c } else { '_' }).collect::<String>();
    path.split('/').map(plain).filter(|step| step != "..").collect()
}

/// The names of the document's own schemas.
fn components(documents: &Documents) -> BTreeSet<String> {
    let tree = documents.source(Documents::DOCUMENT).map(|document| &document.tree);
    let schemas =
        tree.and_then(|tree| tree.pointer("/components/schemas").or_else(|| tree.get("definitions")));
    schemas
        .and_then(|schemas| schemas.as_object())
        .into_iter()
        .flatten()
        .map(|(name, _)| name.clone())
        .collect()
}
