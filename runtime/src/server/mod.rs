//! Carries the dispatcher's calls over MCP, on standard input and output and on streamable HTTP.
//!
//! One server speaks the revisions 2026-07-28, 2025-11-25 and 2025-06-18 side by side and keeps nothing between
//! two requests. This module owns input, output and the errors of the protocol; what a call does is the
//! dispatcher's business alone.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

#[cfg(feature = "stdio")]
use crate::Caller;
use crate::Dispatcher;

mod content;
mod handler;
#[cfg(feature = "http")]
mod http;
mod message;
mod page;
mod prepared;
#[cfg(feature = "stdio")]
mod stdio;

#[cfg(feature = "http")]
pub use http::{BadResource, BearerError, HttpOptions, HttpService, ProtectedResource, Reach, bind};
pub use message::MAX_MESSAGE;

use handler::Handler;

/// An MCP server for the tools of one dispatcher.
#[derive(Debug, Clone)]
pub struct Server {
    handler: Handler,
}

impl Server {
    /// A server for these tools.
    ///
    /// # Errors
    /// [`ServeError::Listing`] if the protocol library would write a listing that differs from the one that was
    /// measured.
    pub fn new(dispatcher: Arc<Dispatcher>) -> Result<Self, ServeError> {
        Ok(Self { handler: Handler::new(dispatcher)? })
    }

    /// Says this version of the server in `serverInfo`; without it, the version of this crate.
    #[must_use]
    pub fn version(self, version: &str) -> Self {
        Self { handler: self.handler.with_version(version) }
    }

    /// Serves standard input and output until the input ends. Every call is made for this caller.
    ///
    /// # Errors
    /// [`ServeError::Io`] if the output cannot be written.
    #[cfg(feature = "stdio")]
    pub async fn stdio(self, caller: Caller) -> Result<(), ServeError> {
        let (input, output) = rmcp::transport::io::stdio_pipes();
        self.lines(caller, input, output).await
    }

    /// Serves any pair of byte streams as [`Server::stdio`] does: one message a line.
    ///
    /// # Errors
    /// [`ServeError::Io`] if the output cannot be written.
    #[cfg(feature = "stdio")]
    pub async fn lines<R, W>(self, caller: Caller, input: R, output: W) -> Result<(), ServeError>
    where
        R: tokio::io::AsyncRead + Send + Unpin + 'static,
        W: tokio::io::AsyncWrite + Send + Unpin + 'static,
    {
        stdio::serve(self.handler.for_caller(caller), input, output).await
    }

    /// The endpoint alone, for a host that has an HTTP server: a `tower` service without a path of its own.
    #[cfg(feature = "http")]
    pub fn http(self, options: &HttpOptions) -> HttpService {
        let handler =
            if options.tells_callers_apart() { self.handler.for_each_caller() } else { self.handler };
        HttpService::new(handler, options)
    }

    /// Serves `/mcp` on this listener until `shutdown` is ready and the calls in flight are answered.
    ///
    /// ```
    /// # use fewtools::server::{HttpOptions, Reach, ServeError, Server, bind};
    /// async fn serve(server: Server) -> Result<(), ServeError> {
    ///     let listener = bind(([127, 0, 0, 1], 8001).into(), Reach::Loopback).await?;
    ///     server.serve_http(listener, HttpOptions::default(), std::future::pending()).await
    /// }
    /// ```
    ///
    /// # Errors
    /// [`ServeError::Io`] if the listener has no address.
    #[cfg(feature = "http")]
    pub async fn serve_http(
        self,
        listener: tokio::net::TcpListener,
        options: HttpOptions,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        let options = options.allow_address(listener.local_addr().map_err(ServeError::Io)?);
        http::serve(listener, self.http(&options), shutdown).await;
        Ok(())
    }
}

/// Why a server does not start or does not go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// What has this name would not be listed as it was measured.
    Listing(String),
    /// The address can be reached from other machines, and nobody said that it may.
    NotLoopback(SocketAddr),
    /// Reading, writing or listening failed.
    Io(io::Error),
    /// The protocol library gave up.
    Protocol(String),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listing(tool) => write!(f, "`{tool}` would not be listed as it was measured"),
            Self::NotLoopback(address) => {
                write!(
                    f,
                    "`{address}` can be reached from other machines; listen on `127.0.0.1`, or allow it"
                )
            }
            Self::Io(error) => error.fmt(f),
            Self::Protocol(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}
