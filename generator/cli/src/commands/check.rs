//! `fewtools check`: a manifest → its faults, or what is good about it.

use fewtools_build::diagnostics::json;

use crate::args::{Check, Format};
use crate::outcome::{Failure, Outcome};
use crate::{output, stages, summary};

/// Checks a manifest.
pub fn run(args: &Check) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let checked = stages::checked(input);
    match args.format {
        Format::Json => output::data(&json::array(&checked.faults, &input.documents))?,
        Format::Human => {
            stages::show_faults(input, checked);
            if let Some(verified) = checked.verified() {
                let surface = verified.get();
                let (operations, tools) = (summary::operations(surface), summary::tools(surface));
                output::aside(&format!("{operations}; {tools}\n"));
            }
        }
    }
    Ok(Outcome::of(checked))
}
