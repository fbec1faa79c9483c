//! Calls through rmcp's client, over both transports → what a model reads, and what reaches the API.
#![allow(clippy::panic)]

mod by_hand;
mod callers;
mod composites;
mod context;
mod denials;
mod dry_runs;
mod failures;
mod gates;
mod hidden;
mod plausible;
mod programs;
mod promises;
mod refusals;
mod rows;
