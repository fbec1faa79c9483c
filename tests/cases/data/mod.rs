//! Case files → trees and typed records, every number exact and every field known.

mod json;
mod node;
mod number;
mod reader;
mod yaml;

pub use node::Node;
pub use reader::{Stated, Step, given, read, words};
pub use yaml::parse as yaml;
