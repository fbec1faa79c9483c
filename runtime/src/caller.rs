//! Who calls: the headers of the caller's own request, passed by value along the whole road.

use std::fmt;

use http::header::{HeaderMap, HeaderName, HeaderValue};

/// The caller of one request.
///
/// It holds the headers of the caller's own request, from which credentials are forwarded, and the profile that the
/// host program gives them. There is no ambient identity: whoever asks a [`crate::Dispatcher`] says for whom. `Debug`
/// shows names of headers, never values.
#[derive(Clone, Default)]
pub struct Caller {
    headers: HeaderMap,
    profile: Option<String>,
}

impl Caller {
    /// A caller without headers, as over standard input and output.
    pub fn anonymous() -> Self {
        Self::default()
    }

    /// The caller who sent these headers.
    pub fn from_headers(headers: HeaderMap) -> Self {
        Self { headers, profile: None }
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
