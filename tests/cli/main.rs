//! The command on a small library → exit codes, what is data on standard output, and what is said beside it.
#![allow(clippy::panic)]

mod budget;
mod check;
mod colours;
mod explain;
mod generate;
mod library;
mod listing;
mod serve;
mod wrong_use;
