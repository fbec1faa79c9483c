//! Faults → entries in the order they are printed: sorted, each once, with the names and positions of their places.

use std::collections::BTreeSet;

use super::{Fault, FileId, Level, Place, Position, Positions, clean};
use crate::load::Documents;

/// The faults of a run, ready to be printed.
pub(super) struct Report<'a> {
    documents: &'a Documents,
    positions: Positions,
    /// By file, position and code; faults without a place last.
    pub(super) faults: Vec<&'a Fault>,
}

/// Where a fault is, in words.
pub(super) struct Spot<'a> {
    /// The file's name.
    pub(super) name: String,
    /// Its text.
    pub(super) text: &'a str,
    /// The position, where there is one.
    pub(super) position: Option<&'a Position>,
}

impl<'a> Report<'a> {
    pub(super) fn new(faults: &'a [Fault], documents: &'a Documents) -> Self {
        let places = |fault: &'a Fault| fault.place.iter().chain(fault.also.iter().map(|(place, _)| place));
        let written: Vec<_> = faults.iter().flat_map(places).map(|place| documents.origin(place)).collect();
        let positions = Positions::find(documents, &written);
        let mut seen = BTreeSet::new();
        let mut faults: Vec<_> = faults
            .iter()
            .filter(|fault| seen.insert((fault.code, fault.level, &fault.place, &fault.what, &fault.instead)))
            .collect();
        faults.sort_by_key(|fault| order(fault, documents, &positions));
        Self { documents, positions, faults }
    }

    /// Where a place is; `None` for a file that was never read.
    pub(super) fn spot(&self, place: &Place) -> Option<Spot<'_>> {
        let place = self.documents.origin(place);
        let source = self.documents.source(place.file)?;
        let position = self.positions.of(&place).filter(|_| !source.text.is_empty());
        Some(Spot {
            name: clean::line(&format!("{}{}", self.documents.shown_in, source.name), 200),
            text: &source.text,
            position,
        })
    }

    /// `2 errors, 1 warning`; empty when there is neither.
    pub(super) fn sum(&self) -> String {
        let of = |level, word: &str| match self.faults.iter().filter(|fault| fault.level == level).count() {
            0 => None,
            1 => Some(format!("1 {word}")),
            many => Some(format!("{many} {word}s")),
        };
        let parts = [of(Level::Error, "error"), of(Level::Warning, "warning")];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// What faults are sorted by.
type Order = (bool, Option<FileId>, Option<(usize, usize)>, super::Code);

fn order(fault: &Fault, documents: &Documents, positions: &Positions) -> Order {
    let place = fault.place.as_ref().map(|place| documents.origin(place));
    let at = place.as_ref().and_then(|place| positions.of(place)).map(|at| (at.line, at.column));
    (place.is_none(), place.map(|place| place.file), at, fault.code)
}
