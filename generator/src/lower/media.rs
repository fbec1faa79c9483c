//! `content` of bodies and responses → media types with their schema and the encoding of their fields.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostics::{Fault, FileId, Place};
use crate::lower::api::{Encoding, Media, RequestBody, Response};
use crate::lower::node::Node;
use crate::lower::reading::Reading;
use crate::lower::schemas::{Made, MadeSchemas};
use crate::lower::version::Dialect;
use crate::lower::{reference, style};

/// The request body of an operation; `None` when none is declared, or one without any media type that has not to be
/// sent.
pub(super) fn body<'a>(
    reading: Reading<'a>,
    operation: &Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Result<Option<RequestBody>, Fault> {
    let Some(written) = operation.get("requestBody") else { return Ok(None) };
    let node = reference::follow(reading.documents, written.clone())?;
    node.object("`requestBody`")?;
    let media = content(reading, &node, known, made)?;
    let required = node.is_set("required");
    if media.is_empty() {
        let what = "the request body is required and has no media type under `content`";
        let fault =
            Fault::error("bad-body", node.at, what).instead("write its media type, `application/json: {}`");
        return if required { Err(fault) } else { Ok(None) };
    }
    Ok(Some(RequestBody { required, description: node.described(&written), media, at: node.at }))
}

/// What references lead to: most operations share theirs.
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    /// The responses that are references alone, by file, reference and status.
    responses: BTreeMap<(FileId, &'a str, &'a str), Rc<Response>>,
    /// The places of schemas, by file and reference.
    schemas: BTreeMap<(FileId, &'a str), Option<Rc<Place>>>,
}

impl<'a> Known<'a> {
    /// Where a reference leads from the root of its file.
    fn schema(&mut self, reading: Reading<'a>, file: FileId, reference: &'a str) -> Option<Rc<Place>> {
        let existing = || reference::existing(reading.documents, file, reference).map(Rc::new);
        self.schemas.entry((file, reference)).or_insert_with(existing).clone()
    }
}

/// The responses of an operation in document order.
pub(super) fn responses<'a>(
    reading: Reading<'a>,
    operation: &Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Result<Vec<Rc<Response>>, Fault> {
    let response = |(status, written): (&'a str, Node<'a>)| {
        let says_more = written.text("description").is_some();
        let Some(reference) = written.text("$ref").filter(|_| !says_more) else {
            return Rc::new(response(reading, status, &written, known, made));
        };
        let key = (written.at.file, reference, status);
        if let Some(known) = known.responses.get(&key) {
            return Rc::clone(known);
        }
        let response = Rc::new(response(reading, status, &written, known, made));
        known.responses.insert(key, Rc::clone(&response));
        response
    };
    Ok(written_responses(operation)?.map(response).collect())
}

/// A response, or one of which nothing is known but why it cannot be read: no request needs it.
pub(super) fn or_unknown(read: Result<Response, Fault>, status: &str, at: &Place) -> Response {
    read.unwrap_or_else(|fault| {
        let at = at.clone();
        let media = Media {
            media_type: "application/json".to_owned(),
            schema: Some(at.clone()),
            target: None,
            encoding: BTreeMap::new(),
            astray: Some(Box::new(fault)),
            at: at.clone(),
        };
        Response { status: status.to_owned(), description: String::new(), media: vec![media], at }
    })
}

/// The responses as written, by status.
pub(super) fn written_responses<'a>(
    operation: &Node<'a>,
) -> Result<impl Iterator<Item = (&'a str, Node<'a>)> + use<'a>, Fault> {
    let responses = operation.get("responses");
    let written = responses.map(|responses| responses.members("`responses`")).transpose()?;
    Ok(written.into_iter().flatten().filter(|(status, _)| !status.starts_with("x-")))
}

fn response<'a>(
    reading: Reading<'a>,
    status: &str,
    written: &Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Response {
    or_unknown(readable(reading, status, written, known, made), status, &written.at)
}

fn readable<'a>(
    reading: Reading<'a>,
    status: &str,
    written: &Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Result<Response, Fault> {
    let node = reference::follow(reading.documents, written.clone())?;
    // YAML makes `null` of a status without a value.
    if !node.value.is_null() {
        node.object("a response")?;
    }
    Ok(Response {
        status: status.to_owned(),
        description: node.described(written),
        media: content(reading, &node, known, made)?,
        at: node.at,
    })
}

fn content<'a>(
    reading: Reading<'a>,
    node: &Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Result<Vec<Media>, Fault> {
    let Some(content) = node.get("content") else { return Ok(Vec::new()) };
    content.members("`content`")?.map(|(name, written)| media(reading, name, written, known, made)).collect()
}

fn media<'a>(
    reading: Reading<'a>,
    name: &str,
    written: Node<'a>,
    known: &mut Known<'a>,
    made: &mut MadeSchemas,
) -> Result<Media, Fault> {
    let node = reference::follow(reading.documents, written)?;
    let schema = node.get("schema");
    let reference = schema.as_ref().and_then(|schema| Some((schema, schema.text("$ref")?)));
    let target = reference.and_then(|(schema, to)| known.schema(reading, schema.at.file, to));
    let mut astray = match target {
        Some(_) => None,
        None => reference.and_then(|(schema, _)| reference::astray(reading.documents, schema)),
    };
    let alone = schema.as_ref().and_then(|schema| schema.value.as_object()).is_some_and(|map| map.len() == 1);
    let mut target = target.filter(|_| alone);
    let mut schema = schema.map(|schema| schema.at);
    let items = node.get("itemSchema").filter(|_| reading.dialect >= Dialect::V32);
    if let Some(items) = items {
        made.insert(node.at.clone(), Made::Stream { whole: schema, items: items.at });
        schema = Some(node.at.clone());
        (astray, target) = (None, None);
    }
    Ok(Media { media_type: name.to_owned(), schema, target, encoding: encoding(&node)?, astray, at: node.at })
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
