//! A document that is being read → what all of its readers share: the files, the version, and what they have to say.

use std::rc::Rc;

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
pub(super) struct Remarks {
    general: IndexMap<Place, Fault>,
    /// Those about parameters of operations.
    known: IndexMap<Place, Rc<Fault>>,
    /// Those about the operation that is being read.
    own: Vec<Rc<Fault>>,
}

impl Remarks {
    /// Keeps a remark about a place that is told whoever uses it.
    pub(super) fn push(&mut self, at: Place, remark: Fault) {
        self.general.entry(at).or_insert(remark);
    }

    /// Keeps a remark about a place that is told where the operation that is being read is used.
    pub(super) fn of_operation(&mut self, at: Place, remark: impl FnOnce() -> Fault) {
        let remark = self.known.entry(at).or_insert_with(|| Rc::new(remark()));
        self.own.push(Rc::clone(remark));
    }

    /// Takes out the remarks about the operation that is being read.
    pub(super) fn taken(&mut self) -> Vec<Rc<Fault>> {
        std::mem::take(&mut self.own)
    }

    /// The remarks that are told in any case, in the order they were made.
    pub(super) fn into_faults(self) -> impl Iterator<Item = Fault> {
        self.general.into_values()
    }
}
