//! An operation's responses → the schema of its success answer, and those of its errors.

use std::rc::Rc;

use serde_json::Value;

use super::paths::Node;
use crate::diagnostics::{Fault, Place};
use crate::lower::Api;
use crate::lower::api::{Media, Operation, Response};
use crate::plan::media;

/// The schemas of the success answers, each once: of exact 2xx statuses, lowest first, then of `2XX`; that of `default`
/// where none of these is declared. Empty where no schema is.
///
/// # Errors
/// A schema that cannot be read.
pub fn successes(api: &Api, operation: &Operation) -> Result<Vec<Rc<Value>>, Fault> {
    let mut schemas: Vec<Rc<Value>> = Vec::new();
    for (_, response) in ranked(operation) {
        let schema = json_schema(api, response)?;
        schemas.extend(schema.filter(|schema| !schemas.contains(schema)));
    }
    Ok(schemas)
}

/// Where the first of [`successes`] stands, or what it is a reference to.
pub fn first_success(operation: &Operation) -> Option<&Place> {
    let answers = may_succeed(operation).filter_map(|(rank, response)| Some((rank, json(response)?)));
    let (_, media) = answers.min_by_key(|(rank, _)| *rank)?;
    media.target.as_deref().or(media.schema.as_ref())
}

/// The responses that may be a success, in the order they are looked at.
fn ranked(operation: &Operation) -> Vec<(u16, &Response)> {
    let mut ranked: Vec<(u16, &Response)> = may_succeed(operation).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked
}

/// The responses that may be a success, each with its rank. Beside a success that is declared, `default` is the error.
fn may_succeed(operation: &Operation) -> impl Iterator<Item = (u16, &Response)> {
    let responses = operation.responses.iter();
    let ranked = responses.filter_map(|response| Some((rank(&response.status)?, &**response)));
    let last = if ranked.clone().any(|(rank, _)| rank < DEFAULT) { DEFAULT } else { DEFAULT + 1 };
    ranked.filter(move |(rank, _)| *rank < last)
}

/// Where a status stands among those that may be a success; `None` for one that is none.
fn rank(status: &str) -> Option<u16> {
    match status {
        range if range.eq_ignore_ascii_case("2XX") => Some(300),
        other if other.eq_ignore_ascii_case("default") => Some(DEFAULT),
        exact => exact.parse::<u16>().ok().filter(|status| (200..300).contains(status)),
    }
}

/// What a success answer is declared to be.
pub enum Declared {
    /// JSON of these schemas, always.
    Json(Node),
    /// JSON of which nothing is said.
    Untyped,
    /// Something else, or that sometimes; why no schema says it.
    Other(&'static str),
}

/// What the success answers of an operation are declared to be.
///
/// # Errors
/// A schema that cannot be read.
pub fn declared(api: &Api, operation: &Operation) -> Result<Declared, Fault> {
    if operation.method == "HEAD" {
        return Ok(Declared::Other("a HEAD request has no answer"));
    }
    let is_json = |response: &Response| media::of_answer(&response.media).map(|media| media.schema.is_some());
    for (_, response) in ranked(operation).into_iter().filter(|(rank, _)| *rank < DEFAULT) {
        match is_json(response) {
            None if response.media.is_empty() => return Ok(Declared::Other("its answer may be empty")),
            None => return Ok(Declared::Other("its answer is no JSON")),
            Some(false) => return Ok(Declared::Untyped),
            Some(true) => {}
        }
    }
    let schemas = self::successes(api, operation)?;
    if schemas.is_empty() {
        return Ok(Declared::Other("the document declares no success answer"));
    }
    Node::root(&api.schemas, &schemas).map(Declared::Json)
}

/// The rank of `default`, after every success.
const DEFAULT: u16 = 400;

/// The schemas of the error answers of an operation whose status lies in a range.
///
/// # Errors
/// A schema that cannot be read.
pub fn error_schemas(api: &Api, operation: &Operation, from: u16, to: u16) -> Result<Vec<Rc<Value>>, Fault> {
    let covers = |response: &&Rc<Response>| {
        let status = response.status.to_ascii_uppercase();
        match status.parse::<u16>() {
            Ok(exact) => (from..=to).contains(&exact),
            Err(_) if status == "DEFAULT" => true,
            Err(_) => status
                .strip_suffix("XX")
                .and_then(|class| class.parse::<u16>().ok())
                .is_some_and(|class| class * 100 <= to && from < class * 100 + 100),
        }
    };
    let mut schemas = Vec::new();
    for response in operation.responses.iter().filter(covers) {
        schemas.extend(json_schema(api, response)?);
    }
    Ok(schemas)
}

fn json_schema(api: &Api, response: &Response) -> Result<Option<Rc<Value>>, Fault> {
    if let Some(fault) = json(response).and_then(|media| media.astray.as_deref()) {
        return Err(fault.clone());
    }
    json_place(response).map(|place| api.schemas.at(place)).transpose()
}

fn json_place(response: &Response) -> Option<&Place> {
    json(response)?.schema.as_ref()
}

/// The first JSON of a response, where it has a schema.
fn json(response: &Response) -> Option<&Media> {
    media::of_answer(&response.media).filter(|json| json.schema.is_some())
}
