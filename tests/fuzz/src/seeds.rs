//! The name of a target → the inputs that it starts from: the fixtures, and calls that are written for it.

use std::fs;
use std::path::{Path, PathBuf};

/// One input.
pub struct Seed {
    /// The file it lies in.
    pub file: PathBuf,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// The seeds of a target, of the project in this folder. `tests/fuzz/run` copies the same files.
pub fn seeds(project: &Path, target: &str) -> Vec<Seed> {
    let mut files = Vec::new();
    match target {
        "load_document" => collect(&project.join("fixtures"), &["openapi.", "swagger."], &mut files),
        "load_manifest" => collect(&project.join("fixtures"), &["curation.yaml"], &mut files),
        _ => collect(&project.join("tests/fuzz/seeds").join(target), &[""], &mut files),
    }
    files.into_iter().map(|file| Seed { bytes: fs::read(&file).unwrap(), file }).collect()
}

/// The files below a folder whose names begin like one of these.
fn collect(folder: &Path, starts: &[&str], files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, starts, files);
        } else if starts.iter().any(|start| name.starts_with(start)) {
            files.push(path);
        }
    }
}
