//! Who calls: the headers of the caller's own request, passed by value along the whole road.

use std::fmt;

use http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

/// The caller of one request.
///
/// It holds the headers of the caller's own request, from which credentials are forwarded, and the profile that the
/// host program gives them. There is no ambient identity: whoever asks a [`crate::Dispatcher`] says for whom. `Debug`
/// shows names of headers, never values.
#[derive(Clone, Default)]
pub struct Caller {
    headers: HeaderMap,
    profile: Option<String>,
    /// What a token that is not passed on still tells: that two callers are not the same.
    withheld: Option<[u8; 32]>,
}

impl Caller {
    /// A caller without headers, as over standard input and output.
    pub fn anonymous() -> Self {
        Self::default()
    }

    /// The caller who sent these headers.
    pub fn from_headers(headers: HeaderMap) -> Self {
        Self { headers, ..Self::default() }
    }

    /// This caller, offered what the profile of this name offers and nothing else. A profile that the catalogue does
    /// not have offers nothing at all.
    #[must_use]
    pub fn with_profile(mut self, name: impl Into<String>) -> Self {
        self.profile = Some(name.into());
        self
    }

    /// The profile; `None` for a caller who is offered everything.
    pub fn profile(&self) -> Option<&str> {
        self.profile.as_deref()
    }

    /// This caller with one header more, or with another value for it.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// The value of a header, if the caller sent it; its name in any case.
    pub fn header(&self, name: &str) -> Option<&HeaderValue> {
        self.headers.get(name)
    }

    /// This caller without `Authorization`. Nothing forwards it, and the caller is told from others by it all the same.
    #[cfg(feature = "http")]
    pub(crate) fn withholding_authorization(mut self) -> Self {
        self.withheld = self.authorization();
        self.headers.remove(AUTHORIZATION);
        self
    }

    /// Digest of what the caller came with as `Authorization`, withheld or not; `None` for nothing.
    pub(crate) fn authorization(&self) -> Option<[u8; 32]> {
        let mut values = self.headers.get_all(AUTHORIZATION).iter().peekable();
        if values.peek().is_none() {
            return self.withheld;
        }
        let mut digest = Sha256::new();
        for value in values {
            digest.update((value.len() as u64).to_le_bytes());
            digest.update(value.as_bytes());
        }
        Some(digest.finalize().into())
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller")
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .field("profile", &self.profile)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_value() {
        let caller = Caller::anonymous()
            .with_header(http::header::AUTHORIZATION, HeaderValue::from_static("Bearer s3cret"));
        let shown = format!("{caller:?}");
        assert!(shown.contains("authorization") && !shown.contains("s3cret"), "{shown}");
    }
}
