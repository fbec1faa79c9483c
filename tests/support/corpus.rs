//! A folder of public OpenAPI documents → one entry for each, as its index counts it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::project;

/// One document of the corpus, in the words of `INDEX.tsv`.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name of its folder.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Its root file.
    pub file: PathBuf,
    /// The version of OpenAPI it is written in: `3.0.3`.
    pub version: String,
    /// The operations it has.
    pub operations: usize,
}

impl Entry {
    /// The beginning of a manifest for it: what the document refers to lies in its own folder of the corpus.
    pub fn manifest(&self) -> String {
        let (path, base) = (self.file.display(), self.folder.display());
        format!("curation: 1\ndocument: {{ path: '{path}', base: '{base}' }}\n")
    }

    /// The first two numbers of its version: `3.0`.
    pub fn release(&self) -> &str {
        self.version
            .rsplit_once('.')
            .filter(|(left, _)| left.contains('.'))
            .map_or(&self.version, |(left, _)| left)
    }
}

/// The documents of the corpus, in the order of the index; `None` where there is no corpus and that is said.
///
/// The folder is `FEWTOOLS_CORPUS`, or `shared/corpus` beside the project. Where `CI` is set it has to be there.
pub fn entries() -> Option<Vec<Entry>> {
    let folder = std::env::var_os("FEWTOOLS_CORPUS").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| project().join("../shared/corpus"));
    let Ok(index) = fs::read_to_string(folder.join("INDEX.tsv")) else {
        absent(&folder);
        return None;
    };
    let rows = index.lines().skip(1).filter(|line| !line.is_empty());
    Some(rows.map(|row| entry(&folder, row)).collect())
}

#[expect(clippy::print_stderr, reason = "a suite that is left out has to be seen")]
fn absent(folder: &Path) {
    let what = format!("no corpus at `{}`; `FEWTOOLS_CORPUS` names its folder", folder.display());
    assert!(std::env::var_os("CI").is_none(), "{what}");
    eprintln!("skipped: {what}");
}

fn entry(folder: &Path, row: &str) -> Entry {
    let cells: Vec<&str> = row.split('\t').collect();
    let cell = |index: usize| cells.get(index).copied().unwrap_or_default();
    Entry {
        name: cell(0).to_owned(),
        folder: folder.join(cell(0)),
        file: folder.join(cell(1)),
        version: cell(2).to_owned(),
        operations: cell(6).parse().expect("the index counts operations"),
    }
}
