//! Sends one request, with the redirects that its purpose allows, and logs how it was answered.

use super::Dispatcher;
use crate::answer::Asked;
use crate::log;
use crate::upstream::{Request, Response, UpstreamError};

impl Dispatcher {
    /// Sends the request that is asked about.
    pub(super) async fn send(
        &self,
        asked: &Asked<'_>,
        what: log::What<'_>,
        mut request: Request,
    ) -> Result<Response, UpstreamError> {
        request.redirects = asked.redirects();
        let sent = log::Sent::new(asked.route, what, &request);
        let outcome = self.upstream.send(request).await;
        sent.answered(&outcome);
        outcome
    }
}
