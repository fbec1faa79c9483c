//! The command `fewtools`: its words → one command of the library, its outcome → an exit code.

mod args;
mod commands;
mod log;
mod outcome;
mod output;
mod progress;
mod stages;
mod summary;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

use args::Args;

/// A document becomes hundreds of thousands of small values, most of which live to the end.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match commands::run(Args::parse().command) {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            output::error(&failure);
            failure.into()
        }
    }
}
