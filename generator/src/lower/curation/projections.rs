//! The manifest's projections as written.

use serde_json::Value;

use super::{ConditionEntry, Spot, WayEntry, Word};

/// One field of a projection.
#[derive(Debug, Clone)]
pub struct FieldEntry {
    /// The name it leaves under.
    pub name: Word,
    /// Where it comes from.
    pub from: FromEntry,
}

/// Where a field comes from.
#[derive(Debug, Clone)]
pub enum FromEntry {
    /// A path or an expression alone.
    Way(WayEntry),
    /// `{ from, cap }`: a text, cut to so many bytes.
    Text {
        /// `from`
        from: WayEntry,
        /// `cap`
        most: u32,
    },
    /// `{ from, pick }`: these fields of one object.
    Object {
        /// `from`
        from: WayEntry,
        /// `pick`
        pick: PickEntry,
    },
    /// `{ each, where, sort, first, pick }`
    Each {
        /// The items.
        of: ItemsEntry,
        /// `pick`; `None` for the whole item.
        pick: Option<PickEntry>,
    },
    /// `{ count: …, where }`
    Count(ItemsEntry),
    /// `{ sum: …, of: <number of an item>, where }`
    Sum {
        /// The items.
        of: ItemsEntry,
        /// The number of an item.
        number: Word,
    },
    /// `{ const: … }`
    Constant(Spot<Value>),
    /// `$now`
    Now,
    /// `{ fn: …, of: …, returns: … }`
    Hook(HookEntry),
    /// A list of `{ when, say }`
    Findings(Vec<FindingEntry>),
}

/// Items of a list.
#[derive(Debug, Clone)]
pub struct ItemsEntry {
    /// The way to the list.
    pub at: WayEntry,
    /// `where`
    pub filter: Option<FilterEntry>,
    /// `sort`: a path of an item, `-` before it for the greatest first.
    pub sort: Option<(Word, bool)>,
    /// `first`
    pub first: Option<u32>,
}

/// What is picked of an item or an object.
#[derive(Debug, Clone)]
pub enum PickEntry {
    /// These fields.
    Fields(Vec<FieldEntry>),
    /// The fields of a named projection.
    Named(Word),
}

/// `where`: a boolean field, or `field == constant`.
#[derive(Debug, Clone)]
pub struct FilterEntry {
    /// The field.
    pub path: Word,
    /// The constant; `true` where only a field is written.
    pub equals: Value,
}

/// `fn`: a method that the downstream crate implements.
#[derive(Debug, Clone)]
pub struct HookEntry {
    /// Its name.
    pub name: Word,
    /// Its arguments by name; one alone is called `of`.
    pub of: Vec<(String, WayEntry)>,
    /// `returns`; any JSON value when absent.
    pub returns: Option<Spot<HookReturn>>,
}

/// What a hook returns, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookReturn {
    /// `text`
    Text,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `boolean`
    Boolean,
}

/// One finding.
#[derive(Debug, Clone)]
pub struct FindingEntry {
    /// `when`
    pub when: Spot<ConditionEntry>,
    /// `say`, with fields of the same projection in braces.
    pub say: Word,
}
