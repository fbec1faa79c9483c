//! Who calls: the headers of the caller's own request, passed by value along the whole road.

use std::fmt;

use http::header::{HeaderMap, HeaderName, HeaderValue};

/// The caller of one tool call.
///
/// It holds the headers of the caller's own request, from which credentials are forwarded. There is no ambient
/// identity: whoever calls [`crate::Dispatcher::call`] says for whom. `Debug` shows names of headers, never values.
#[derive(Clone, Default)]
pub struct Caller {
    headers: HeaderMap,
}

impl Caller {
    /// A caller without headers, as over standard input and output.
    pub fn anonymous() -> Self {
        Self::default()
    }

    /// The caller who sent these headers.
    pub fn from_headers(headers: HeaderMap) -> Self {
        Self { headers }
    }

    /// This caller with one header more, or with another value for it.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// The value of a header, if the caller sent it; its name in any case.
    pub(crate) fn header(&self, name: &str) -> Option<&HeaderValue> {
        self.headers.get(name)
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("headers", &self.headers.keys().collect::<Vec<_>>()).finish()
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
