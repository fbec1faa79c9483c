//! Writes what happened to the log: names, states, sizes and times, never what is in a call.

use std::time::Instant;

use crate::dispatch::Route;
use crate::upstream::{Request, Response, UpstreamError};

/// A request on its way.
pub(crate) struct Sent<'r> {
    route: &'r Route,
    bytes: usize,
    since: Instant,
}

impl<'r> Sent<'r> {
    /// Notes the size of a request.
    pub(crate) fn new(route: &'r Route, request: &Request, since: Instant) -> Self {
        Self { route, bytes: request.body.as_ref().map_or(0, Vec::len), since }
    }

    /// Logs how the request was answered.
    pub(crate) fn answered(self, outcome: &Result<Response, UpstreamError>) {
        let (tool, variant) = (self.route.tool.name, self.route.variant.name);
        let (sent, ms) = (self.bytes, self.since.elapsed().as_millis() as u64);
        match outcome {
            Ok(response) => {
                let (status, received) = (response.status.as_u16(), response.body.len());
                tracing::info!(tool, variant, status, ms, sent, received, "call answered");
            }
            Err(error) => tracing::warn!(tool, variant, ms, sent, %error, "call not answered"),
        }
    }
}

/// Logs a call that is refused before a request leaves. The tool's name may be the caller's own text.
pub(crate) fn refused(tool: &str, reason: &str) {
    let tool = crate::arguments::nearest::shown(tool);
    tracing::info!(tool, reason, "call refused");
}
