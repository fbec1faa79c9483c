//! `content` of bodies and responses → media types with their schema and the encoding of their fields.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostics::{Fault, FileId};
use crate::lower::api::{Encoding, Media, RequestBody, Response};
use crate::lower::node::Node;
use crate::lower::reading::Reading;
use crate::lower::schemas::{Made, MadeSchemas};
use crate::lower::version::Dialect;
use crate::lower::{reference, style};

/// The request body of an operation; `None` when none is declared, or one without any media type that has not to be
/// sent.
pub(super) fn body(
    reading: Reading,
    operation: &Node,
    made: &mut MadeSchemas,
) -> Result<Option<RequestBody>, Fault> {
    let Some(written) = operation.get("requestBody") else { return Ok(None) };
    let node = reference::follow(reading.documents, written.clone())?;
    node.object("`requestBody`")?;
    let media = content(reading, &node, made)?;
    let required = node.is_set("required");
    if media.is_empty() {
        let what = "the request body is required and has no media type under `content`";
        let fault =
            Fault::error("bad-body", node.at, what).instead("write its media type, `application/json: {}`");
        return if required { Err(fault) } else { Ok(None) };
    }
    Ok(Some(RequestBody { required, description: node.described(&written), media, at: node.at }))
}

/// The responses that references alone lead to, by file, reference and status: most operations share some.
pub(super) type Responses<'a> = BTreeMap<(FileId, &'a str, &'a str), Rc<Response>>;

/// The responses of an operation in document order.
pub(super) fn responses<'a>(
    reading: Reading<'a>,
    operation: &Node<'a>,
    known: &mut Responses<'a>,
    made: &mut MadeSchemas,
) -> Result<Vec<Rc<Response>>, Fault> {
    let response = |(status, written): (&'a str, Node<'a>)| {
        let says_more = written.text("description").is_some();
        let Some(reference) = written.text("$ref").filter(|_| !says_more) else {
            return response(reading, status, written, made).map(Rc::new);
        };
        let key = (written.at.file, reference, status);
        if let Some(known) = known.get(&key) {
            return Ok(Rc::clone(known));
        }
        let response = Rc::new(response(reading, status, written, made)?);
        known.insert(key, Rc::clone(&response));
        Ok(response)
    };
    written_responses(operation)?.map(response).collect()
}

/// The responses as written, by status.
pub(super) fn written_responses<'a>(
    operation: &Node<'a>,
) -> Result<impl Iterator<Item = (&'a str, Node<'a>)> + use<'a>, Fault> {
    let responses = operation.get("responses");
    let written = responses.map(|responses| responses.members("`responses`")).transpose()?;
    Ok(written.into_iter().flatten().filter(|(status, _)| !status.starts_with("x-")))
}

fn response(
    reading: Reading,
    status: &str,
    written: Node,
    made: &mut MadeSchemas,
) -> Result<Response, Fault> {
    let node = reference::follow(reading.documents, written.clone())?;
    // YAML makes `null` of a status without a value.
    if !node.value.is_null() {
        node.object("a response")?;
    }
    Ok(Response {
        status: status.to_owned(),
        description: node.described(&written),
        media: content(reading, &node, made)?,
        at: node.at,
    })
}

fn content(reading: Reading, node: &Node, made: &mut MadeSchemas) -> Result<Vec<Media>, Fault> {
    let Some(content) = node.get("content") else { return Ok(Vec::new()) };
    content.members("`content`")?.map(|(name, written)| media(reading, name, written, made)).collect()
}

fn media(reading: Reading, name: &str, written: Node, made: &mut MadeSchemas) -> Result<Media, Fault> {
    let node = reference::follow(reading.documents, written)?;
    let schema = node.get("schema");
    let mut astray = schema.as_ref().and_then(|schema| reference::astray(reading.documents, schema));
    let mut schema = schema.map(|schema| schema.at);
    let items = node.get("itemSchema").filter(|_| reading.dialect >= Dialect::V32);
    if let Some(items) = items {
        made.insert(node.at.clone(), Made::Stream { whole: schema, items: items.at });
        schema = Some(node.at.clone());
        astray = None;
    }
    Ok(Media { media_type: name.to_owned(), schema, encoding: encoding(&node)?, astray, at: node.at })
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
