//! The folder that every file a document refers to must lie in.

use std::path::{Component, Path, PathBuf};

use super::read::Trouble;
use super::shelf::Shelf;

/// The base folder, and where the document lies in it.
#[derive(Debug)]
pub(super) struct Base {
    /// The folder as the operator named it.
    path: PathBuf,
    /// The same, links followed.
    real: PathBuf,
    /// The steps from it to the folder of the document.
    pub(super) folder: Vec<String>,
    /// The steps from the manifest's folder to that of the document, as they are shown.
    shown: Vec<String>,
    /// What a fault calls it.
    pub(super) words: &'static str,
}

impl Base {
    /// The folder of the document at a path, which is shown under a name.
    pub(super) fn of_document(shelf: &Shelf<'_>, document: &Path, name: &str) -> Result<Self, Trouble> {
        let path = folder_of(document).to_owned();
        let real = shelf.real(&path)?;
        let words = "the folder of the document";
        Ok(Self { path, real, folder: Vec::new(), shown: shown_folder(name), words })
    }

    /// A folder that the manifest names.
    ///
    /// # Errors
    /// It cannot be found, or the document does not lie in it.
    pub(super) fn named(
        shelf: &Shelf<'_>,
        path: PathBuf,
        document: &Path,
        name: &str,
    ) -> Result<Self, Trouble> {
        let real = shelf.real(&path)?;
        let around = shelf.real(folder_of(document))?;
        let below = around.strip_prefix(&real).map_err(|_| Trouble::Outside)?;
        let folder = below.components().map(|step| step.as_os_str().to_string_lossy().into_owned()).collect();
        Ok(Self { path, real, folder, shown: shown_folder(name), words: "the base folder" })
    }

    /// The path of a file by its steps, as the operator would write it.
    pub(super) fn path(&self, steps: &[String]) -> PathBuf {
        steps.iter().fold(self.path.clone(), |path, step| path.join(step))
    }

    /// The same, links followed.
    ///
    /// # Errors
    /// There is no such file, or a link leads out of the base folder.
    pub(super) fn real(&self, shelf: &Shelf<'_>, steps: &[String]) -> Result<PathBuf, Trouble> {
        let real = shelf.real(&self.path(steps))?;
        if real.starts_with(&self.real) { Ok(real) } else { Err(Trouble::Outside) }
    }

    /// The name of a file beside a missing one, where the folder of both lies inside.
    pub(super) fn nearest(&self, shelf: &Shelf<'_>, steps: &[String]) -> Option<String> {
        let (_, folder) = steps.split_last()?;
        self.real(shelf, folder).ok()?;
        shelf.nearest(&self.path(steps))
    }

    /// The name of a file as it is shown: relative to the manifest's folder.
    pub(super) fn shown(&self, steps: &[String]) -> String {
        let shared = steps.iter().zip(&self.folder).take_while(|(one, other)| one == other).count();
        let mut shown: Vec<&str> = self.shown.iter().map(String::as_str).collect();
        for _ in shared..self.folder.len() {
            match shown.last() {
                Some(&step) if step != ".." => drop(shown.pop()),
                _ => shown.push(".."),
            }
        }
        shown.extend(steps.iter().skip(shared).map(String::as_str));
        shown.join("/")
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

fn shown_folder(name: &str) -> Vec<String> {
    let steps = folder_of(Path::new(name)).components();
    steps
        .filter(|step| !matches!(step, Component::CurDir))
        .map(|step| step.as_os_str().to_string_lossy().into_owned())
        .collect()
}
