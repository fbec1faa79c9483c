//! How a command ended → its exit code.

use std::fmt;
use std::process::ExitCode;

use fewtools_build::pipeline::Checked;

/// A command that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is wrong.
    Good,
    /// Something is wrong with what was looked at; it has been said.
    Faults,
}

impl Outcome {
    /// Good where every rule has passed.
    pub fn of(checked: &Checked<'_>) -> Self {
        if checked.verified().is_some() { Self::Good } else { Self::Faults }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Good => Self::SUCCESS,
            Outcome::Faults => Self::from(1),
        }
    }
}

/// A command that could not run: wrong use, or a file or an address that is not at hand.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// A failure that says why.
    pub fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Failure> for ExitCode {
    fn from(_: Failure) -> Self {
        Self::from(2)
    }
}
