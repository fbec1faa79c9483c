//! `fewtools generate`: a manifest → Rust code on disk, or a comparison with what is there.

use std::path::{Path, PathBuf};

use fewtools_build::diagnostics::printable;
use fewtools_build::output::{Mode, OutputError, deliver};
use fewtools_build::write::{self, Emission};

use crate::args::Generate;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::{output, stages, summary};

/// The folder of the code, beside the manifest.
const FOLDER: &str = "src/fewtools";

/// Writes the code, or compares it; neither where a rule has not passed.
pub fn run(args: &Generate) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let checked = stages::checked(input);
    stages::show_faults(input, checked);
    let Some(verified) = checked.verified() else { return Ok(Outcome::Faults) };
    let files = {
        let _progress = Progress::of("writing");
        write::run(&Emission::of(verified, &input.documents))
    };
    let folder = folder(args);
    let repair = repair(args);
    let mode = if args.check { Mode::Check { repair: &repair } } else { Mode::Write };
    match deliver(&files, &folder, mode) {
        Ok(paths) => {
            output::aside(&format!("{}\n", summary::tools(verified.get())));
            for path in paths {
                output::aside(&format!("{}\n", printable(&path.display().to_string())));
            }
            Ok(Outcome::Good)
        }
        Err(error @ OutputError::Differs { .. }) => {
            output::error(&error);
            Ok(Outcome::Faults)
        }
        Err(error) => Err(Failure::new(error)),
    }
}

fn folder(args: &Generate) -> PathBuf {
    let beside = || args.manifest.path.parent().unwrap_or(Path::new("")).join(FOLDER);
    args.out.clone().unwrap_or_else(beside)
}

/// The command that writes what a comparison missed.
fn repair(args: &Generate) -> String {
    let out = args.out.as_deref().map(|out| format!(" --out {}", word(out)));
    format!("fewtools generate {}{}", word(&args.manifest.path), out.unwrap_or_default())
}

/// A path as a word of a command line.
fn word(path: &Path) -> String {
    let path = printable(&path.display().to_string());
    let plain = |character: char| character.is_alphanumeric() || "/\\.:_-".contains(character);
    if path.chars().all(plain) { path } else { format!("'{path}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_space_is_one_word() {
        assert_eq!(word(Path::new("api/curation.yaml")), "api/curation.yaml");
        assert_eq!(word(Path::new("my api/curation.yaml")), "'my api/curation.yaml'");
    }
}
