//! Turns what the dispatcher says into the results and errors of the protocol.

use rmcp::model::{
    CallToolResult, CompleteResult, CompletionInfo, ContentBlock, ErrorCode, ErrorData, Resource,
    ResourceContents,
};
use serde_json::{Value, json};

use super::page::UnknownCursor;
use crate::{
    Attachment, AttachmentKind, Completed, Malformed, PromptError, ReadError, Reply, ResourceLink,
    UnknownReference,
};

/// The result of a call.
pub(super) fn result(reply: Reply) -> CallToolResult {
    let mut content = vec![ContentBlock::text(reply.text)];
    content.extend(reply.attachment.map(block));
    content.extend(reply.link.map(link));
    let mut result =
        if reply.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = reply.structured.map(Value::Object);
    result
}

/// The bytes of an answer. The address of a file is a name and no more: nothing can be read there.
fn block(attachment: Attachment) -> ContentBlock {
    let Attachment { kind, media_type, data } = attachment;
    match kind {
        AttachmentKind::Image => ContentBlock::image(data, media_type),
        AttachmentKind::File => {
            ContentBlock::resource(ResourceContents::blob(data, "answer:file").with_mime_type(media_type))
        }
    }
}

/// The address of a resource, as `resources/read` takes it.
fn link(link: ResourceLink) -> ContentBlock {
    let ResourceLink { uri, name, about, media_type } = link;
    ContentBlock::resource_link(Resource::new(uri, name).with_description(about).with_mime_type(media_type))
}

/// What is read at an address: the text of the same projection that a tool over the operation gives, or its bytes.
pub(super) fn contents(uri: &str, reply: Reply) -> ResourceContents {
    match reply.attachment {
        Some(bytes) => ResourceContents::blob(bytes.data, uri).with_mime_type(bytes.media_type),
        None if reply.structured.is_some() => {
            ResourceContents::text(reply.text, uri).with_mime_type("application/json")
        }
        None => ResourceContents::text(reply.text, uri),
    }
}

/// The values of a completion.
pub(super) fn completion(completed: Completed) -> CompleteResult {
    let Completed { values, total } = completed;
    let mut info = CompletionInfo::default();
    info.has_more = Some(values.len() < total);
    info.total = u32::try_from(total).ok();
    info.values = values;
    CompleteResult::new(info)
}

/// A call that is no result.
pub(super) fn malformed(malformed: &Malformed) -> ErrorData {
    let data = match malformed {
        Malformed::UnknownTool => None,
        Malformed::Refused(refusal) => Some(Value::Object(refusal.data())),
    };
    ErrorData::invalid_params(malformed.to_string(), data)
}

/// A resource that is not read. The protocol library gives the first of the two the code of the revision.
pub(super) fn unread(uri: &str, error: &ReadError) -> ErrorData {
    match error {
        ReadError::NoSuch => ErrorData::resource_not_found(error.to_string(), Some(json!({"uri": uri}))),
        ReadError::Failed(_) => ErrorData::internal_error(error.to_string(), None),
    }
}

impl From<PromptError> for ErrorData {
    fn from(error: PromptError) -> Self {
        Self::invalid_params(error.to_string(), None)
    }
}

impl From<UnknownReference> for ErrorData {
    fn from(error: UnknownReference) -> Self {
        Self::invalid_params(error.to_string(), None)
    }
}

impl From<UnknownCursor> for ErrorData {
    fn from(_: UnknownCursor) -> Self {
        Self::invalid_params("unknown `cursor`: begin again without one", None)
    }
}

/// The answer to a method that is not there for this caller.
pub(super) fn no_method(method: &str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("method not found: `{method}`"), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_told_beside_the_text() {
        let link = ResourceLink {
            uri: "library://books/7".to_owned(),
            name: "book".to_owned(),
            about: "One book.".to_owned(),
            media_type: "application/json".to_owned(),
        };
        let reply = Reply { link: Some(link), ..Reply::plain("Read it there.") };
        assert_eq!(
            json!(result(reply))["content"],
            json!([
                {"type": "text", "text": "Read it there."},
                {
                    "type": "resource_link",
                    "uri": "library://books/7",
                    "name": "book",
                    "description": "One book.",
                    "mimeType": "application/json",
                },
            ])
        );
    }
}
