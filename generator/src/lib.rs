//! Turns an OpenAPI document and a curation manifest into MCP tools.

pub mod diagnostics;
pub mod load;
pub mod lower;
pub mod plan;
pub mod verify;
