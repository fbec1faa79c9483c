//! What a call gives back: one text, and the same as structured data.

use serde_json::{Map, Value};

use crate::Refusal;

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

impl Reply {
    /// An answer as an object; the text is the same as compact JSON.
    pub(crate) fn object(structured: Map<String, Value>) -> Self {
        let text = serde_json::to_string(&structured).unwrap_or_default();
        Self { text, structured: Some(structured), is_error: false }
    }

    /// An answer that is plain text.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), structured: None, is_error: false }
    }

    /// A sentence on what went wrong, and the same as data.
    pub(crate) fn failed(text: impl Into<String>, data: Map<String, Value>) -> Self {
        Self { text: text.into(), structured: Some(data), is_error: true }
    }

    /// A refusal as a result.
    pub(crate) fn refused(refusal: &Refusal) -> Self {
        Self::failed(refusal.text(), refusal.data())
    }
}
