//! What the tests share: fixture folders, runs of the generator, expected files, servers and clients.
#![allow(clippy::unwrap_used, clippy::panic)]

pub mod bounded;
pub mod client;
pub mod console;
pub mod corpus;
pub mod downstream;
pub mod drift;
pub mod every_operation;
pub mod expected;
pub mod fixtures;
pub mod generator;
pub mod inline;
pub mod mutants;
pub mod promised;
pub mod recorder;
pub mod samples;
pub mod schemas;
pub mod sources;
pub mod tokens;
pub mod wire;
