//! What is said when the upstream says that something is missing or forbidden.

/// The resolved denial of an operation.
///
/// Where [`Denial::hidden`] is a sentence, the statuses 403, 404 and 410 are one answer: that sentence, whatever their
/// bodies say, unless an entry of [`Denial::told`] knows the code. Where it is empty, nothing is secret: 403 names the
/// permission, and 404 says that nothing is there.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Denial<'a> {
    /// The sentence for missing and forbidden; empty where nothing is hidden.
    pub hidden: &'a str,
    /// What is told more precisely, first match first.
    pub told: &'a [Told<'a>],
    /// The permission named where nothing is hidden; empty when unknown.
    pub permission: &'a str,
}

impl Denial<'_> {
    /// Nothing is hidden and no permission is known.
    pub const OPEN: Self = Self { hidden: "", told: &[], permission: "" };
}

/// An answer of the upstream that is believed to mean one subject, and what is said then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Told<'a> {
    /// The status.
    pub status: u16,
    /// The machine-readable code in the answer's body; empty for any.
    pub code: &'a str,
    /// The JSON Pointer (RFC 6901) of that code.
    pub code_at: &'a str,
    /// What is said.
    pub say: &'a str,
    /// What of the kind this caller may see is told too.
    pub visible: Option<Listed<'a>>,
}

/// Names that a resource lists: one field of each of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Listed<'a> {
    /// The resource, as an index in [`crate::Catalogue::resources`]. Its answer is rows.
    pub resource: usize,
    /// The name of the field, as it leaves.
    pub field: &'a str,
}
