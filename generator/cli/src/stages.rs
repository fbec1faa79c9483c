//! A manifest → what the library makes of it; a stage that takes long says its name.

use std::path::Path;

use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::pipeline::{self, Checked, Input};

use crate::output;
use crate::progress::Progress;

/// Reads the manifest at a path, and its document. It is never freed: the process ends with its one command, and nobody
/// should wait for a large document to be taken apart.
pub fn read(manifest: &Path) -> &'static Input {
    let _progress = Progress::of("reading");
    Box::leak(Box::new(pipeline::read_as(manifest, manifest)))
}

/// Binds and judges what was read. The catalogue's texts are never freed: a server needs them as long as it lives.
pub fn check(input: &'static Input) -> Checked<'static> {
    let _progress = Progress::of("checking");
    pipeline::check(Box::leak(Box::new(Bump::new())), input)
}

/// As [`check`], for a command that ends with what it says of the answer; so that is not freed either.
pub fn checked(input: &'static Input) -> &'static Checked<'static> {
    Box::leak(Box::new(check(input)))
}

/// Shows every fault on standard error.
pub fn show_faults(input: &Input, checked: &Checked<'_>) {
    output::aside(&terminal::report(&checked.faults, &input.documents, Style::Coloured));
}
