//! `content` of bodies and responses → media types with their schema and the encoding of their fields.

use std::collections::BTreeMap;

use crate::diagnostics::Fault;
use crate::load::Documents;
use crate::lower::api::{Encoding, Media, RequestBody, Response};
use crate::lower::node::Node;
use crate::lower::{reference, style};

/// The request body of an operation; `None` when none is declared, or one without any media type that has not to be
/// sent.
pub(super) fn body(documents: &Documents, operation: &Node) -> Result<Option<RequestBody>, Fault> {
    let Some(written) = operation.get("requestBody") else { return Ok(None) };
    let node = reference::follow(documents, written.clone())?;
    node.object("`requestBody`")?;
    let media = content(documents, &node)?;
    let required = node.is_set("required");
    if media.is_empty() {
        let what = "the request body is required and has no media type under `content`";
        let fault =
            Fault::error("bad-body", node.at, what).instead("write its media type, `application/json: {}`");
        return if required { Err(fault) } else { Ok(None) };
    }
    Ok(Some(RequestBody { required, description: node.described(&written), media, at: node.at }))
}

/// The responses of an operation in document order.
pub(super) fn responses(documents: &Documents, operation: &Node) -> Result<Vec<Response>, Fault> {
    let Some(responses) = operation.get("responses") else { return Ok(Vec::new()) };
    let written = responses.members("`responses`")?.filter(|(status, _)| !status.starts_with("x-"));
    written.map(|(status, written)| response(documents, status, written)).collect()
}

fn response(documents: &Documents, status: &str, written: Node) -> Result<Response, Fault> {
    let node = reference::follow(documents, written.clone())?;
    if node.value.is_null() {
        return Ok(Response {
            status: status.to_owned(),
            description: String::new(),
            media: Vec::new(),
            at: node.at,
        });
    }
    node.object("a response")?;
    Ok(Response {
        status: status.to_owned(),
        description: node.described(&written),
        media: content(documents, &node)?,
        at: node.at,
    })
}

fn content(documents: &Documents, node: &Node) -> Result<Vec<Media>, Fault> {
    let Some(content) = node.get("content") else { return Ok(Vec::new()) };
    content.members("`content`")?.map(|(name, written)| media(documents, name, written)).collect()
}

fn media(documents: &Documents, name: &str, written: Node) -> Result<Media, Fault> {
    let node = reference::follow(documents, written)?;
    Ok(Media {
        media_type: name.to_owned(),
        schema: node.get("schema").map(|schema| schema.at),
        encoding: encoding(&node)?,
        at: node.at,
    })
}

/// How each field that says so is written: by style where any key of a style stands there, else by `contentType`.
fn encoding(media: &Node) -> Result<BTreeMap<String, (Encoding, String)>, Fault> {
    let Some(fields) = media.get("encoding") else { return Ok(BTreeMap::new()) };
    let mut encodings = BTreeMap::new();
    for (name, field) in fields.members("`encoding`")? {
        let content_type = field.words("contentType");
        let by_style = ["style", "explode", "allowReserved"].iter().any(|key| field.get(key).is_some());
        if by_style {
            encodings.insert(name.to_owned(), (style::of_field(&field, name)?, content_type));
        } else if !content_type.is_empty() {
            encodings.insert(name.to_owned(), (Encoding::Content(content_type.clone()), content_type));
        }
    }
    Ok(encodings)
}
