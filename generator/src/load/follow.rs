//! A document → the files it is made of: every reference that can be reached from it is followed, breadth first, and
//! every file read once.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use percent_encoding::percent_decode_str;

use super::address;
use super::base::Base;
use super::limits::{MAX_FILES, MAX_NODES, MAX_TOTAL_BYTES};
use super::read::Trouble;
use super::references::{self, Keys};
use super::shelf::Shelf;
use super::{Documents, Source, parse};
use crate::diagnostics::{Fault, FileId, Level, Place, Pointer, Sink};

/// For so many missing files a folder is searched for the name that was meant.
const MAX_NEAREST: usize = 20;

/// A file that a reference leads to, or the fault of the file: its `what` says nothing of the reference.
type Found = Result<FileId, Fault>;

/// A node whose references are followed: the document, and what references lead to.
type Target = (FileId, Pointer, Keys);

/// Follows the references of the document.
///
/// A file that cannot be read is no fault of the run: [`Documents::linked`] tells it to what needs the file.
pub(super) fn run(documents: &mut Documents, shelf: &Shelf<'_>, base: &Base) {
    let mut follow = Follow::new(documents, shelf, base);
    follow.enqueue(Documents::DOCUMENT, Pointer::root(), Keys::Words);
    while let Some((file, pointer, keys)) = follow.queue.pop_front() {
        follow.references(file, &pointer, keys);
    }
}

struct Follow<'a> {
    documents: &'a mut Documents,
    shelf: &'a Shelf<'a>,
    base: &'a Base,
    queue: VecDeque<Target>,
    seen: BTreeSet<Target>,
    /// The steps from the base folder to the folder of each file.
    folders: BTreeMap<FileId, Vec<String>>,
    /// The files by their steps.
    by_steps: BTreeMap<Vec<String>, Found>,
    /// The files by their one path.
    by_path: BTreeMap<PathBuf, Found>,
    /// The missing files so far.
    missing: usize,
    /// The bytes and values of the files read.
    bytes: u64,
    values: usize,
}

impl<'a> Follow<'a> {
    fn new(documents: &'a mut Documents, shelf: &'a Shelf<'a>, base: &'a Base) -> Self {
        let mut by_path = BTreeMap::new();
        if let Some(path) =
            documents.source(Documents::DOCUMENT).and_then(|document| shelf.real(&document.path).ok())
        {
            by_path.insert(path, Ok(Documents::DOCUMENT));
        }
        Self {
            documents,
            shelf,
            base,
            queue: VecDeque::new(),
            seen: BTreeSet::new(),
            folders: BTreeMap::from([(Documents::DOCUMENT, base.folder.clone())]),
            by_steps: BTreeMap::new(),
            by_path,
            missing: 0,
            bytes: 0,
            values: 0,
        }
    }

    fn enqueue(&mut self, file: FileId, pointer: Pointer, keys: Keys) {
        let target = (file, pointer, keys);
        if self.seen.insert(target.clone()) {
            self.queue.push_back(target);
        }
    }

    /// Follows the references in a node, each text once.
    fn references(&mut self, file: FileId, pointer: &Pointer, keys: Keys) {
        let Some(node) = self.documents.node(&Place::new(file, pointer.clone())) else { return };
        let mut seen = BTreeSet::new();
        let texts = references::of(node, keys).into_iter().filter(|reference| seen.insert(*reference));
        let texts: Vec<_> = texts.map(|(text, keys)| (text.to_owned(), keys)).collect();
        for (text, keys) in texts {
            let (path, fragment) = text.split_once('#').unwrap_or((&text, ""));
            let Some(target) = self.file(file, path) else { continue };
            let pointer = percent_decode_str(fragment).decode_utf8_lossy();
            // The document has been gone through from its root.
            if target != Documents::DOCUMENT || references::is_passed_over(&pointer) {
                self.enqueue(target, Pointer::parse(pointer), keys);
            }
        }
    }

    /// The file that a reference leads to; the answer is kept for whoever asks for it later.
    fn file(&mut self, from: FileId, reference: &str) -> Option<FileId> {
        if reference.is_empty() {
            return Some(from);
        }
        if let Some(known) = self.documents.linked(from, reference) {
            return known.as_ref().ok().copied();
        }
        let found = self.find(from, reference);
        let file = found.as_ref().ok().copied();
        self.documents.links.entry(from).or_default().insert(reference.to_owned(), found);
        file
    }

