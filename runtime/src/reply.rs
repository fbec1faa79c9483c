//! What a call gives back: one text, the same as structured data, and bytes that no text can hold.

use serde_json::{Map, Value};

use crate::{Refusal, number};

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reply {
    /// What the model reads: the answer as compact JSON, plain text, or a sentence on what went wrong.
    pub text: String,
    /// The same as an object; `None` where the answer is plain text.
    pub structured: Option<Map<String, Value>>,
    /// Bytes of the answer.
    pub attachment: Option<Attachment>,
    /// The resource that has the answer, where the call gives its address alone.
    pub link: Option<ResourceLink>,
    /// Whether the call failed.
    pub is_error: bool,
}

/// Bytes of an answer, as base64 text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Whether it is a picture of a type that clients show, or another file.
    pub kind: AttachmentKind,
    /// The media type.
    pub media_type: String,
    /// The bytes as base64 text.
    pub data: String,
}

/// The address of a resource that has an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceLink {
    /// The address, as a read of it takes it.
    pub uri: String,
    /// The name of the resource.
    pub name: String,
    /// What can be read there.
    pub about: String,
    /// The media type of what can be read there.
    pub media_type: String,
}

/// What the bytes of an answer are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttachmentKind {
    /// A picture: PNG, JPEG, GIF or WebP, and begins like one.
    Image,
    /// Anything else.
    File,
}

impl Reply {
    /// An answer as an object; the text is the same as compact JSON. A number that few readers hold is a number in the
    /// text and a text of its digits in the object.
    pub(crate) fn object(mut structured: Map<String, Value>) -> Self {
        let text = number::object_to_json(&structured);
        structured.values_mut().for_each(number::as_texts);
        Self { text, structured: Some(structured), attachment: None, link: None, is_error: false }
    }

    /// An answer that is plain text.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), structured: None, attachment: None, link: None, is_error: false }
    }

    /// The same with bytes.
    pub(crate) fn with(self, attachment: Attachment) -> Self {
        Self { attachment: Some(attachment), ..self }
    }

    /// A sentence on what went wrong, and the same as data.
    pub(crate) fn failed(text: impl Into<String>, data: Map<String, Value>) -> Self {
        Self { text: text.into(), structured: Some(data), attachment: None, link: None, is_error: true }
    }

    /// A refusal as a result.
    pub(crate) fn refused(refusal: &Refusal) -> Self {
        Self::failed(refusal.text(), refusal.data())
    }
}
