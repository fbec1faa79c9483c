//! Turns what the upstream answered into content to project, or into a sentence on what went wrong.

mod body;
mod failure;
mod link;
mod location;
mod next;
mod problem;
mod retry_after;
mod sentence;
mod settled;

#[cfg(test)]
mod tests;

use fewtools_contract::{Call, Cap, Catalogue, Denial, Exchange};
use http::header::{ETAG, HeaderMap, HeaderValue};
use serde_json::Value;

pub(crate) use self::failure::Failure;
pub(crate) use self::next::Next;
use self::problem::Problems;
use crate::dispatch::Route;
use crate::pages::{Listed, Wanted};
use crate::request::Prepared;
use crate::upstream::{Redirects, Response, UpstreamError};

/// A successful answer.
pub(crate) struct Answered {
    /// What it holds.
    pub(crate) content: Content,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What it says of a next page.
    pub(crate) next: Next,
    /// The version of what was read, where the request was made to change it.
    pub(crate) etag: Option<HeaderValue>,
    /// Where what the call made is, or how its work goes; empty where the API does not say.
    pub(crate) location: String,
}

/// The request that is answered.
pub(crate) struct Asked<'r> {
    /// The variant.
    pub(crate) route: &'r Route,
    /// What is asked for.
    pub(crate) purpose: Purpose,
    /// The request.
    pub(crate) call: &'r Call<'static>,
    /// What is said of missing and forbidden things.
    pub(crate) denial: Denial<'static>,
    /// One value for each of the variant's inputs, as it was sent.
    pub(crate) inputs: &'r [Option<Value>],
    /// The address that the request went to.
    pub(crate) url: &'r str,
    /// The base address that the document declares for it.
    pub(crate) declared: &'r str,
    /// What is read of an answer that is a list; `None` where all of it is.
    pub(crate) list: Option<&'r Wanted<'r>>,
}

/// What a request is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To read what a real run has to confirm.
    Lookup,
    /// To read what is changed.
    Merge,
    /// To have the upstream tell what a real run would do.
    Preview,
    /// What the variant is there for.
    Run,
    /// A part of what the variant is there for.
    Step,
}

impl Purpose {
    /// Which of a variant's calls is made; `own` is what it is there for.
    pub(crate) fn call<'r>(self, route: &'r Route, own: &'r Prepared) -> &'r Prepared {
        match (self, &route.lookup, &route.merging) {
            (Self::Lookup, Some(lookup), _) => lookup,
            (Self::Merge, _, Some(merging)) => &merging.call,
            _ => own,
        }
    }
}

impl<'r> Asked<'r> {
    /// A request of a variant, which went to this address.
    pub(crate) fn new(
        catalogue: &'r Catalogue<'_>,
        route: &'r Route,
        (purpose, call): (Purpose, &'r Call<'static>),
        inputs: &'r [Option<Value>],
        url: &'r str,
    ) -> Self {
        let declared = if call.base.is_empty() { catalogue.upstream.base } else { call.base };
        let denial = route.variant.denial;
        Self { route, purpose, call, denial, inputs, url, declared, list: None }
    }
}

impl Asked<'_> {
    /// The variant's one request and what is known of its pages, where this is what is asked for.
    pub(crate) fn exchange(&self) -> Option<&Exchange<'static>> {
        self.route.variant.work.exchange()
    }

    /// Whether the upstream may differ after it.
    pub(crate) fn changes(&self) -> bool {
        self.purpose == Purpose::Run && self.route.variant.effect.is_mutation()
    }

    /// The redirects that may be followed: a preview is the request that changes, but for a word.
    pub(crate) fn redirects(&self) -> Redirects {
        if self.purpose == Purpose::Preview || self.changes() { Redirects::Outcome } else { Redirects::All }
    }
}

/// What a successful answer holds.
#[derive(Debug, PartialEq)]
pub(crate) enum Content {
    /// JSON, by its type or by its looks.
    Json(Value),
    /// Of such JSON the rows that were asked for; `None` where it has none in their place.
    Rows(Option<Listed>),
    /// Text.
    Text(String),
    /// Bytes of another type.
    Bytes {
        /// The media type, without parameters; empty for none.
        media_type: String,
        /// The bytes.
        data: Vec<u8>,
    },
    /// Nothing.
    Empty,
    /// Nothing, but a sentence on what the status means.
    Settled(String),
}

