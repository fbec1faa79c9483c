//! Serves MCP over streamable HTTP: one POST, one JSON answer, nothing kept in between.

mod bearer;
mod options;
mod serve;
mod service;

pub use bearer::{BadResource, BearerError, ProtectedResource};
pub use options::{HttpOptions, Reach, bind};
pub(super) use serve::serve;
pub use service::HttpService;
