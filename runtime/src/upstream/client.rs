//! The HTTP client: pooled connections, a deadline and a size for every answer, compressed or not, and no redirect to
//! elsewhere.

use std::time::Duration;

use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, LOCATION};
use http::{Method, StatusCode};
use reqwest::Url;
use reqwest::redirect::Policy;

use super::{Redirects, Request, Response, Sending, Upstream, UpstreamError};

/// Redirects that one request follows.
const REDIRECTS: usize = 5;

/// Whether any address needs certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Address {
    /// All are `http`.
    Plain,
    /// Some are `https`.
    Secure,
}

/// Sends requests with pooled connections.
pub(crate) struct Client {
    http: reqwest::Client,
}

impl Client {
    /// Starts a client. For secure addresses the certificates of the system have to be there.
    ///
    /// # Errors
    /// A phrase that says why it cannot be started.
    pub(crate) fn new(address: Address) -> Result<Self, String> {
        // Another part of the program may have chosen a provider already; that one is used.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = match builder().build() {
            Err(_) if address == Address::Plain => builder().tls_certs_only([]).build(),
            built => built,
        };
        http.map(|http| Self { http })
            .map_err(|error| format!("the HTTP client cannot be started: {}", root_cause(&error)))
    }

    async fn answer(&self, request: Request) -> Result<Response, UpstreamError> {
        let mut request = request;
        let mut url = Url::parse(&request.url).map_err(|_| UpstreamError::Unreachable)?;
        for _ in 0..REDIRECTS {
            let response = self.once(&request, url.clone()).await?;
            let Some(target) = next(&request, &url, &response) else {
                return read(&request, response).await;
            };
            url = target;
            if response.status() == StatusCode::SEE_OTHER {
                see_other(&mut request);
            }
        }
        let response = self.once(&request, url).await?;
        read(&request, response).await
    }

    async fn once(&self, request: &Request, url: Url) -> Result<reqwest::Response, UpstreamError> {
        let mut outgoing = self.http.request(request.method.clone(), url).headers(request.headers.clone());
        match &request.body {
            Some(body) => outgoing = outgoing.body(body.clone()),
            // Some servers insist on a length where a method is made for a body (RFC 9110, section 8.6).
            None if [Method::POST, Method::PUT, Method::PATCH].contains(&request.method) => {
                outgoing = outgoing.header(CONTENT_LENGTH, 0);
            }
            None => {}
        }
        outgoing.send().await.map_err(|error| told(&error))
    }
}

impl Upstream for Client {
    fn send(&self, request: Request) -> Sending<'_> {
        Box::pin(async move {
            let most = Duration::from_millis(request.timeout_ms.into());
            tokio::time::timeout(most, self.answer(request)).await.unwrap_or(Err(UpstreamError::Timeout))
        })
    }
}

fn builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .user_agent(concat!("fewtools/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .tcp_nodelay(true)
}

/// Where a redirect leads, if it may be followed: on the same scheme, host and port, and only to read there. Nothing else
/// is sent a second time: where it leads may not be what was confirmed, or no dry run.
fn next(request: &Request, from: &Url, response: &reqwest::Response) -> Option<Url> {
    let gets = [Method::GET, Method::HEAD].contains(&request.method);
    let is_followed = match response.status() {
        StatusCode::SEE_OTHER => !gets || request.redirects == Redirects::All,
        StatusCode::MOVED_PERMANENTLY
        | StatusCode::FOUND
        | StatusCode::TEMPORARY_REDIRECT
        | StatusCode::PERMANENT_REDIRECT => gets && request.redirects == Redirects::All,
        _ => false,
    };
    if !is_followed {
        return None;
    }
    let location = response.headers().get(LOCATION).map(HeaderValue::as_bytes)?;
    let target = from.join(std::str::from_utf8(location).ok()?).ok()?;
    (target.origin() == from.origin() && target.username().is_empty()).then_some(target)
}

/// What was asked for is done, and another address shows how it went.
fn see_other(request: &mut Request) {
    if request.method != Method::HEAD {
        request.method = Method::GET;
    }
    request.redirects = Redirects::All;
    request.body = None;
    for name in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LENGTH] {
        request.headers.remove(name);
    }
}

/// Reads the body, and stops reading where it becomes too large; what counts is its size without compression.
async fn read(request: &Request, mut response: reqwest::Response) -> Result<Response, UpstreamError> {
    let (status, most) = (response.status(), request.max_response);
    let headers = std::mem::take(response.headers_mut());
    if request.method == Method::HEAD {
        return Ok(Response { status, headers, body: Vec::new() });
    }
    let told = response.content_length();
    if told.is_some_and(|length| length > most) {
        return Err(UpstreamError::TooLarge { status });
    }
    let mut body = Body::new(told);
    while let Some(chunk) = response.chunk().await.map_err(|error| self::told(&error))? {
        if (body.length() + chunk.len()) as u64 > most {
            return Err(UpstreamError::TooLarge { status });
        }
        body.push(chunk);
    }
    Ok(Response { status, headers, body: body.whole() })
}

/// A body that never takes more room than twice its length: no buffer grows by being copied to a larger one.
enum Body<C> {
    /// Its length is known.
    Told(Vec<u8>),
    /// What came so far, in pieces.
    Pieces(Vec<C>, usize),
}

impl<C: AsRef<[u8]>> Body<C> {
    fn new(told: Option<u64>) -> Self {
        match told.and_then(|length| usize::try_from(length).ok()) {
            Some(length) => Self::Told(Vec::with_capacity(length)),
            None => Self::Pieces(Vec::new(), 0),
        }
    }

    fn length(&self) -> usize {
        match self {
            Self::Told(body) => body.len(),
            Self::Pieces(_, length) => *length,
        }
    }

    fn push(&mut self, piece: C) {
        match self {
            Self::Told(body) => body.extend_from_slice(piece.as_ref()),
            Self::Pieces(pieces, length) => {
                *length += piece.as_ref().len();
                pieces.push(piece);
            }
        }
    }

    fn whole(self) -> Vec<u8> {
        match self {
            Self::Told(body) => body,
            Self::Pieces(pieces, length) => {
                let mut body = Vec::with_capacity(length);
                pieces.into_iter().for_each(|piece| body.extend_from_slice(piece.as_ref()));
                body
            }
        }
    }
}

fn told(error: &reqwest::Error) -> UpstreamError {
    if error.is_timeout() {
        UpstreamError::Timeout
    } else if error.is_connect() {
        UpstreamError::Unreachable
    } else {
        UpstreamError::Broken
    }
}

fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
