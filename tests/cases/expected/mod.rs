//! The fields of `case.yaml`, as records: what is called, and what must come of it.

mod case;
mod reply;
mod request;
mod tool;

pub use case::{Call, Case, Check, Codegen, Limits, Outcome, Refuse, SchemaFact, Setup, When};
pub use reply::{Block, Generate, NoHeaderTo, Played, Reply, ResultFacts, Then};
pub use request::{Body, Pair, Part, Request};
pub use tool::ToolFact;
