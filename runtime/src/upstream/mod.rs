//! Carries one request to the API and brings its answer back.

#[cfg(feature = "upstream")]
mod client;
#[cfg(all(test, feature = "upstream"))]
mod tests;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use http::{HeaderMap, Method, StatusCode};

#[cfg(feature = "upstream")]
pub(crate) use client::{Address, Client};

/// Sends requests to the API. One method, so that a test or a host can put its own in place.
pub trait Upstream: Send + Sync {
    /// Sends the request once, within its bounds, and never again.
    fn send(&self, request: Request) -> Sending<'_>;
}

/// The future of an answer.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<Response, UpstreamError>> + Send + 'a>>;

/// One HTTP request.
#[derive(Clone)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The absolute address, encoded.
    pub url: String,
    /// The headers, credentials included.
    pub headers: HeaderMap,
    /// The body.
    pub body: Option<Vec<u8>>,
    /// Milliseconds from connecting to the last byte of the answer.
    pub timeout_ms: u32,
    /// The most bytes that are read of the answer's body.
    pub max_response: u64,
    /// The redirects that may be followed.
    pub redirects: Redirects,
}

/// The redirects of a request that may be followed, none of them to another scheme, host or port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Redirects {
    /// All: the request only reads, so that another address makes it do nothing else.
    All,
    /// Of a request other than GET and HEAD the one that shows by a GET how it went (303; RFC 9110, section 15.4.4). The
    /// request itself is sent to no other address, where it could change what nobody asked for or lack the word that makes
    /// it a dry run.
    Outcome,
}

/// The address may hold a key and the body a person's data, so neither is shown.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Vec<u8>,
}

/// Why there is no whole answer. None of these holds an address or a word of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpstreamError {
    /// No connection was made.
    Unreachable,
    /// The time was up before the last byte came.
    Timeout,
    /// The connection broke before the last byte came.
    Broken,
    /// The body is larger than [`Request::max_response`]; the rest of it was not read.
    TooLarge {
        /// The status of the answer.
        status: StatusCode,
    },
}

impl fmt::Display for UpstreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("no connection to the API"),
            Self::Timeout => f.write_str("the API took too long"),
            Self::Broken => f.write_str("the connection to the API broke"),
            Self::TooLarge { status } => write!(f, "the {} answer of the API is too large", status.as_u16()),
        }
    }
}

impl std::error::Error for UpstreamError {}
