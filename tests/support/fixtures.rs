//! The folders of fixtures → cases, in the order of their names.

use std::fs;
use std::path::{Path, PathBuf};

/// One folder with an input and what is expected of it.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its name below the folder of its kind: `families`, `unknown-key/near-name`.
    pub name: String,
    /// The folder.
    pub folder: PathBuf,
}

impl Case {
    /// The manifest of the case.
    pub fn manifest(&self) -> PathBuf {
        self.folder.join("curation.yaml")
    }

    /// The folder's name, without those it lies in.
    pub fn short_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The name of the folder it lies in; empty for a case that lies in none.
    pub fn group(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(group, _)| group)
    }
}

/// The folder of the whole project.
pub fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// `fixtures/<name>`.
pub fn folder(name: &str) -> PathBuf {
    project().join("fixtures").join(name)
}

/// The cases that lie in `fixtures/<kind>`: every folder with a manifest, whatever folders it lies in.
pub fn cases(kind: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    collect(&folder(kind), "", &mut cases);
    assert!(!cases.is_empty(), "no cases in `fixtures/{kind}`");
    cases
}

fn collect(folder: &Path, name: &str, cases: &mut Vec<Case>) {
    if folder.join("curation.yaml").is_file() {
        cases.push(Case { name: name.to_owned(), folder: folder.to_owned() });
        return;
    }
    for inner in folders(folder) {
        let short = inner.file_name().unwrap().to_str().unwrap();
        let name = if name.is_empty() { short.to_owned() } else { format!("{name}/{short}") };
        collect(&inner, &name, cases);
    }
}

/// The folders in a folder, by name.
pub fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
