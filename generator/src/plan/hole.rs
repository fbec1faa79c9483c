//! Names that point at nothing, and entries that cannot hold, marked for the rules to judge.

use crate::diagnostics::Place;
use crate::lower::curation::Word;

/// A name that points at nothing, or an entry that cannot hold.
#[derive(Debug, Clone)]
pub struct Hole {
    /// What kind of name it is.
    pub kind: HoleKind,
    /// Where it stands.
    pub at: Place,
    /// The name as written.
    pub name: String,
    /// What it was looked for in: `` tool `queue_action` ``, `` `getQueue` ``.
    pub inside: String,
    /// The names that would have been right.
    pub candidates: Vec<String>,
    /// More about it; empty for nothing.
    pub detail: String,
}

/// What kind of name a [`Hole`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HoleKind {
    /// An operation that the document does not have.
    Operation,
    /// An operation that could not be read or cannot be sent; `detail` says why.
    UnusableOperation,
    /// A slot that the operation does not have.
    Slot,
    /// An argument that the tool or variant does not have.
    Argument,
    /// An argument whose name stands in several slots.
    AmbiguousArgument,
    /// A projection that the manifest does not have.
    Projection,
    /// A path that the response does not have.
    ProjectionPath,
    /// A security scheme that the document does not have.
    Scheme,
    /// A variant that the tool does not have.
    Variant,
    /// A tool that the manifest does not have, or an old name that still is one.
    Tool,
    /// A server or a variable that the document does not have, or an address that is none.
    Server,
    /// A `type`, a default or a constant that the document's schema contradicts.
    Contradiction,
    /// A slot that is bound or fixed twice.
    SlotTwice,
    /// A placeholder or an error code that the declared errors do not have.
    ErrorField,
    /// Security that no credential can meet.
    Security,
}

/// Collects holes.
#[derive(Debug, Default)]
pub struct Holes {
    /// The holes found so far.
    pub list: Vec<Hole>,
}

impl Holes {
    /// Marks a name that points at nothing.
    pub fn mark(&mut self, kind: HoleKind, word: &Word, inside: impl Into<String>, candidates: Vec<String>) {
        let inside = inside.into();
        self.list.push(Hole {
            kind,
            at: word.at.clone(),
            name: word.value.clone(),
            inside,
            candidates,
            detail: String::new(),
        });
    }

    /// Marks an entry that cannot hold, and why.
    pub fn explain(
        &mut self,
        kind: HoleKind,
        word: &Word,
        inside: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.list.push(Hole {
            kind,
            at: word.at.clone(),
            name: word.value.clone(),
            inside: inside.into(),
            candidates: Vec::new(),
            detail: detail.into(),
        });
    }
}
