//! Lets in requests with a good bearer token, and tells the others where to get one (RFC 6750, RFC 9728).

use std::fmt;

use http::header::{ALLOW, AUTHORIZATION, HeaderValue, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{Method, StatusCode, Uri};
use serde_json::json;

use super::service::{Answer, json_with, plain};

/// Where the metadata of a protected resource is (RFC 9728, section 3).
pub(super) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// What clients are told about this server as a resource that is protected by OAuth.
#[derive(Debug, Clone)]
#[must_use]
pub struct ProtectedResource {
    resource: String,
    /// `https://mcp.example.com`
    origin: String,
    path: String,
    authorization_servers: Vec<String>,
    scopes: Vec<String>,
}

/// Why something is no protected resource.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadResource {
    /// The address is no absolute `https` or `http` address without query and fragment.
    Address(String),
    /// Clients have to be told at least one authorization server.
    NoAuthorizationServer,
    /// A scope is one or more visible ASCII characters without quotes and backslashes (RFC 6749, section 3.3).
    Scope(String),
}

impl fmt::Display for BadResource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => {
                write!(
                    f,
                    "`{address}` is no address of a server: write it like `https://mcp.example.com/mcp`"
                )
            }
            Self::NoAuthorizationServer => f.write_str("name at least one authorization server"),
            Self::Scope(scope) => write!(f, "`{scope}` is no scope"),
        }
    }
}

impl std::error::Error for BadResource {}

impl ProtectedResource {
    /// The server at this address, as clients reach it: `https://mcp.example.com/mcp`. Tokens for it come from these
    /// authorization servers, by their issuer addresses.
    ///
    /// # Errors
    /// [`BadResource`] for an address that is none, and where no authorization server is named.
    pub fn new(
        resource: impl Into<String>,
        authorization_servers: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Self, BadResource> {
        let resource = resource.into();
        let (origin, path) = split(&resource).ok_or_else(|| BadResource::Address(resource.clone()))?;
        let authorization_servers: Vec<String> = authorization_servers.into_iter().map(Into::into).collect();
        if authorization_servers.is_empty() {
            return Err(BadResource::NoAuthorizationServer);
        }
        if let Some(bad) = authorization_servers.iter().find(|server| split(server).is_none()) {
            return Err(BadResource::Address(bad.clone()));
        }
        Ok(Self { resource, origin, path, authorization_servers, scopes: Vec::new() })
    }

    /// The scopes that a token for this server needs.
    ///
    /// # Errors
    /// [`BadResource::Scope`] for a word that is no scope.
    pub fn scopes(self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Result<Self, BadResource> {
        let scopes: Vec<String> = scopes.into_iter().map(Into::into).collect();
        match scopes.iter().find(|scope| !is_scope(scope)) {
            Some(bad) => Err(BadResource::Scope(bad.clone())),
            None => Ok(Self { scopes, ..self }),
        }
    }

    fn challenge(&self, error: Option<&str>, scope: &str) -> HeaderValue {
        let mut text = String::from("Bearer ");
        if let Some(error) = error {
            text.push_str(&format!("error=\"{error}\", "));
        }
        text.push_str(&format!("resource_metadata=\"{}{WELL_KNOWN}{}\"", self.origin, self.path));
        if !scope.is_empty() {
            text.push_str(&format!(", scope=\"{scope}\""));
        }
        // Addresses and scopes were judged when they were given.
        HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("Bearer"))
    }
}

/// `https://host`, and the path without its last `/`.
fn split(address: &str) -> Option<(String, String)> {
    let uri: Uri = address.parse().ok()?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "https" | "http"))?;
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let plain = uri.query().is_none() && !address.contains(['#', '"', '\\']);
    let path = uri.path().trim_end_matches('/').to_owned();
    plain.then(|| (format!("{scheme}://{authority}"), path))
}

fn is_scope(scope: &str) -> bool {
    !scope.is_empty() && scope.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
}

/// Why a token is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BearerError {
    /// It is expired, revoked, of another server or no token at all: 401.
    InvalidToken,
    /// It is good, and does not allow this: 403. The scopes that are needed are told; empty for those of the resource.
    InsufficientScope(Vec<String>),
}

type Check = dyn Fn(&str, &Parts) -> Result<(), BearerError> + Send + Sync;

