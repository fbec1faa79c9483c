//! Says who may reach the HTTP endpoint and how much they may send.

use std::net::{IpAddr, SocketAddr};

use http::Uri;
use rmcp::transport::StreamableHttpServerConfig;
use tokio::net::TcpListener;

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
    if reach == Reach::Loopback && !address.ip().is_loopback() {
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

    /// Lets in what is sent to the listener's own address, also by a page of the same origin: there is none but the
    /// server's own.
    pub(in crate::server) fn allow_address(mut self, address: SocketAddr) -> Self {
        if address.ip().is_loopback() {
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
