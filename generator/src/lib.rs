//! Turns an OpenAPI document and a curation manifest into MCP tools.

pub mod budget;
mod build_script;
pub mod diagnostics;
pub mod explain;
pub mod load;
pub mod lower;
pub mod output;
pub mod per_endpoint;
pub mod pipeline;
pub mod plan;
pub mod verify;
pub mod write;

pub use build_script::{Builder, Output, Report, compile};