/// A bearer requirement.
pub(super) struct Bearer {
    /// What clients are told of it; nothing where there is one token, which nobody issues.
    resource: Option<ProtectedResource>,
    check: Box<Check>,
}

impl Bearer {
    pub(super) fn new(
        resource: ProtectedResource,
        check: impl Fn(&str, &Parts) -> Result<(), BearerError> + Send + Sync + 'static,
    ) -> Self {
        Self { resource: Some(resource), check: Box::new(check) }
    }

    /// One token, and no word on where to get it.
    pub(super) fn only(token: String) -> Self {
        let check = move |given: &str, _: &Parts| match is_same(given.as_bytes(), token.as_bytes()) {
            true => Ok(()),
            false => Err(BearerError::InvalidToken),
        };
        Self { resource: None, check: Box::new(check) }
    }

    /// Whether a request asks for the metadata: with the path of the resource behind, or without.
    pub(super) fn is_metadata(&self, request: &Parts) -> bool {
        let rest = request.uri.path().strip_prefix(WELL_KNOWN);
        let resource = self.resource.as_ref();
        resource.zip(rest).is_some_and(|(resource, rest)| rest.is_empty() || rest == resource.path)
    }

    /// The metadata of the resource (RFC 9728, section 2).
    pub(super) fn metadata(&self, method: &Method) -> Answer {
        let Some(known) = &self.resource else { return plain(StatusCode::NOT_FOUND) };
        if method != Method::GET {
            let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED);
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("GET"));
            return answer;
        }
        let ProtectedResource { resource, authorization_servers, scopes, .. } = known;
        let mut metadata = json!({
            "resource": resource,
            "authorization_servers": authorization_servers,
            "bearer_methods_supported": ["header"],
        });
        if let Some(members) = metadata.as_object_mut().filter(|_| !scopes.is_empty()) {
            members.insert("scopes_supported".into(), json!(scopes));
        }
        json_with(StatusCode::OK, metadata.to_string())
    }

    /// Lets a request in.
    ///
    /// # Errors
    /// The answer to one that stays outside. What it says of the token is in the header alone.
    pub(super) fn admit(&self, request: &Parts) -> Result<(), Answer> {
        let Some(token) = token(request) else { return Err(self.refused(None)) };
        (self.check)(token, request).map_err(|error| self.refused(Some(error)))
    }

    fn refused(&self, error: Option<BearerError>) -> Answer {
        let scopes = self.resource.as_ref().map_or_else(String::new, |resource| resource.scopes.join(" "));
        let (status, error, scope) = match error {
            None => (StatusCode::UNAUTHORIZED, None, scopes),
            Some(BearerError::InvalidToken) => (StatusCode::UNAUTHORIZED, Some("invalid_token"), scopes),
            Some(BearerError::InsufficientScope(needed)) => {
                let needed: Vec<String> = needed.into_iter().filter(|scope| is_scope(scope)).collect();
                let needed = if needed.is_empty() { scopes } else { needed.join(" ") };
                (StatusCode::FORBIDDEN, Some("insufficient_scope"), needed)
            }
        };
        tracing::info!(status = status.as_u16(), reason = error.unwrap_or("no token"), "request not let in");
        let mut answer = plain(status);
        let challenge = match (&self.resource, error) {
            (Some(resource), error) => resource.challenge(error, &scope),
            (None, Some(_)) => HeaderValue::from_static("Bearer error=\"invalid_token\""),
            (None, None) => HeaderValue::from_static("Bearer"),
        };
        answer.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        answer
    }
}

/// Whether two texts are the same, in a time that does not tell how much of them is.
fn is_same(given: &[u8], wanted: &[u8]) -> bool {
    let differs = given.iter().zip(wanted).fold(0, |differs, (given, wanted)| differs | (given ^ wanted));
    given.len() == wanted.len() && std::hint::black_box(differs) == 0
}

/// The token of the one `Authorization` header (RFC 6750, section 2.1); the scheme's name in any case.
fn token(request: &Parts) -> Option<&str> {
    let mut all = request.headers.get_all(AUTHORIZATION).iter();
    let (first, second) = (all.next()?, all.next());
    let (scheme, token) = first.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    let good = second.is_none() && scheme.eq_ignore_ascii_case("bearer") && !token.is_empty();
    good.then_some(token)
}

impl fmt::Debug for Bearer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bearer").field("resource", &self.resource).finish_non_exhaustive()
    }
}
