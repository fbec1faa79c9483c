//! Paths → texts, from the disk or from texts that are at hand.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::locate;
use super::read::{self, Trouble};

/// Where files come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shelf<'a> {
    /// The disk.
    Disk,
    /// Texts by their one path; nothing else is read.
    Texts(&'a BTreeMap<PathBuf, &'a str>),
}

/// Texts by the paths they are to be found under.
pub(super) fn by_path<'a>(texts: &[(&str, &'a str)]) -> BTreeMap<PathBuf, &'a str> {
    texts.iter().map(|(path, text)| (plain(Path::new(path)), *text)).collect()
}

impl Shelf<'_> {
    /// The text of a file that the operator names.
    pub(super) fn text(&self, path: &Path) -> Result<String, Trouble> {
        match self {
            Self::Disk => read::text(path),
            Self::Texts(texts) => at_hand(texts, path),
        }
    }

    /// The text of a file that a document names.
    pub(super) fn regular(&self, path: &Path) -> Result<String, Trouble> {
        match self {
            Self::Disk => read::regular(path),
            Self::Texts(texts) => at_hand(texts, path),
        }
    }

    /// The one path of what a path leads to, links followed.
    pub(super) fn real(&self, path: &Path) -> Result<PathBuf, Trouble> {
        match self {
            Self::Disk if path.as_os_str().is_empty() => fs::canonicalize(".").map_err(read::refused),
            Self::Disk => fs::canonicalize(path).map_err(read::refused),
            Self::Texts(_) => Ok(plain(path)),
        }
    }

    /// The name of a file beside a missing one, the nearest spelling.
    pub(super) fn nearest(&self, path: &Path) -> Option<String> {
        match self {
            Self::Disk => locate::nearest_file(path),
            Self::Texts(_) => None,
        }
    }
}

fn at_hand(texts: &BTreeMap<PathBuf, &str>, path: &Path) -> Result<String, Trouble> {
    let text = texts.get(&plain(path)).ok_or(Trouble::Missing)?;
    read::checked(text.as_bytes().to_vec())
}

/// A path without `.` and, where a step stands before them, without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
