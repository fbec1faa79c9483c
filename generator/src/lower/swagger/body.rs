//! A body parameter, or the fields of a form, and `consumes` → a request body.

use std::collections::BTreeMap;

use crate::diagnostics::{Fault, Place};
use crate::lower::api::{Media, RequestBody};
use crate::lower::declared::Declared;
use crate::lower::node::Node;
use crate::lower::schemas::{FormField, Made, MadeSchemas};
use crate::lower::swagger::collection;
use crate::lower::swagger::media_types::{self, Named};
use crate::lower::swagger::parameters::{Parameters, schema};

const JSON: &str = "application/json";
const URLENCODED: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// The body of an operation; `at` is a place that no other operation has. The schema of a form is put to `made`.
pub(in crate::lower) fn body(
    root: &Node,
    operation: &Node,
    parameters: &Parameters,
    at: &Place,
    made: &mut MadeSchemas,
) -> Result<Option<RequestBody>, Fault> {
    let consumes = || media_types::of("consumes", root, operation);
    match &parameters.body {
        Some(body) => Ok(Some(whole(body, consumes()?))),
        None if parameters.fields.is_empty() => Ok(None),
        None => form(&parameters.fields, consumes()?, at, made).map(Some),
    }
}

/// A body that is described by one schema, in any of the media types; JSON where none is said.
fn whole(body: &Declared, consumes: Vec<Named>) -> RequestBody {
    let node = &body.declaration.node;
    let types = if consumes.is_empty() { vec![(JSON.to_owned(), node.at.clone())] } else { consumes };
    let said = node.get("schema").or(node.get("type")).is_some();
    let media = types.into_iter().map(|(media_type, at)| Media {
        media_type,
        schema: said.then(|| schema(node)),
        target: None,
        encoding: BTreeMap::new(),
        astray: None,
        at,
    });
    let media = media.collect();
    RequestBody {
        required: node.is_set("required"),
        description: body.description(),
        media,
        at: node.at.clone(),
    }
}

/// A body of single fields: multipart where one of them is a file, else what `consumes` says; urlencoded where it says
/// neither.
fn form(
    fields: &[Declared],
    consumes: Vec<Named>,
    at: &Place,
    made: &mut MadeSchemas,
) -> Result<RequestBody, Fault> {
    let declared = || fields.iter().map(|field| &*field.declaration);
    let has_file = declared().any(|field| is_file(&field.node));
    let fits = |name: &str| match essence(name) {
        essence if essence.eq_ignore_ascii_case(MULTIPART) => true,
        essence => !has_file && essence.eq_ignore_ascii_case(URLENCODED),
    };
    let mut types: Vec<Named> = consumes.into_iter().filter(|(name, _)| fits(name)).collect();
    if types.is_empty() {
        types.push((if has_file { MULTIPART } else { URLENCODED }.to_owned(), at.clone()));
    }
    let mut encoding = BTreeMap::new();
    for field in declared().filter(|field| collection::is_list(field)) {
        encoding.insert(field.name.to_string(), (collection::encoding(field)?, String::new()));
    }
    let form = declared().map(|field| FormField {
        name: field.name.to_string(),
        required: field.node.is_set("required"),
        schema: schema(&field.node),
    });
    made.insert(at.clone(), Made::Form(form.collect()));
    let media = types.into_iter().map(|(media_type, place)| Media {
        media_type,
        schema: Some(at.clone()),
        target: None,
        encoding: encoding.clone(),
        astray: None,
        at: place,
    });
    Ok(RequestBody {
        required: declared().any(|field| field.node.is_set("required")),
        description: String::new(),
        media: media.collect(),
        at: at.clone(),
    })
}

/// Whether a field is a file, or a list of files.
fn is_file(field: &Node) -> bool {
    let of_type = |node: &Node| node.text("type") == Some("file");
    of_type(field) || field.get("items").is_some_and(|items| of_type(&items))
}

/// A media type without its parameters.
fn essence(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or_default().trim()
}
