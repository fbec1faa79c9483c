//! The stages in order: load → lower → plan → verify → write.

use std::panic;
use std::path::Path;
use std::rc::Rc;
use std::thread;

use bumpalo::Bump;

use crate::diagnostics::{Fault, Sink};
use crate::load::{self, Documents};
use crate::lower::{self, Api, Curation};
use crate::plan::{self, Surface};
use crate::verify::{self, Verified};

/// A manifest and its document, read and lowered.
#[derive(Debug)]
pub struct Input {
    /// Every file that was read, also where reading failed.
    pub documents: Rc<Documents>,
    /// The document and the manifest; `None` where either cannot be read.
    pub lowered: Option<(Api, Curation)>,
    /// The faults of both stages.
    pub faults: Vec<Fault>,
}

/// A manifest bound to its document and judged.
#[derive(Debug)]
pub struct Checked<'a> {
    /// The surface; `Err` where a fault is an error, `None` where there is nothing to bind.
    pub surface: Option<Result<Verified<Surface<'a>>, Box<Surface<'a>>>>,
    /// The faults of every stage, in the order they were found.
    pub faults: Vec<Fault>,
}

/// Reads the manifest at a path, and the document it names. Faults name files relative to the manifest's folder.
pub fn read(manifest: &Path) -> Input {
    read_as(manifest, Path::new(""))
}

/// As [`read`], with faults that name files from where `shown` leads to the manifest.
pub fn read_as(manifest: &Path, shown: &Path) -> Input {
    let mut sink = Sink::default();
    let mut documents = load::run(manifest, &mut sink);
    documents.shown_in = match shown.parent().map(|folder| folder.display().to_string().replace('\\', "/")) {
        Some(folder) if !folder.is_empty() => format!("{}/", folder.trim_end_matches('/')),
        _ => String::new(),
    };
    lower(documents, sink)
}

/// Lowers documents that are loaded already.
pub fn lower(documents: Documents, mut sink: Sink) -> Input {
    let documents = Rc::new(documents);
    let mut of_document = Sink::default();
    // The two say nothing of each other until they are bound.
    let (curation, api) = thread::scope(|scope| {
        let shared: &Documents = &documents;
        let manifest = scope.spawn(|| lower::manifest::read(shared, &mut sink));
        let api = lower::api(Rc::clone(&documents), &mut of_document);
        (manifest.join().unwrap_or_else(|panic| panic::resume_unwind(panic)), api)
    });
    sink.extend(of_document.into_faults());
    Input { documents, lowered: api.zip(curation), faults: sink.into_faults() }
}

/// Binds and judges. The catalogue's texts live in the arena.
pub fn check<'a>(arena: &'a Bump, input: &'a Input) -> Checked<'a> {
    let mut sink = Sink::default();
    sink.extend(input.faults.iter().cloned());
    let surface = input.lowered.as_ref().map(|(api, curation)| plan::run(arena, api, curation));
    let surface = surface.map(|surface| verify::run(surface, &mut sink));
    Checked { surface, faults: sink.into_faults() }
}

impl<'a> Checked<'a> {
    /// The surface, whether or not it passed.
    pub fn surface(&self) -> Option<&Surface<'a>> {
        match self.surface.as_ref()? {
            Ok(verified) => Some(verified.get()),
            Err(surface) => Some(surface),
        }
    }

    /// The surface, where every rule has passed.
    pub fn verified(&self) -> Option<&Verified<Surface<'a>>> {
        self.surface.as_ref()?.as_ref().ok()
    }
}
