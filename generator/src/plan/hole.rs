//! Names that point at nothing, and entries that cannot hold, marked for the rules to judge.

use crate::diagnostics::{Fault, Place};
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
    /// What to write instead, where it is none of the candidates; empty otherwise.
    pub instead: String,
    /// Where the document says what the entry cannot agree with.
    pub also: Option<Place>,
}

impl Hole {
    /// A hole of which nothing more is said yet.
    pub fn new(kind: HoleKind, word: &Word, inside: impl Into<String>) -> Self {
        Self {
            kind,
            at: word.at.clone(),
            name: word.value.clone(),
            inside: inside.into(),
            candidates: Vec::new(),
            detail: String::new(),
            instead: String::new(),
            also: None,
        }
    }

    /// The same hole with the names that would have been right.
    #[must_use]
    pub fn among(self, candidates: Vec<String>) -> Self {
        Self { candidates, ..self }
    }

    /// The same hole with more about it.
    #[must_use]
    pub fn because(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }

    /// The same hole with what to write instead.
    #[must_use]
    pub fn instead(self, instead: impl Into<String>) -> Self {
        Self { instead: instead.into(), ..self }
    }
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
    /// A group of arguments that leaves nothing to choose.
    Group,
    /// A slot that is bound or fixed twice.
    SlotTwice,
    /// A placeholder or an error code that the declared errors do not have.
    ErrorField,
    /// Security that no credential can meet.
    Security,
    /// A gate that its operation cannot have; `detail` says why.
    Gate,
    /// The slot of a gate that something else fills too; `detail` says what.
    GateSlotTaken,
    /// A resource that the manifest does not have.
    Resource,
    /// An address that is none; `detail` says why.
    Address,
    /// A `list_from` that leads to no rows, or a field that they do not have.
    ListFrom,
    /// A `result: link` without a resource for it; `detail` says why.
    Link,
    /// An entry of `pages` that no list has; `detail` says why.
    Pages,
    /// What a profile names and cannot have; `detail` says why.
    ProfileMember,
    /// A prompt that cannot be filled in; `detail` says why.
    Prompt,
    /// A tool, variant, argument or value in a text that does not exist; `detail` says what it is not.
    Reference,
    /// A step that the tool does not have.
    Step,
    /// Steps that wait for each other; `detail` says in which circle.
    StepCycle,
    /// A value that a step cannot be given; `detail` says why.
    StepValue,
    /// An entry of `if_denied` that cannot hold; `detail` says why.
    StepDenial,
    /// A condition that cannot be judged; `detail` says why.
    Condition,
    /// A field that the projection does not have, or that a sentence cannot hold; then `detail` says why.
    ResultField,
    /// A `merge_into` that cannot hold; `detail` says why.
    Merge,
    /// A `keep_where` that cannot hold; `detail` says why.
    Keep,
    /// An argument of `flatten` that is no object of known properties; `detail` says so.
    Flatten,
    /// An output schema that is asked for and cannot be derived; `detail` says why.
    OutputSchema,
    /// An entry of `types` that cannot stand for what it names; `detail` says why.
    Type,
    /// An entry of `types` that nothing of the document has.
    UnusedType,
    /// A function of the host program that is named with other types elsewhere; `detail` says which.
    Function,
    /// A prompt that prescribes what a person or a dry run has to come before; `detail` says why.
    RealRun,
}

/// Collects holes.
#[derive(Debug, Default)]
pub struct Holes {
    /// The holes found so far.
    pub list: Vec<Hole>,
}

impl Holes {
    /// Adds a hole.
    pub fn add(&mut self, hole: Hole) {
        self.list.push(hole);
    }

    /// Marks a name that points at nothing.
    pub fn mark(&mut self, kind: HoleKind, word: &Word, inside: impl Into<String>, candidates: Vec<String>) {
        self.add(Hole::new(kind, word, inside).among(candidates));
    }

    /// Marks an entry that cannot hold, and why.
    pub fn explain(
        &mut self,
        kind: HoleKind,
        word: &Word,
        inside: impl Into<String>,
        detail: impl Into<String>,
    ) {
        self.add(Hole::new(kind, word, inside).because(detail));
    }

    /// Marks the call of an operation that cannot be read or sent, with the fault that was found in the document.
    pub fn unusable(&mut self, call: &Word, inside: impl Into<String>, fault: &Fault) {
        let hole = Hole::new(HoleKind::UnusableOperation, call, inside).because(&fault.what);
        self.add(Hole { also: fault.place.clone(), ..hole.instead(&fault.instead) });
    }
}
