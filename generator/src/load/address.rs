//! The text of a `$ref` before `#` → a path inside the base folder, or why it is refused.

use std::path::{Component, Path};

use percent_encoding::percent_decode_str;

use crate::diagnostics::{Fault, Level};

/// Why a reference leads to no file that may be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It has a scheme, such as `https:`.
    Address,
    /// It names a host, `//host/…`.
    Host,
    /// It is an absolute path, or an address of one.
    Absolute,
    /// It leads out of the base folder.
    Outside,
    /// It has a `\`.
    Backslash,
    /// It is no path at all.
    Malformed,
}

/// The steps from the base folder to the file that a reference means. `folder` are those to the folder of the file that
/// refers.
///
/// Escapes are undone before anything is judged (RFC 3986, section 2.4), so that none of them hides a step.
pub(super) fn steps(folder: &[String], reference: &str) -> Result<Vec<String>, Refusal> {
    judge(reference)?;
    let path = percent_decode_str(reference).decode_utf8().map_err(|_| Refusal::Malformed)?;
    judge(&path)?;
    let mut steps = folder.to_vec();
    for step in path.split('/') {
        match step {
            "." | "" => {}
            ".." => drop(steps.pop().ok_or(Refusal::Outside)?),
            step if is_name(step) => steps.push(step.to_owned()),
            _ => return Err(Refusal::Malformed),
        }
    }
    Ok(steps)
}

/// Refuses what is no relative path.
fn judge(path: &str) -> Result<(), Refusal> {
    if path.chars().any(char::is_control) {
        return Err(Refusal::Malformed);
    }
    if path.starts_with("//") || path.starts_with(r"\\") {
        return Err(Refusal::Host);
    }
    match scheme(path) {
        Some(scheme) if scheme.eq_ignore_ascii_case("file") => return Err(Refusal::Absolute),
        // `C:`, a drive.
        Some(scheme) if scheme.len() == 1 => return Err(Refusal::Absolute),
        Some(_) => return Err(Refusal::Address),
        None => {}
    }
    match path {
        path if path.starts_with('/') => Err(Refusal::Absolute),
        path if path.contains('\\') => Err(Refusal::Backslash),
        _ => Ok(()),
    }
}

/// Whether a text has a scheme or names a host.
pub(super) fn is_address(text: &str) -> bool {
    scheme(text).is_some() || text.starts_with("//")
}

/// The scheme of an address (RFC 3986, section 3.1).
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let begins = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    let goes_on = scheme.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '+' | '-' | '.'));
    (begins && goes_on).then_some(scheme)
}

/// Whether the system takes a step for the plain name of a file, too.
fn is_name(step: &str) -> bool {
    let mut components = Path::new(step).components();
    matches!(components.next(), Some(Component::Normal(name)) if name == step) && components.next().is_none()
}

impl Refusal {
    /// The fault that tells it. `folder` is the base folder in words.
    pub(super) fn fault(self, reference: &str, folder: &str) -> Fault {
        let copy = || format!("copy the file into {folder} and write its path relative to this file");
        let (code, what, instead) = match self {
            Self::Address => {
                ("remote-reference", "is an address, and nothing is fetched", download(reference))
            }
            Self::Host => ("remote-reference", "names a host, and nothing is fetched", download(reference)),
            Self::Absolute => ("outside-reference", "is an absolute path", copy()),
            Self::Outside => return outside(reference, folder),
            Self::Backslash => {
                ("bad-reference", r"is written with `\`", "separate the steps with `/`".to_owned())
            }
            Self::Malformed => ("bad-reference", "is no path of a file", "a relative path".to_owned()),
        };
        Fault::new(code, Level::Error, None, format!("`$ref` to `{reference}` {what}")).instead(instead)
    }
}

/// The fault of a reference that leads out of the base folder, by its steps or by a link on the way.
pub(super) fn outside(reference: &str, folder: &str) -> Fault {
    let what = format!("`$ref` to `{reference}` leads out of {folder}");
    Fault::new("outside-reference", Level::Error, None, what).instead(
        "copy the file into that folder, or name a folder that holds both in the manifest: \
         `document: { path: …, base: .. }`",
    )
}

fn download(reference: &str) -> String {
    let from =
        if reference.starts_with("http") { format!(" (`curl -O {reference}`)") } else { String::new() };
    format!("download it{from} to a folder beside the document and write its relative path")
}
