//! A manifest → what the generator makes of it, without writing anything.

use std::path::Path;

use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::diagnostics::{Fault, Level};
use fewtools_build::load::Documents;
use fewtools_build::pipeline::{self, Checked};
use fewtools_build::plan::Surface;
use fewtools_build::verify::Verified;

/// The faults of a run with the files they are in.
pub struct Faults<'a> {
    /// The faults, in the order they were found.
    pub all: &'a [Fault],
    /// The files.
    pub documents: &'a Documents,
}

impl Faults<'_> {
    /// The report as a plain terminal shows it.
    pub fn report(&self) -> String {
        terminal::report(self.all, self.documents, Style::Plain)
    }

    /// The code of every fault, errors and others, in the order they were found.
    pub fn codes(&self) -> Vec<&'static str> {
        self.all.iter().map(|fault| fault.code.0).collect()
    }

    /// Whether the run failed.
    pub fn failed(&self) -> bool {
        self.all.iter().any(|fault| fault.level == Level::Error)
    }
}

/// Checks a manifest and hands over what came of it.
pub fn check<T>(manifest: &Path, then: impl FnOnce(&Checked<'_>, &Faults<'_>) -> T) -> T {
    let input = pipeline::read(manifest);
    let arena = Bump::new();
    let checked = pipeline::check(&arena, &input);
    let faults = Faults { all: &checked.faults, documents: &input.documents };
    then(&checked, &faults)
}

/// A manifest that passes every rule.
pub struct Accepted<'a> {
    /// What passed.
    pub surface: &'a Verified<Surface<'a>>,
    /// The files it was read from.
    pub documents: &'a Documents,
    /// The warnings and notes as a plain terminal shows them; empty for none.
    pub report: String,
}

/// Checks a manifest that has to pass, and hands over what did.
pub fn accept<T>(manifest: &Path, then: impl FnOnce(&Accepted<'_>) -> T) -> T {
    check(manifest, |checked, faults| {
        let Some(surface) = checked.verified() else {
            panic!("{} has to be accepted:\n{}", manifest.display(), faults.report());
        };
        then(&Accepted { surface, documents: faults.documents, report: faults.report() })
    })
}