    fn find(&mut self, from: FileId, reference: &str) -> Found {
        if self.own_address() == Some(reference) {
            return Ok(Documents::DOCUMENT);
        }
        let folder = self.folders.get(&from).map(Vec::as_slice).unwrap_or_default();
        let steps =
            address::steps(folder, reference).map_err(|refusal| refusal.fault(reference, self.base.words))?;
        if !self.by_steps.contains_key(&steps) {
            let found = self.at(&steps);
            self.by_steps.insert(steps.clone(), found);
        }
        match self.by_steps.get(&steps) {
            Some(Ok(file)) => Ok(*file),
            Some(Err(fault)) => Err(told(reference, fault)),
            None => Err(Trouble::Missing.fault(reference, None)),
        }
    }

    /// What the document calls itself, wherever it was found (OpenAPI 3.2, OpenAPI Object).
    fn own_address(&self) -> Option<&str> {
        self.documents.source(Documents::DOCUMENT)?.tree.get("$self")?.as_str()
    }

    /// The file at the end of the steps.
    fn at(&mut self, steps: &[String]) -> Found {
        let name = self.base.shown(steps);
        let path = match self.base.real(self.shelf, steps) {
            Ok(path) => path,
            Err(trouble) => return Err(self.fault(&trouble, &name, steps)),
        };
        if let Some(found) = self.by_path.get(&path) {
            return found.clone();
        }
        self.room(&name)?;
        let found = match self.shelf.regular(&path) {
            Ok(text) => self.take(name, steps, text),
            Err(trouble) => Err(self.fault(&trouble, &name, steps)),
        };
        self.by_path.insert(path, found.clone());
        found
    }

    /// The fault of a file that gave no text; of the first missing ones, with the name that was probably meant.
    fn fault(&mut self, trouble: &Trouble, name: &str, steps: &[String]) -> Fault {
        let fault = trouble.fault(name, None);
        if !matches!(trouble, Trouble::Missing) {
            return fault;
        }
        self.missing += 1;
        let near = (self.missing <= MAX_NEAREST).then(|| self.base.nearest(self.shelf, steps)).flatten();
        fault.instead(
            near.map_or_else(
                || "a path relative to the file that refers".to_owned(),
                |near| format!("`{near}`"),
            ),
        )
    }

    /// Whether one more file may be read.
    fn room(&self, name: &str) -> Result<(), Fault> {
        let bound = if self.documents.sources.len() > MAX_FILES {
            format!("more than {MAX_FILES} files")
        } else if self.bytes > MAX_TOTAL_BYTES {
            format!("files of more than {} MiB", MAX_TOTAL_BYTES >> 20)
        } else if self.values > MAX_NODES {
            format!("files of more than {MAX_NODES} values")
        } else {
            return Ok(());
        };
        let what = format!("`{name}` is not read: the document is made of {bound}");
        Err(Fault::new("too-many-files", Level::Error, None, what)
            .instead("take the operations that matter into a smaller document"))
    }

    /// Takes in the text of a file that was not read before.
    fn take(&mut self, name: String, steps: &[String], text: String) -> Found {
        let id = u16::try_from(self.documents.sources.len()).map(FileId);
        let id = id.map_err(|_| Trouble::TooLarge.fault(&name, None))?;
        let mut sink = Sink::default();
        let parsed = parse::collection(id, &name, &text, &mut sink);
        self.bytes += text.len() as u64;
        self.values += parsed.values;
        let folder = steps.split_last().map(|(_, folder)| folder.to_vec()).unwrap_or_default();
        self.folders.insert(id, folder);
        let found = match sink.into_faults() {
            faults if faults.is_empty() => Ok(id),
            faults => Err(unreadable(&name, faults)),
        };
        let tree = if found.is_ok() { parsed.tree } else { serde_json::Value::Null };
        self.documents.sources.push(Source { name, path: self.base.path(steps), text, tree });
        found
    }
}

/// The fault of a file as the fault of a reference to it.
fn told(reference: &str, fault: &Fault) -> Fault {
    Fault { what: format!("`$ref` to `{reference}`: {}", fault.what), ..fault.clone() }
}

/// The faults in a file as one fault of the file.
fn unreadable(name: &str, faults: Vec<Fault>) -> Fault {
    let mut faults = faults.into_iter();
    let Some(first) = faults.next() else { return Trouble::Missing.fault(name, None) };
    let mut fault =
        Fault { place: None, what: format!("`{name}` cannot be used: {}", first.what), ..first.clone() };
    let places = std::iter::once(first).chain(faults);
    fault.also.splice(0..0, places.filter_map(|other| Some((other.place?, other.what))));
    fault
}
