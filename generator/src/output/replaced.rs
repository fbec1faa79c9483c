//! Bytes for several files → those files, each whole or as it was.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes all the bytes beside the files first, under names of their own, and puts them in their places then: a disk that
/// is full leaves every file as it was, and no other name of a file changes with it.
///
/// # Errors
/// The file that could not be written, and why.
pub(super) fn all(files: &[(PathBuf, &[u8])]) -> Result<(), (PathBuf, io::Error)> {
    let new: Vec<PathBuf> = files.iter().map(|(path, _)| beside(path)).collect();
    let written = files
        .iter()
        .zip(&new)
        .try_for_each(|((path, bytes), new)| write(new, bytes).map_err(|error| (path.clone(), error)));
    let placed = written.and_then(|()| {
        files
            .iter()
            .zip(&new)
            .try_for_each(|((path, _), new)| fs::rename(new, path).map_err(|error| (path.clone(), error)))
    });
    if placed.is_err() {
        // What is left over of a run that failed is in nobody's way.
        new.iter().for_each(|new| drop(fs::remove_file(new)));
    }
    placed
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.new"))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::File::options().write(true).create_new(true).open(path)?.write_all(bytes)
}
