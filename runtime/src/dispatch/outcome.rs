//! Tells what became of a call, in kinds that cannot be taken for one another.

use crate::upstream::{Response, UpstreamError};
use crate::{Refusal, Reply};

/// What became of a call.
pub(crate) enum Outcome {
    /// The API did it, and this is the result.
    Done(Reply),
    /// Nothing was sent: the arguments make no request.
    Refused(Refusal),
    /// Nothing was sent: a credential is not at hand.
    Uncredited(Refusal),
    /// The API says no, to this caller or to everyone.
    Denied(Reply),
    /// The API did not answer, or not as it should; another try may go better.
    Failed(Reply),
}

/// Whether the API says no. Too many requests (429) and one that took too long (408) say nothing of the kind.
pub(super) fn is_denial(outcome: &Result<Response, UpstreamError>) -> bool {
    outcome.as_ref().is_ok_and(|response| {
        response.status.is_client_error() && !matches!(response.status.as_u16(), 408 | 429)
    })
}
