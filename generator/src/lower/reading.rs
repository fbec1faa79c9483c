//! A document that is being read → what all of its readers share: the files, the version, and what they have to say.

use indexmap::IndexMap;

use crate::diagnostics::{Fault, Place};
use crate::load::Documents;
use crate::lower::version::Dialect;

/// The document that is being read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) documents: &'a Documents,
    pub(super) dialect: Dialect,
}

/// What is worth saying about parts of a document that can be read: one remark a place, however many operations share
/// the part.
#[derive(Debug, Default)]
pub(super) struct Remarks(IndexMap<Place, Fault>);

impl Remarks {
    /// Keeps a remark about a place.
    pub(super) fn push(&mut self, at: Place, remark: Fault) {
        self.0.entry(at).or_insert(remark);
    }

    /// The remarks in the order they were made.
    pub(super) fn into_faults(self) -> impl Iterator<Item = Fault> {
        self.0.into_values()
    }
}
