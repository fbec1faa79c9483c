//! Paths → UTF-8 text without a byte order mark, of bounded size.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::limits::MAX_BYTES;
use crate::diagnostics::{Fault, Level, Place};

/// Why a file gave no text.
#[derive(Debug)]
pub(super) enum Trouble {
    /// There is none of that name.
    Missing,
    /// It is a folder.
    Folder,
    /// It is a device, a pipe or the like.
    Special,
    /// It lies outside the base folder, by a link.
    Outside,
    /// The system refused.
    Refused(io::Error),
    /// It is larger than [`MAX_BYTES`].
    TooLarge,
    /// It is UTF-16, by its byte order mark.
    Utf16,
    /// A line, from 1, is not UTF-8.
    NotUtf8 { line: usize },
}

impl Trouble {
    /// The fault that tells it, at the place that names the file.
    pub(super) fn fault(&self, name: &str, at: Option<Place>) -> Fault {
        let fault = |code, what| Fault::new(code, Level::Error, at, what);
        match self {
            Self::Missing => fault("missing-file", format!("there is no file `{name}`")),
            Self::Folder => {
                fault("unreadable-file", format!("`{name}` is a folder")).instead("name the file in it")
            }
            Self::Special => fault("unreadable-file", format!("`{name}` is no regular file")),
            Self::Outside => fault("outside-reference", format!("`{name}` is a link to a file elsewhere"))
                .instead("put the file itself there"),
            Self::Refused(error) => {
                fault("unreadable-file", format!("`{name}` cannot be read: {}", error.kind()))
            }
            Self::TooLarge => {
                fault("file-too-large", format!("`{name}` is larger than {} MiB", MAX_BYTES >> 20))
                    .instead("take the operations that matter into a smaller file")
            }
            Self::Utf16 => {
                fault("not-utf8", format!("`{name}` is written in UTF-16")).instead("save it as UTF-8")
            }
            Self::NotUtf8 { line } => {
                fault("not-utf8", format!("line {line} of `{name}` is not UTF-8")).instead("save it as UTF-8")
            }
        }
    }
}

/// Reads a file that only a document names: opening a pipe or a device could wait for ever.
pub(super) fn regular(path: &Path) -> Result<String, Trouble> {
    let facts = fs::metadata(path).map_err(refused)?;
    if !facts.is_file() && !facts.is_dir() {
        return Err(Trouble::Special);
    }
    text(path)
}

/// Reads a file.
pub(super) fn text(path: &Path) -> Result<String, Trouble> {
    let facts = fs::metadata(path).map_err(refused)?;
    if facts.is_dir() {
        return Err(Trouble::Folder);
    }
    if facts.len() > MAX_BYTES {
        return Err(Trouble::TooLarge);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(facts.len()).unwrap_or_default());
    File::open(path).map_err(refused)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(refused)?;
    checked(bytes)
}

/// Makes text of bytes.
pub(super) fn checked(bytes: Vec<u8>) -> Result<String, Trouble> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Trouble::TooLarge);
    }
    if bytes.starts_with(&[0xfe, 0xff]) || bytes.starts_with(&[0xff, 0xfe]) {
        return Err(Trouble::Utf16);
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        Trouble::NotUtf8 {
            line: 1 + error.as_bytes().iter().take(good).filter(|byte| **byte == b'\n').count(),
        }
    })?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

pub(super) fn refused(error: io::Error) -> Trouble {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Trouble::Missing,
        ErrorKind::IsADirectory => Trouble::Folder,
        _ => Trouble::Refused(error),
    }
}
