//! One file a command.

mod admission;
mod budget;
mod check;
mod explain;
mod generate;
mod listing;
mod serve;
mod unmet;

use crate::args::Command;
use crate::outcome::{Failure, Outcome};

/// Runs a command.
///
/// # Errors
/// Wrong use, and files and addresses that are not at hand. Faults of manifest and document are an [`Outcome`].
pub fn run(command: Command) -> Result<Outcome, Failure> {
    match command {
        Command::Check(args) => check::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Budget(args) => budget::run(&args),
        Command::Listing(args) => listing::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Serve(args) => serve::run(args),
    }
}
