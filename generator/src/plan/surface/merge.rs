//! What a variant reads before it writes, planned.

use super::{SegmentPlan, VariantPlan};
use crate::lower::curation::Word;

/// A read before a write.
#[derive(Debug, Clone)]
pub struct MergePlan {
    /// The operation as the manifest names it.
    pub call: Word,
    /// Its request; the inputs are those of the variant, bound to other slots.
    pub request: Box<VariantPlan>,
    /// The way to what is written back.
    pub at: Vec<SegmentPlan>,
    /// What of it is.
    pub kept: KeptPlan,
    /// The slot of the write that takes the `ETag` of the read.
    pub if_match: Option<String>,
    /// The whole schema of the body that is written; empty where it takes anything.
    pub schema: String,
}

/// What of a value that was read is written back; see [`fewtools_contract::Kept`].
#[derive(Debug, Clone)]
pub enum KeptPlan {
    /// Nothing.
    Nothing,
    /// All of it.
    All,
    /// These fields, and others too where that is said.
    Fields {
        /// The fields, sorted by name.
        fields: Vec<KeptField>,
        /// Whether fields beside them stay.
        others: bool,
    },
}

/// One field of an object that was read.
#[derive(Debug, Clone)]
pub struct KeptField {
    /// Its name.
    pub name: String,
    /// Whether a `null` is written back.
    pub nulls: bool,
    /// What of it is.
    pub kept: KeptPlan,
}
