//! Case folders → one test for each, and one for each field that must be able to fail.

mod data;
mod expected;
mod flips;
mod judge;
mod product;
mod run;
mod site;
mod suite;

pub use suite::main;
