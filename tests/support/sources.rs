//! The project's own files → what tests say about them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixtures::project;

/// Folders that hold nothing written by hand.
const SKIPPED: [&str; 2] = ["target", ".git"];

/// One file, its path relative to the project with `/`.
pub struct Source {
    /// The path.
    pub path: String,
    /// The text.
    pub text: String,
}

/// The files below a folder of the project whose names end like this, by path.
pub fn files(folder: &str, ending: &str) -> Vec<Source> {
    let mut paths = Vec::new();
    collect(&project().join(folder), ending, &mut paths);
    let source = |path: PathBuf| {
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let path = path.strip_prefix(project()).unwrap().to_str().unwrap().replace('\\', "/");
        Source { path, text }
    };
    paths.into_iter().map(source).collect()
}

fn collect(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !SKIPPED.contains(&name) {
                collect(&path, ending, paths);
            }
        } else if name.ends_with(ending) {
            paths.push(path);
        }
    }
}

/// The codes of the faults that the stages before the rules make.
pub fn fault_codes() -> BTreeSet<String> {
    let sources =
        ["load", "lower"].into_iter().flat_map(|stage| files(&format!("generator/src/{stage}"), ".rs"));
    let sources = sources.filter(|source| !source.path.contains("/tests"));
    let texts = sources.map(|source| source.text.split("#[cfg(test)]").next().unwrap().to_owned());
    texts.flat_map(|text| codes_in(&text)).collect()
}

/// The text literals that stand first in a call that makes a fault.
fn codes_in(text: &str) -> Vec<String> {
    let calls = ["ault::error(", "ault::warning(", "ault::new(", " fault(", "=> ("];
    let after = calls.iter().flat_map(|call| text.split(call).skip(1));
    let literal = |rest: &str| Some(rest.trim_start().strip_prefix('"')?.split('"').next()?.to_owned());
    after
        .filter_map(literal)
        .filter(|code| code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'))
        .collect()
}