/// What is told of a call whose result needs a function of the host program that is not there.
pub(crate) fn needs_program(route: &Route, function: &str) -> Failure {
    let said = format!(
        "{} needs the compiled crate: its result is made with `{function}`, a function in Rust.",
        route.subject()
    );
    Failure::unsent("needs-program", said)
}

/// What is told of a call that succeeded, and whose answer is not what its type says or what it has to be.
pub(crate) fn unreadable(status: u16) -> Failure {
    Failure::after(sentence::of_unreadable_answer(status), status)
}

/// What is told where the answer of one step lacks what another one needs.
pub(crate) fn incomplete(step: &str, slot: &str) -> Failure {
    let said = format!("The API does not say what `{step}` needs for its {slot}, so there is no answer.");
    Failure::unsent("answer-incomplete", said)
}

/// What is told where the answer of one step gives another what its slot does not take.
pub(crate) fn unfit(step: &str, slot: &str, why: &str) -> Failure {
    let said = format!("The API gives what `{step}` cannot send as its {slot}, so there is no answer: {why}");
    Failure::unsent("answer-unfit", said)
}

/// What is told of a call that is over the cap by the word of the preview: nothing that changes was sent. Fields that the
/// catalogue's sentence names are of what leaves of the preview, which is `left`.
pub(crate) fn over_cap(
    catalogue: &Catalogue<'_>,
    route: &Route,
    call: &Call<'static>,
    cap: &Cap<'_>,
    left: Value,
) -> Failure {
    let asked = Asked::new(catalogue, route, (Purpose::Preview, call), &[], "");
    Problems { rules: catalogue.errors, asked: &asked }.over_cap(cap, left)
}

/// Reads an outcome.
///
/// # Errors
/// The [`Failure`] that tells what went wrong. It holds no word of the upstream's, except in places that a rule of the
/// catalogue names.
pub(crate) fn read(
    catalogue: &Catalogue<'_>,
    asked: &Asked<'_>,
    outcome: Result<Response, UpstreamError>,
) -> Result<Answered, Failure> {
    let problems = Problems { rules: catalogue.errors, asked };
    let response = match outcome {
        Ok(response) => response,
        Err(UpstreamError::TooLarge { status }) if !status.is_success() => {
            let unread = Response { status, headers: HeaderMap::new(), body: Vec::new() };
            return Err(problems.refused(&unread));
        }
        Err(UpstreamError::TooLarge { status }) => {
            return Err(problems.too_large(status.as_u16(), catalogue.upstream.max_response));
        }
        Err(error) => return Err(problems.no_answer(error)),
    };
    let status = response.status.as_u16();
    if !response.status.is_success() {
        let said = settled::said(catalogue.settled, &problems, &response);
        let said = said.ok_or_else(|| problems.refused(&response))?;
        let (content, location) = (Content::Settled(said), String::new());
        return Ok(Answered { content, status, next: Next::Unsaid, etag: None, location });
    }
    // What is written back must not differ by a character from what was read.
    if asked.purpose == Purpose::Merge && std::str::from_utf8(&response.body).is_err() {
        return Err(unreadable(status));
    }
    let headers = response.headers.clone();
    let content = body::read(response, asked.list).map_err(|body::Unreadable| unreadable(status))?;
    let next = match asked.purpose {
        Purpose::Run => next::of(asked, &headers, &content),
        Purpose::Lookup | Purpose::Merge | Purpose::Preview | Purpose::Step => Next::Unsaid,
    };
    let reads = matches!(asked.purpose, Purpose::Merge | Purpose::Lookup);
    let etag = headers.get(ETAG).filter(|_| reads).cloned();
    let location = match asked.purpose {
        Purpose::Run => location::of(asked, status, &headers),
        Purpose::Lookup | Purpose::Merge | Purpose::Preview | Purpose::Step => String::new(),
    };
    Ok(Answered { content, status, next, etag, location })
}
