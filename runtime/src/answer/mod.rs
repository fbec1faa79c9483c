//! Turns what the upstream answered into content to project, or into a sentence on what went wrong.

mod body;
mod digits;
mod link;
mod problem;
mod retry_after;
mod sentence;

#[cfg(test)]
mod tests;

use fewtools_contract::ErrorRule;
use http::HeaderMap;
use serde_json::Value;

use self::problem::Problems;
use crate::Reply;
use crate::dispatch::Route;
use crate::upstream::{Response, UpstreamError};

/// A successful answer.
pub(crate) struct Answered {
    /// What it holds.
    pub(crate) content: Content,
    /// The HTTP status.
    pub(crate) status: u16,
    /// Whether the answer says that there is a next page (RFC 8288, `rel="next"`).
    pub(crate) has_next: bool,
}

/// What a successful answer holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Content {
    /// JSON, by its type or by its looks.
    Json(Value),
    /// Text.
    Text(String),
    /// Bytes of another type; only their type and number are told.
    Bytes {
        /// The media type, without parameters.
        media_type: String,
        /// How many there are.
        length: usize,
    },
    /// Nothing.
    Empty,
}

/// Reads an outcome.
///
/// # Errors
/// The [`Reply`] that tells what went wrong. It holds no word of the upstream's, except in places that a rule of the
/// catalogue names.
pub(crate) fn read(
    rules: &[ErrorRule<'_>],
    route: &Route,
    outcome: Result<Response, UpstreamError>,
) -> Result<Answered, Reply> {
    let problems = Problems { rules, route };
    let response = match outcome {
        Ok(response) => response,
        Err(UpstreamError::TooLarge { status }) if !status.is_success() => {
            Response { status, headers: HeaderMap::new(), body: Vec::new() }
        }
        Err(UpstreamError::TooLarge { .. }) => return Err(problems.too_large()),
        Err(error) => return Err(problems.no_answer(error)),
    };
    let status = response.status.as_u16();
    if !response.status.is_success() {
        return Err(problems.refused(&response));
    }
    let content = body::read(&response).map_err(|body::Unreadable| problems.unreadable(status))?;
    Ok(Answered { content, status, has_next: link::has_next(&response.headers) })
}
