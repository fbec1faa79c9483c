//! What leaves of an upstream answer: nothing but the named fields, and a page of rows at a time.

use crate::{Check, Field, Segment};

/// The result of a variant.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Answer<'a> {
    /// The whole answer, under the result cap.
    Whole,
    /// These fields of it.
    Object(&'a [Field<'a>]),
    /// A page of rows.
    Rows(Rows<'a>),
    /// One of two, as the call says.
    Detail(Detail<'a>),
    /// A link to the resource that holds it; no request is made.
    Link(Link<'a>),
}

/// Two results, of which the call chooses one.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Detail<'a> {
    /// The input (index in [`crate::Variant::inputs`]) that is `brief` or `full`.
    pub input: usize,
    /// What leaves unless the call says `full`.
    pub brief: &'a Answer<'a>,
    /// What leaves then.
    pub full: &'a Answer<'a>,
}

/// A link to a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Link<'a> {
    /// The resource, as an index in [`crate::Catalogue::resources`].
    pub resource: usize,
    /// For each argument of the resource's tool the input (index in [`crate::Variant::inputs`]) that fills it.
    pub inputs: &'a [usize],
}

/// A page of rows: `{items, returned, truncated, orderedBy?}`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rows<'a> {
    /// The way from the root of the answer to the array; empty when the root is the array.
    pub at: &'a [Segment<'a>],
    /// The fields of a row; empty for the whole row.
    pub pick: &'a [Field<'a>],
    /// Which rows stay, by an argument.
    pub keep: Option<Keep<'a>>,
    /// What `orderedBy` says; empty for nothing.
    pub ordered_by: &'a str,
    /// Rows returned when the caller gives no limit.
    pub default: u32,
    /// The most rows returned.
    pub max: u32,
    /// The input (index in [`crate::Variant::inputs`]) that is the row limit.
    pub limit: Option<usize>,
}

/// Which rows stay: those whose value at `at` is that of an argument, where the call gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Keep<'a> {
    /// The input (index in [`crate::Variant::inputs`]); it goes to no slot.
    pub input: usize,
    /// The way from the row to the compared value.
    pub at: &'a [Segment<'a>],
}

/// How the pages of an answer follow each other, beside what a `Link` header says.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Paging<'a> {
    /// How the next page is asked for; `None` where only a `Link` header may say it.
    pub next: Option<Next<'a>>,
    /// The input (index in [`crate::Variant::inputs`]) that says where an earlier answer ended, in the words of that
    /// answer; it goes to no slot. With it a page can be gone on with in its middle.
    pub resume: Option<usize>,
    /// Slots that are no arguments and turn pages. Their values follow the inputs in the sources of the call.
    pub turned: &'a [Turned<'a>],
    /// Inputs (indices in [`crate::Variant::inputs`]) that turn pages where the address of one names them.
    pub named: &'a [usize],
    /// The most pages that one call asks for; at least 1.
    pub follow: u32,
}

impl Paging<'_> {
    /// Nothing is known of pages.
    pub const NONE: Self = Self { next: None, resume: None, turned: &[], named: &[], follow: 1 };
}

/// A slot that is no argument and turns pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Turned<'a> {
    /// The slot: `query.cursor`.
    pub slot: &'a str,
    /// What a value of it must satisfy.
    pub check: Check<'a>,
}

/// How the next page is asked for. An input is an index in [`crate::Variant::inputs`] followed by [`Paging::turned`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Next<'a> {
    /// The body of the answer says it.
    Body {
        /// The way from the root of the answer to what says it. On the last page it is absent, `null` or empty.
        at: &'a [Segment<'a>],
        /// The input that takes the value; `None` where the value is the address of the next page. A value that is an
        /// address is read as one in either case.
        input: Option<usize>,
    },
    /// The input counts rows: the next page begins after those that were given.
    Offset {
        /// The input.
        input: usize,
        /// The offset of the first row.
        first: u32,
    },
    /// The input counts pages; a page with fewer rows than were asked for, or with none, is the last.
    Page {
        /// The input.
        input: usize,
        /// The number of the first page.
        first: u32,
    },
}
