//! A file's name in a folder → whether an earlier run made what is there, so that it may be replaced or removed.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use crate::write::Files;

/// Whether an earlier run made it: a file that begins with our mark. The listing has none, and is ours where code of ours
/// stands beside it. What a link leads to is never ours, as it may be anywhere.
pub(super) fn is_made(folder: &Path, name: &str) -> bool {
    let path = folder.join(name);
    match Files::mark(name) {
        Some(mark) => begins_with(&path, mark),
        None => length(&path).is_some() && has_code(folder),
    }
}

/// Whether a file may be written there: nothing is lost but what an earlier run made, or began to make.
pub(super) fn may_be_replaced(folder: &Path, name: &str) -> bool {
    let path = folder.join(name);
    fs::symlink_metadata(&path).is_err() || length(&path) == Some(0) || is_made(folder, name)
}

/// Whether these bytes are there already, behind a link too.
pub(super) fn holds(path: &Path, bytes: &[u8]) -> bool {
    let is_as_long = |metadata: fs::Metadata| metadata.is_file() && metadata.len() == bytes.len() as u64;
    fs::metadata(path).is_ok_and(is_as_long) && fs::read(path).is_ok_and(|found| found == bytes)
}

/// Whether one of the files of a folder is code that was made here, under whatever name.
fn has_code(folder: &Path) -> bool {
    let mut files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.any(|file| begins_with(&file.path(), Files::RUST_MARK))
}

fn begins_with(path: &Path, mark: &str) -> bool {
    let mut beginning = Vec::new();
    let read = |file: fs::File| file.take(mark.len() as u64).read_to_end(&mut beginning);
    length(path).is_some() && fs::File::open(path).and_then(read).is_ok() && beginning == mark.as_bytes()
}

/// The bytes of a file; `None` for links, folders and whatever else is no file.
fn length(path: &Path) -> Option<u64> {
    fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
}
