//! Requests → a list of them: an upstream that sends nothing, answers `200 {}` and keeps what it was given.

use std::sync::{Mutex, PoisonError};

use fewtools::{Request, Response, Sending, Upstream};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};

/// Keeps every request.
#[derive(Debug, Default)]
pub struct Recorder {
    requests: Mutex<Vec<Request>>,
}

impl Recorder {
    /// What was sent since the last time this was asked.
    pub fn take(&self) -> Vec<Request> {
        std::mem::take(&mut *self.requests.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Upstream for Recorder {
    fn send(&self, request: Request) -> Sending<'_> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))]);
        Box::pin(async move { Ok(Response { status: StatusCode::OK, headers, body: b"{}".to_vec() }) })
    }
}
