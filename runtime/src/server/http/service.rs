//! Answers one HTTP request to the endpoint.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, PROXY_AUTHORIZATION};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body::Body;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::HttpOptions;
use super::bearer::Bearer;
use super::options::ProfileOf;
use crate::server::handler::Handler;
use crate::server::message;
use crate::{Caller, number};

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);

/// The answer to a request.
pub(super) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// The MCP endpoint as a `tower` service, for every path it is mounted at.
#[derive(Clone)]
pub struct HttpService {
    protocol: StreamableHttpService<Handler, NeverSessionManager>,
    body_limit: usize,
    profile: Option<ProfileOf>,
    bearer: Option<Arc<Bearer>>,
}

impl HttpService {
    pub(in crate::server) fn new(handler: Handler, options: &HttpOptions) -> Self {
        let sessions = Arc::new(NeverSessionManager::default());
        let protocol = StreamableHttpService::new(move || Ok(handler.clone()), sessions, options.config());
        Self {
            protocol,
            body_limit: options.body_limit(),
            profile: options.profile_of(),
            bearer: options.bearer(),
        }
    }

    /// Answers one request. The protocol library answers everything but a body that is no message, which it would
    /// call an unsupported media type even if it is of the supported one.
    pub(super) async fn answer<B>(self, request: Request<B>) -> Answer
    where
        B: Body + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + fmt::Display,
    {
        let (mut head, body) = request.into_parts();
        conceal(&mut head.headers);
        if let Some(bearer) = &self.bearer {
            if bearer.is_metadata(&head) {
                return bearer.metadata(&head.method);
            }
            if let Err(answer) = bearer.admit(&head) {
                return answer;
            }
        }
        if head.method != Method::POST {
            return self.protocol.handle(Request::from_parts(head, body)).await;
        }
        let caller = self.caller(&head);
        head.extensions.insert(caller);
        let body = match collect(body, self.body_limit).await {
            Ok(body) => body,
            Err(status) => return plain(status),
        };
        let is_json = is_json(&head.headers);
        let wrong = message::doubled(&body).or_else(|| message::mistyped(&body));
        if let Some(answer) = wrong.filter(|_| is_json) {
            return json(answer);
        }
        let exact = match number::marked_in_arguments(&body) {
            Cow::Borrowed(_) => body.clone(),
            Cow::Owned(marked) => Bytes::from(marked),
        };
        let answer = self.protocol.handle(Request::from_parts(head, Full::new(exact))).await;
        match answer.status() {
            StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => json(message::fault(&body)),
            _ => answer,
        }
    }

    /// Whether it tells where to get a token.
    pub(super) fn requires_bearer(&self) -> bool {
        self.bearer.is_some()
    }

    /// The sender of a request. A token that is meant for this server is no credential of the API's.
    fn caller(&self, head: &Parts) -> Caller {
        let mut caller = Caller::from_headers(head.headers.clone());
        if self.bearer.is_some() {
            caller = caller.withholding_authorization();
        }
        let profile = self.profile.as_ref().and_then(|profile| profile.sender(head));
        profile.into_iter().fold(caller, Caller::with_profile)
    }
}

/// Keeps credentials out of everything that shows a request, the protocol library's traces included.
fn conceal(headers: &mut HeaderMap) {
    for (name, value) in headers.iter_mut() {
        if [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION].contains(name) {
            value.set_sensitive(true);
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

async fn collect<B>(body: B, limit: usize) -> Result<Bytes, StatusCode>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    match tokio::time::timeout(BODY_TIME, Limited::new(body, limit).collect()).await {
        Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(StatusCode::PAYLOAD_TOO_LARGE),
        Ok(Err(_)) => Err(StatusCode::BAD_REQUEST),
        Ok(Ok(body)) => Ok(body.to_bytes()),
    }
}

fn json(fault: String) -> Answer {
    json_with(StatusCode::BAD_REQUEST, fault)
}

/// An answer that is JSON text.
pub(super) fn json_with(status: StatusCode, text: String) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from(text)).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

/// An answer that says its status in words.
pub(super) fn plain(status: StatusCode) -> Answer {
    let mut answer =
        Response::new(Full::new(Bytes::from(status.canonical_reason().unwrap_or_default())).boxed());
    *answer.status_mut() = status;
    answer
}

impl<B> tower_service::Service<Request<B>> for HttpService
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>> + fmt::Display,
{
    type Response = Answer;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Answer, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

impl fmt::Debug for HttpService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService").field("body_limit", &self.body_limit).finish_non_exhaustive()
    }
}
