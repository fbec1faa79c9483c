//! `fewtools generate`: a manifest → Rust code on disk, or a comparison with what is there.

use std::path::{Path, PathBuf};

use bumpalo::Bump;
use fewtools_build::output::{Mode, OutputError, deliver};
use fewtools_build::write::{self, Emission, printable};

use crate::args::Generate;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::{output, stages, summary};

/// The folder of the code, beside the manifest.
const FOLDER: &str = "src/fewtools";

/// Writes the code, or compares it; neither where a rule has not passed.
pub fn run(args: &Generate) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let arena = Bump::new();
    let checked = stages::check(&arena, &input);
    stages::show_faults(&input, &checked);
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
    let manifest = args.manifest.path.display();
    let out = args.out.as_ref().map(|out| format!(" --out {}", out.display()));
    format!("fewtools generate {manifest}{}", out.unwrap_or_default())
}
