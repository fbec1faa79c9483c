//! Tells what became of a call, in kinds that cannot be taken for one another.

use crate::Reply;

/// What became of a call.
pub(crate) enum Outcome {
    /// The API did it, and this is the result.
    Done(Reply),
    /// Nothing was sent: the arguments make no request.
    Refused,
    /// Nothing was sent: a credential is not at hand.
    Uncredited,
    /// The API says no, to this caller or to everyone.
    Denied,
    /// The API did not answer, or not as it should; another try may go better.
    Failed(Reply),
}
