//! Why a function of a tool gives no answer.

use std::fmt;

use serde_json::{Map, Value};

use crate::answer::Failure;
use crate::dispatch::Stop;

/// Why a function of a tool gives no answer: its own words, or what became of an operation. With `?`, a denial of the API
/// is worded as that of any tool.
pub struct Failed(pub(crate) Why);

pub(crate) enum Why {
    /// The end of the call, as of any.
    Stop(Stop),
    /// In a dry run: the request that would be sent.
    Shown(Map<String, Value>),
}

impl Failed {
    /// The function's own words: a stable name of what went wrong, and a sentence.
    pub fn new(reason: &str, said: impl Into<String>) -> Self {
        Self::failure(Failure::failed(reason, said))
    }

    /// The arguments do not fit the type, though they satisfy its checks.
    pub(crate) fn unread() -> Self {
        Self::new("internal-error", "The arguments of this tool cannot be read.")
    }

    pub(crate) fn failure(failure: Failure) -> Self {
        Self(Why::Stop(Stop::Failed(failure)))
    }

    /// The status that the API answered, where that is why.
    pub fn status(&self) -> Option<u16> {
        match &self.0 {
            Why::Stop(Stop::Failed(failure)) => failure.status,
            Why::Stop(Stop::Refused(_) | Stop::Uncredited(_)) | Why::Shown(_) => None,
        }
    }

    /// Whether the API says no, to this caller or to everyone: what is missing is not told from what is forbidden.
    pub fn is_denial(&self) -> bool {
        matches!(&self.0, Why::Stop(Stop::Failed(failure)) if failure.is_denial())
    }
}

/// Says what kind it is and nothing that a caller may not know.
impl fmt::Debug for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.0 {
            Why::Stop(Stop::Failed(_)) => "failed",
            Why::Stop(Stop::Refused(_)) => "refused",
            Why::Stop(Stop::Uncredited(_)) => "uncredited",
            Why::Shown(_) => "shown",
        };
        f.debug_struct("Failed").field("kind", &kind).field("status", &self.status()).finish()
    }
}
