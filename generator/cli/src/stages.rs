//! A manifest → what the library makes of it; a stage that takes long says its name.

use std::path::Path;

use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::pipeline::{self, Checked, Input};

use crate::output;
use crate::progress::Progress;

/// Reads the manifest at a path, and its document.
pub fn read(manifest: &Path) -> Input {
    let _progress = Progress::of("reading");
    pipeline::read_as(manifest, manifest)
}

/// Binds and judges what was read.
pub fn check<'a>(arena: &'a Bump, input: &'a Input) -> Checked<'a> {
    let _progress = Progress::of("checking");
    pipeline::check(arena, input)
}

/// Shows every fault on standard error.
pub fn show_faults(input: &Input, checked: &Checked<'_>) {
    output::aside(&terminal::report(&checked.faults, &input.documents, Style::Coloured));
}
