//! Collects faults, so that one run shows them all.

use super::{Fault, Level};

/// The faults found so far, in the order they were found.
#[derive(Debug, Default)]
pub struct Sink {
    faults: Vec<Fault>,
}

impl Sink {
    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Adds faults.
    pub fn extend(&mut self, faults: impl IntoIterator<Item = Fault>) {
        self.faults.extend(faults);
    }

    /// Takes the value, or puts the fault down and gives `None`.
    pub fn take<T>(&mut self, result: Result<T, Fault>) -> Option<T> {
        result.map_err(|fault| self.push(fault)).ok()
    }

    /// Whether any fault is an error.
    pub fn failed(&self) -> bool {
        self.faults.iter().any(|fault| fault.level == Level::Error)
    }

    /// The faults.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Gives the faults away.
    pub fn into_faults(self) -> Vec<Fault> {
        self.faults
    }
}
