//! `fewtools budget`: a manifest → what every tool, argument and text of it costs.

mod table;

use fewtools_build::budget;

use crate::args::Budget;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::{output, stages};

/// Prints what a surface costs, over budget or not.
pub fn run(args: &Budget) -> Result<Outcome, Failure> {
    let input = stages::read(&args.manifest.path);
    let checked = stages::checked(input);
    stages::show_faults(input, checked);
    if let Some(surface) = checked.surface() {
        let mut costs = budget::costs(surface);
        if args.per_endpoint {
            let _progress = Progress::of("pricing one tool per operation");
            costs.per_endpoint = Some(budget::per_endpoint(surface));
        }
        if args.json {
            output::json(&costs)?;
        } else {
            output::text(&table::table(&costs))?;
        }
    }
    Ok(Outcome::of(checked))
}
