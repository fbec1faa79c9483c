//! Responses of OpenAPI 2.0 and `produces` → responses with media types.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostics::Fault;
use crate::lower::api::{Media, Response};
use crate::lower::media;
use crate::lower::node::Node;
use crate::lower::reading::Reading;
use crate::lower::reference;
use crate::lower::swagger::media_types::{self, Named};

/// The responses of an operation in document order.
pub(in crate::lower) fn responses(
    reading: Reading,
    root: &Node,
    operation: &Node,
) -> Result<Vec<Rc<Response>>, Fault> {
    let produces = media_types::of("produces", root, operation);
    let written = media::written_responses(operation)?;
    let read = |(status, written): (&str, Node)| {
        Rc::new(media::or_unknown(response(reading, &produces, status, &written), status, &written.at))
    };
    Ok(written.map(read).collect())
}

/// A response without a schema has no content.
fn response(
    reading: Reading,
    produces: &Result<Vec<Named>, Fault>,
    status: &str,
    written: &Node,
) -> Result<Response, Fault> {
    let node = reference::follow(reading.documents, written.clone())?;
    // YAML makes `null` of a status without a value.
    if !node.value.is_null() {
        node.object("a response")?;
    }
    let media = match node.get("schema") {
        Some(schema) => {
            let astray = reference::astray(reading.documents, &schema);
            content(&schema, astray, produces.as_ref().map_err(Clone::clone)?)
        }
        None => Vec::new(),
    };
    Ok(Response { status: status.to_owned(), description: node.described(written), media, at: node.at })
}

/// The schema in every media type; where none is said, bytes for a file and JSON for all else.
fn content(schema: &Node, astray: Option<Box<Fault>>, produces: &[Named]) -> Vec<Media> {
    let media = |media_type: &str, at| Media {
        media_type: media_type.to_owned(),
        schema: Some(schema.at.clone()),
        target: None,
        encoding: BTreeMap::new(),
        astray: astray.clone(),
        at,
    };
    if produces.is_empty() {
        let is_file = schema.text("type") == Some("file");
        let media_type = if is_file { "application/octet-stream" } else { "application/json" };
        return vec![media(media_type, schema.at.clone())];
    }
    produces.iter().map(|(name, at)| media(name, at.clone())).collect()
}
