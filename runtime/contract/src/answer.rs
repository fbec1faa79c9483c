//! What leaves of an upstream answer: nothing but the named fields.

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
}

/// A page of rows: `{items, returned, truncated, orderedBy?}`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Rows<'a> {
    /// The way from the root of the answer to the array; empty when the root is the array.
    pub at: &'a [Segment<'a>],
    /// The fields of a row; empty for the whole row.
    pub pick: &'a [Field<'a>],
    /// What `orderedBy` says; empty for nothing.
    pub ordered_by: &'a str,
    /// Rows returned when the caller gives no limit.
    pub default: u32,
    /// The most rows returned.
    pub max: u32,
    /// The input (index in [`crate::Variant::inputs`]) that is the row limit.
    pub limit: Option<usize>,
}

/// One named field of a result.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Field<'a> {
    /// The name it leaves under.
    pub name: &'a str,
    /// Where it comes from.
    pub value: Picked<'a>,
}

/// Where a field comes from, relative to the row or the answer. A path that leads nowhere gives `null`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Picked<'a> {
    /// The value at this path.
    At(&'a [Segment<'a>]),
    /// An object of these fields, read from the value at this path.
    Object {
        /// The way to the object; empty for the same place.
        at: &'a [Segment<'a>],
        /// Its fields.
        pick: &'a [Field<'a>],
    },
    /// An array: these fields of each item, of those that pass the filter.
    Each {
        /// The way to the array.
        at: &'a [Segment<'a>],
        /// Which items stay.
        filter: Option<Filter<'a>>,
        /// The fields of an item; empty for the whole item.
        pick: &'a [Field<'a>],
    },
}

/// Where the body of an answer says how its next page is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Next<'a> {
    /// The way from the root of the answer to what says it. On the last page it is absent, `null` or empty.
    pub at: &'a [Segment<'a>],
    /// The input (index in [`crate::Variant::inputs`]) that takes the value; `None` where the value is the address of
    /// the next page. A value that is an address is read as one in either case.
    pub input: Option<usize>,
}

/// One segment of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Segment<'a> {
    /// A property.
    Key(&'a str),
    /// An item of an array, counted from 0.
    Index(usize),
}

/// Which items of an array stay: those whose value at `at` equals `equals`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Filter<'a> {
    /// The way from the item to the compared value.
    pub at: &'a [Segment<'a>],
    /// The compared constant as JSON text; `true` where the manifest names only a field.
    pub equals: &'a str,
}
