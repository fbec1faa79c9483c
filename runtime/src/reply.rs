//! What a call gives back: one text, and the same as structured data.

use serde_json::{Map, Value};

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// What the model reads: the answer as compact JSON, plain text, or a sentence on what went wrong.
    pub text: String,
    /// The same as an object; `None` where the answer is plain text.
    pub structured: Option<Map<String, Value>>,
    /// Whether the call failed.
    pub is_error: bool,
}
