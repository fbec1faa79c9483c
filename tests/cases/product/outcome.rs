//! How a call went: what was built, what arrived, and what the model reads.

use std::time::Duration;

use fewtools::{AttachmentKind, Reply};
use serde_json::{Map, Value};

use crate::cases::data::Node;
use crate::cases::site::Received;

/// One request, as it was built and as it arrived.
#[derive(Debug, Clone)]
pub struct Sent {
    pub method: String,
    /// The whole address, as text.
    pub url: String,
    pub received: Received,
}

/// How one call went.
pub struct Outcome {
    /// The requests that arrived, in order, at whatever place.
    pub sent: Vec<Sent>,
    /// Where what arrived is not what was built.
    pub changed: Option<String>,
    pub text: String,
    /// The text and the structured data, as the model may read either.
    pub read: String,
    pub structured: Option<Map<String, Value>>,
    pub is_error: bool,
    /// Content blocks beside the text, as MCP writes them.
    pub blocks: Vec<Node>,
    pub took: Duration,
    /// Bytes of the answer that were taken.
    pub taken: u64,
}

impl Outcome {
    pub fn new(sent: Vec<Sent>, reply: Reply, took: Duration, taken: u64) -> Self {
        let structured = reply.structured.as_ref().map(|data| Value::Object(data.clone()).to_string());
        let blocks = blocks(&reply);
        Self {
            sent,
            changed: None,
            read: format!("{} {}", reply.text, structured.unwrap_or_default()),
            text: reply.text,
            structured: reply.structured,
            is_error: reply.is_error,
            blocks,
            took,
            taken,
        }
    }

    /// The argument that a refusal names; `None` where it names none, or is no refusal.
    pub fn refused_argument(&self) -> Option<&str> {
        self.structured.as_ref().filter(|_| self.is_error)?.get("argument")?.as_str()
    }

    /// The text as JSON, where it is some.
    pub fn json(&self) -> Option<Node> {
        Node::of_json(&self.text).ok()
    }
}

fn blocks(reply: &Reply) -> Vec<Node> {
    let Some(attachment) = &reply.attachment else { return Vec::new() };
    let text = |text: &str| Node::Text(text.to_owned());
    let map = |members: Vec<(&str, Node)>| {
        Node::Map(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    };
    let media_type = ("mimeType", text(&attachment.media_type));
    vec![match attachment.kind {
        AttachmentKind::Image => {
            map(vec![("type", text("image")), media_type, ("data", text(&attachment.data))])
        }
        AttachmentKind::File => {
            let resource = map(vec![media_type, ("blob", text(&attachment.data))]);
            map(vec![("type", text("resource")), ("resource", resource)])
        }
    }]
}
