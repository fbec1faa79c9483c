//! A case and an operator's settings → tools that can be called, and how each call goes.

mod build;
mod bytes;
mod errors;
mod line;
mod manifest;
mod names;
mod outcome;
mod sample;
mod settings;

pub use build::{Built, Product, Tool, Workshop};
pub use errors::{declared, fields_of};
pub use line::Line;
pub use names::{Names, Target};
pub use outcome::{Outcome, Sent};
pub use sample::valid;
pub use settings::Settings;
