//! A manifest's path → files in `OUT_DIR`, and lines that tell cargo what was read and what is wrong.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fmt};

use bumpalo::Bump;

use crate::diagnostics::{Level, clean, line};
use crate::output::{self, Mode};
use crate::pipeline;
use crate::write::{self, Emission, Files};

/// Emits the tools of a manifest into `OUT_DIR`, for `fewtools::include_tools!()`. The whole of a build script:
///
/// ```no_run
/// fewtools_build::compile("curation.yaml");
/// ```
///
/// The path is relative to the package. Where something is wrong, cargo shows one line for each fault, the build
/// fails, and nothing after this call runs.
pub fn compile(manifest: impl AsRef<Path>) {
    if let Err(report) = Builder::new(manifest).run() {
        report.tell_cargo(&mut io::stdout());
        // Cargo fails the build for the lines above. Another exit code would make it print the script's output too.
        std::process::exit(0);
    }
}

/// [`compile`] with choices, for build scripts that do more.
#[derive(Debug, Clone)]
pub struct Builder {
    manifest: PathBuf,
    out_dir: Option<PathBuf>,
    file_name: String,
}

impl Builder {
    /// Starts with a manifest, its path relative to the package.
    pub fn new(manifest: impl AsRef<Path>) -> Self {
        let file_name = Files::RUST.to_owned();
        Self { manifest: manifest.as_ref().to_owned(), out_dir: None, file_name }
    }

    /// Where the files go; `OUT_DIR` when it is not called.
    #[must_use]
    pub fn out_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.out_dir = Some(folder.as_ref().to_owned());
        self
    }

    /// The name of the Rust file, `fewtools.rs` when it is not called. `include_tools!` takes the same name.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = name.into();
        self
    }

    /// Emits the tools. Prints what cargo has to watch, and the warnings.
    ///
    /// # Errors
    /// Every fault of the manifest and its document; then nothing is written. [`Report::tell_cargo`] shows them.
    pub fn run(&self) -> Result<Output, Report> {
        self.run_in(&Surroundings::of_process(), &mut io::stdout())
    }

    fn run_in(&self, surroundings: &Surroundings, cargo: &mut dyn Write) -> Result<Output, Report> {
        let manifest = surroundings.package.join(&self.manifest);
        let folder = self.folder(surroundings)?;
        let input = pipeline::read_as(&manifest, &self.manifest);
        for source in &input.documents.sources {
            tell(cargo, "rerun-if-changed", &source.path.display().to_string());
        }
        let arena = Bump::new();
        let checked = pipeline::check(&arena, &input);
        let lines = line::lines(&checked.faults, &input.documents);
        let of = |level| lines.iter().filter(move |line| line.level == level).map(|line| line.text.clone());
        let warnings: Vec<String> = of(Level::Warning).collect();
        warnings.iter().for_each(|warning| tell(cargo, "warning", warning));
        let Some(surface) = checked.verified() else {
            return Err(Report::of_faults(of(Level::Error).collect(), &manifest));
        };
        let files = write::run(&Emission::of(surface, &input.documents));
        let files = files.renamed(Files::RUST, &self.file_name);
        let written =
            output::deliver(&files, &folder, Mode::Write).map_err(|error| Report::of_one(&error))?;
        Ok(Output { files: written, warnings })
    }

    fn folder(&self, surroundings: &Surroundings) -> Result<PathBuf, Report> {
        let missing =
            "there is no `OUT_DIR`: call this from a build script, or say where files go with `out_dir`";
        match (&self.out_dir, &surroundings.out_dir) {
            (Some(chosen), _) => Ok(surroundings.package.join(chosen)),
            (None, Some(given)) => Ok(given.clone()),
            (None, None) => Err(Report::of_one(&missing)),
        }
    }
}

/// What was emitted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The files: the Rust file first, then the listing.
    pub files: Vec<PathBuf>,
    /// The warnings, one line each.
    pub warnings: Vec<String>,
}

/// Why nothing was emitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    lines: Vec<String>,
}

impl Report {
    /// One line for each fault: `code file:line:col: what; instead: …`. The last one names the command that shows
    /// them in full.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Prints the lines as errors of the build (`cargo::error`, cargo 1.84). The build fails whatever the script's
    /// exit code; with 0 cargo prints nothing else.
    pub fn tell_cargo(&self, cargo: &mut dyn Write) {
        self.lines.iter().for_each(|line| tell(cargo, "error", line));
    }

    fn of_faults(mut lines: Vec<String>, manifest: &Path) -> Self {
        lines.push(format!("the full report: fewtools check {}", argument(manifest)));
        Self { lines }
    }

    fn of_one(error: &dyn fmt::Display) -> Self {
        Self { lines: vec![error.to_string()] }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl std::error::Error for Report {}

/// What cargo tells a build script.
struct Surroundings {
    package: PathBuf,
    out_dir: Option<PathBuf>,
}

impl Surroundings {
    fn of_process() -> Self {
        let path = |name| env::var_os(name).filter(|value: &OsString| !value.is_empty()).map(PathBuf::from);
        Self { package: path("CARGO_MANIFEST_DIR").unwrap_or_default(), out_dir: path("OUT_DIR") }
    }
}

/// One instruction on one line. A script whose output nobody reads has nobody to tell.
fn tell(cargo: &mut dyn Write, key: &str, value: &str) {
    let _ = writeln!(cargo, "cargo::{key}={}", clean::line(value, usize::MAX));
}

/// A path as an argument of a command, in quotes where a shell would split it.
fn argument(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |character: char| character.is_alphanumeric() || "/\\._-:+@".contains(character);
    if text.chars().all(plain) { text } else { format!("\"{text}\"") }
}

#[cfg(test)]
mod tests;
