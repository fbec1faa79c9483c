//! Serves a curated catalogue of tools: arguments in, one checked request to the API, a projected answer out.
//!
//! [`Dispatcher`] is the one road of a call; the transports in `server` carry its input and output and nothing
//! else. Without cargo features the dispatcher alone is left, for a host that brings its own transport.

mod answer;
mod arguments;
mod audit;
mod caller;
#[doc(hidden)]
pub mod codegen;
mod context;
mod decimal;
mod dispatch;
mod gate;
mod hand;
mod hooks;
mod include;
mod log;
mod number;
mod pages;
mod project;
mod refusal;
mod reply;
mod request;
pub mod testing;
mod twice;
mod upstream;
mod visible;

#[cfg(test)]
mod trial;

#[cfg(any(feature = "stdio", feature = "http"))]
pub mod server;

pub use arguments::{ArgumentsError, read_arguments};
pub use audit::{AuditEvent, AuditOutcome, AuditRun};
pub use caller::Caller;
pub use context::{Completed, Completing, PromptError, ReadError, UnknownReference};
pub use dispatch::{Builder, Dispatcher, StartError};
pub use fewtools_contract as contract;
pub use hand::{Answered, Arguments, Context, Failed, FromArgument, HandTool, Handler};
pub use hooks::Hooks;
pub use refusal::{Fault, Malformed, Refusal};
pub use reply::{Attachment, AttachmentKind, Reply, ResourceLink};
pub use upstream::{Redirects, Request, Response, Sending, Upstream, UpstreamError};
