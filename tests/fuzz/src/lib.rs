//! Bytes → one run of the part that a fuzz target is for. A panic is a finding.
//!
//! Beside a panic, a run that takes too long or too much memory is one, which the fuzzer itself watches. The rest is
//! said where it is judged: [`mod@request`] for what is sent, [`mod@oracle`] for what is accepted.
//!
//! The suite includes these files too, and runs every target over its seeds.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is how a target tells its finding")]

mod arguments;
mod oracle;
mod request;
mod seeds;
mod stages;
mod surface;
mod values;

pub use arguments::check_arguments;
pub use seeds::seeds;
pub use stages::{load_document, load_manifest};
pub use values::build_request;
