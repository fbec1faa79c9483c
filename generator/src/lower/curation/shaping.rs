//! What the manifest says of types, pages and bodies, as written.

use serde_json::{Map, Value};

use super::{Spot, Word};

/// One entry of `types`: what stands for an argument type, a component or a format.
#[derive(Debug, Clone)]
pub struct TypeEntry {
    /// `schema`: it replaces what the document says, and is not merged with it.
    pub schema: Spot<Map<String, Value>>,
    /// `parse`: the text is a list with commas, sent as an array.
    pub parse: Option<Spot<Parse>>,
}

/// What each part of a text with commas is sent as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parse {
    /// `[int64]`: a whole number.
    Integers,
    /// `[string]`: a text.
    Texts,
}

/// `pages`: how the API turns pages, said once.
#[derive(Debug, Clone, Default)]
pub struct PagesEntry {
    /// `arg`: the name of the argument that goes on where an earlier answer ended.
    pub arg: Option<Word>,
    /// `follow`: the most pages that one call asks for; 1 when absent.
    pub follow: Option<Spot<u32>>,
    /// `next`: how the next page is asked for, the first that an operation has.
    pub next: Vec<Spot<TurnEntry>>,
}

/// One entry of `pages.next`.
#[derive(Debug, Clone)]
pub enum TurnEntry {
    /// `{ at: <way in the answer>, to: <slot> }`
    Cursor {
        /// `at`
        at: Word,
        /// `to`; `None` where it is the address of the page.
        to: Option<Word>,
    },
    /// `{ offset: <slot>, first: 0 }`
    Offset {
        /// `offset`
        slot: Word,
        /// `first`, 0 when absent.
        first: u32,
    },
    /// `{ page: <slot>, first: 1 }`
    Page {
        /// `page`
        slot: Word,
        /// `first`, 1 when absent.
        first: u32,
    },
}

/// `keep_where`: the rows that stay are those whose field is that argument.
#[derive(Debug, Clone)]
pub struct KeepEntry {
    /// The argument.
    pub arg: Word,
    /// The field of a row; the argument's name when the manifest says one word.
    pub field: Word,
}

/// `merge_into`: the operation that reads what an update changes.
#[derive(Debug, Clone)]
pub struct MergeEntry {
    /// The operation.
    pub call: Word,
    /// `at`: the way to what is written back; the whole answer when absent.
    pub at: Option<Word>,
}
