//! The fields of a result and where each comes from.

use crate::Condition;

/// One named field of a result.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Field<'a> {
    /// The name it leaves under.
    pub name: &'a str,
    /// Where it comes from.
    pub value: Picked<'a>,
}

/// Where a field comes from. A way that leads nowhere, or to something of another kind, gives `null`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Picked<'a> {
    /// The value at the end of this way.
    At(Way<'a>),
    /// The value at the end of this way, which holds no object: a text, a number, `true`, `false`, or lists of such, so
    /// many within each other at most. Anything else is `null`, and left out of a list.
    Scalars {
        /// The way to the value.
        at: Way<'a>,
        /// How many lists within each other.
        lists: u8,
    },
    /// The number at the end of this way as the text of its digits; a text as it is.
    Digits(Way<'a>),
    /// The text at the end of this way, cut to so many bytes between two characters, with `…` where it was longer.
    Text {
        /// The way to the text.
        at: Way<'a>,
        /// The most bytes.
        most: u32,
    },
    /// An object of these fields, read from the object at the end of this way.
    Object {
        /// The way to the object; empty for the same place.
        at: Way<'a>,
        /// Its fields.
        pick: &'a [Field<'a>],
    },
    /// An array: these fields of each item.
    Each {
        /// The items.
        of: Items<'a>,
        /// The fields of an item; empty for the whole item.
        pick: &'a [Field<'a>],
    },
    /// An array: each item as it is, which holds no object, as [`Picked::Scalars`] has it.
    EachScalars {
        /// The items.
        of: Items<'a>,
        /// How many lists within each other in an item.
        lists: u8,
    },
    /// The number of items; `null` where there is no array.
    Count(Items<'a>),
    /// The sum of a number of each item; items without one are left out, and `null` where there is no array.
    Sum {
        /// The items.
        of: Items<'a>,
        /// The way from an item to the number.
        at: &'a [Segment<'a>],
    },
    /// This JSON text.
    Constant(&'a str),
    /// The time of the answer (RFC 3339, UTC, seconds).
    Now,
    /// What a function of the host program makes of these values.
    Hook {
        /// The function, as an index in [`crate::Catalogue::hooks`].
        hook: usize,
        /// Its arguments; `null` where a way leads nowhere.
        of: &'a [Way<'a>],
    },
    /// The sentences whose conditions hold, in this order.
    Findings(&'a [Finding<'a>]),
}

/// A way to a value: where it starts, and what is followed from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Way<'a> {
    /// Where it starts.
    pub from: Origin<'a>,
    /// What is followed from there; empty for the very value.
    pub path: &'a [Segment<'a>],
}

impl<'a> Way<'a> {
    /// A way that starts at the row, or at the answer.
    pub const fn here(path: &'a [Segment<'a>]) -> Self {
        Self { from: Origin::Here, path }
    }
}

/// Where a [`Way`] starts. Steps are those of the variant's [`crate::Composite`], by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Origin<'a> {
    /// The row or the item that the fields are of, else the answer. In what a step is given: the row it runs for.
    Here,
    /// The value of an input (index in [`crate::Variant::inputs`]).
    Input(usize),
    /// The body of a step's answer; an array of `{item, body}` for a step that runs for each row.
    Body(usize),
    /// The status of a step's answer, a number.
    Status(usize),
    /// A header of a step's answer, a text.
    Header {
        /// The step.
        step: usize,
        /// The name of the header, in lower case.
        name: &'a str,
    },
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

/// Items of an array: filtered, then sorted, then the first of them.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Items<'a> {
    /// The way to the array.
    pub at: Way<'a>,
    /// Which items stay.
    pub filter: Option<Filter<'a>>,
    /// In what order; that of the answer where it says none.
    pub sort: Option<Sort<'a>>,
    /// How many of them at most; 0 for all.
    pub first: u32,
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

/// The order of items: numbers by size before texts by their characters; items without such a value last, and equal
/// ones as the answer has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sort<'a> {
    /// The way from the item to the compared value.
    pub at: &'a [Segment<'a>],
    /// The greatest first.
    pub descending: bool,
}

/// A sentence that is told where a condition holds.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Finding<'a> {
    /// When it is told.
    pub when: Condition<'a>,
    /// What is told.
    pub say: &'a [Phrase<'a>],
}

/// A piece of a [`Finding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", content = "of"))]
pub enum Phrase<'a> {
    /// This text.
    Text(&'a str),
    /// The value of a field of the same result, by index.
    Field(usize),
}
