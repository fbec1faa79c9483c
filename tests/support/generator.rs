//! A manifest → what the generator makes of it, without writing anything.

use std::path::Path;

use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::diagnostics::{Fault, Level, Sink};
use fewtools_build::load::{self, Documents};
use fewtools_build::pipeline::{self, Checked};
use fewtools_build::plan::Surface;
use fewtools_build::verify::Verified;
use fewtools_build::write::{self, Emission, Files};

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

impl Accepted<'_> {
    /// The files that are emitted for it.
    pub fn files(&self) -> Files {
        write::run(&Emission::of(self.surface, self.documents))
    }

    /// The Rust that is emitted for it.
    pub fn rust(&self) -> String {
        String::from_utf8(self.files().get(Files::RUST).unwrap().to_vec()).unwrap()
    }
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

/// What became of a manifest and a document that are at hand as text.
pub struct Verdict {
    /// Whether every rule passed.
    pub passed: bool,
    /// The code of every fault.
    pub codes: Vec<&'static str>,
    /// The report as a plain terminal shows it.
    pub report: String,
}

/// Runs the stages up to the rules on two texts.
pub fn judge(manifest: &str, document: &str) -> Verdict {
    run(manifest, document, |_| ())
}

/// Runs every stage on two texts, emission included where the rules pass.
pub fn judge_and_emit(manifest: &str, document: &str) -> Verdict {
    run(manifest, document, |emission| drop(write::run(emission)))
}

fn run(manifest: &str, document: &str, emit: impl FnOnce(&Emission<'_>)) -> Verdict {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    let input = pipeline::lower(documents, sink);
    let arena = Bump::new();
    let checked = pipeline::check(&arena, &input);
    let faults = Faults { all: &checked.faults, documents: &input.documents };
    if let Some(surface) = checked.verified() {
        emit(&Emission::of(surface, &input.documents));
    }
    Verdict { passed: checked.verified().is_some(), codes: faults.codes(), report: faults.report() }
}

/// The Rust that is emitted for two texts that have to pass.
pub fn emit(manifest: &str, document: &str) -> String {
    let mut rust = None;
    let verdict = run(manifest, document, |emission| {
        let files = write::run(emission);
        rust = files.get(Files::RUST).map(|bytes| String::from_utf8(bytes.to_vec()).unwrap());
    });
    rust.unwrap_or_else(|| panic!("the texts have to be accepted:\n{}", verdict.report))
}
