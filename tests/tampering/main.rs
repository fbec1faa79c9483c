//! Arguments that try to set what is fixed, not offered or another argument's → refused, and nothing is sent.
#![allow(clippy::unwrap_used)]

mod bodies;
mod bounds;
mod parameters;
