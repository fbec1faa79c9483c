//! Says who may reach the HTTP endpoint and how much they may send.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use http::Uri;
use http::request::Parts;
use rmcp::transport::StreamableHttpServerConfig;
use tokio::net::TcpListener;

use super::bearer::{Bearer, BearerError, ProtectedResource};
use crate::server::{MAX_MESSAGE, ServeError};

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// From where an address may be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// From this machine only.
    Loopback,
    /// From everywhere the address is routed. Put something in front that speaks TLS and knows its callers.
    Remote,
}

/// Listens on this address.
///
/// # Errors
/// [`ServeError::NotLoopback`] if the address can be reached from elsewhere than `reach` says, [`ServeError::Io`] if
/// it cannot be listened on.
pub async fn bind(address: SocketAddr, reach: Reach) -> Result<TcpListener, ServeError> {
    if reach == Reach::Loopback && !address.ip().to_canonical().is_loopback() {
        return Err(ServeError::NotLoopback(address));
    }
    TcpListener::bind(address).await.map_err(ServeError::Io)
}

/// Who may reach the endpoint and how much they may send.
///
/// By default only requests to a loopback host are answered, none that a web page of another origin sends, and none
/// above [`MAX_MESSAGE`]. The listener's own address is allowed as a host too, unless it is the unspecified one.
#[derive(Debug, Clone)]
#[must_use]
pub struct HttpOptions {
    hosts: Hosts,
    origins: Vec<String>,
    max_body: usize,
    profile: Option<ProfileOf>,
    bearer: Option<Arc<Bearer>>,
}

type NameOf = dyn Fn(&Parts) -> Option<String> + Send + Sync;

/// Says which profile the sender of a request has.
#[derive(Clone)]
pub(super) struct ProfileOf(Arc<NameOf>);

impl ProfileOf {
    pub(super) fn sender(&self, request: &Parts) -> Option<String> {
        (self.0)(request)
    }
}

impl fmt::Debug for ProfileOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProfileOf")
    }
}

#[derive(Debug, Clone)]
enum Hosts {
    Only(Vec<String>),
    Any,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            hosts: Hosts::Only(LOOPBACK.map(str::to_owned).to_vec()),
            origins: Vec::new(),
            max_body: MAX_MESSAGE,
            profile: None,
            bearer: None,
        }
    }
}

impl HttpOptions {
    /// Answers requests to this host too: `mcp.example.com`, or with a port `mcp.example.com:8443`.
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        if let Hosts::Only(hosts) = &mut self.hosts {
            hosts.push(host.into());
        }
        self
    }

    /// Answers requests to any host. Only for a server behind something that checks the `Host` header itself.
    pub fn allow_any_host(mut self) -> Self {
        self.hosts = Hosts::Any;
        self
    }

    /// Answers web pages of this origin: `https://app.example.com`, with `:*` for every port.
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.origins.push(with_port(origin.into()));
        self
    }

    /// The most bytes of a request's body.
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Offers the sender of each request what the named profile of the catalogue offers, and nothing at all where the
    /// catalogue has none of that name; `None` stands for the whole surface. The request is the head alone, with the
    /// extensions that the host program has put there.
    ///
    /// ```
    /// # use fewtools::server::HttpOptions;
    /// let options = HttpOptions::default().profile(|request| {
    ///     let group = request.headers.get("x-group").and_then(|group| group.to_str().ok());
    ///     Some(if group == Some("operators") { "operators" } else { "readers" }.to_owned())
    /// });
    /// ```
    pub fn profile(mut self, of: impl Fn(&Parts) -> Option<String> + Send + Sync + 'static) -> Self {
        self.profile = Some(ProfileOf(Arc::new(of)));
        self
    }

    /// Answers only requests with a bearer token that `check` accepts (RFC 6750), and tells the others where to get one
    /// (RFC 9728). `check` has to make sure that the token was issued for this server. The token goes no further: it is
    /// neither logged nor forwarded to the API.
    pub fn require_bearer(
        mut self,
        resource: ProtectedResource,
        check: impl Fn(&str, &Parts) -> Result<(), BearerError> + Send + Sync + 'static,
    ) -> Self {
        self.bearer = Some(Arc::new(Bearer::new(resource, check)));
        self
    }

    /// Answers only requests with this bearer token (RFC 6750), which is neither logged nor forwarded to the API. It should
    /// be long and made by chance. Where an authorization server issues tokens, see [`HttpOptions::require_bearer`].
    pub fn require_token(mut self, token: impl Into<String>) -> Self {
        self.bearer = Some(Arc::new(Bearer::only(token.into())));
        self
    }

    /// Lets in what is sent to the listener's own address, also by a page of the same origin: there is none but the
    /// server's own.
    pub(in crate::server) fn allow_address(mut self, address: SocketAddr) -> Self {
        if address.ip().to_canonical().is_loopback() {
            for host in LOOPBACK {
                self = self.allow_origin(format!("http://{host}:{}", address.port()));
            }
        }
        match address.ip() {
            ip if ip.is_unspecified() => self,
            IpAddr::V4(ip) => self.allow_host(ip.to_string()),
            IpAddr::V6(ip) => self.allow_host(format!("[{ip}]")),
        }
    }

    /// Whether callers are told apart before they are answered.
    pub(in crate::server) fn tells_callers_apart(&self) -> bool {
        self.profile.is_some() || self.bearer.is_some()
    }

    pub(super) fn profile_of(&self) -> Option<ProfileOf> {
        self.profile.clone()
    }

    pub(super) fn bearer(&self) -> Option<Arc<Bearer>> {
        self.bearer.clone()
    }

    pub(super) fn body_limit(&self) -> usize {
        self.max_body
    }

    pub(super) fn config(&self) -> StreamableHttpServerConfig {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(self.max_body)
            .with_allowed_origins(self.origins.clone())
            .enforce_origin_validation();
        match &self.hosts {
            Hosts::Only(hosts) => config.with_allowed_hosts(hosts.clone()),
            Hosts::Any => config.disable_allowed_hosts(),
        }
    }
}

/// RFC 6454, section 4: an origin without a port has its scheme's. The protocol library would take every port.
fn with_port(origin: String) -> String {
    let uri = origin.parse::<Uri>().unwrap_or_default();
    let bare = !origin.ends_with(":*") && uri.authority().is_some_and(|authority| authority.port().is_none());
    match (uri.scheme_str(), bare) {
        (Some("https"), true) => format!("{}:443", origin.trim_end_matches('/')),
        (Some("http"), true) => format!("{}:80", origin.trim_end_matches('/')),
        _ => origin,
    }
}
