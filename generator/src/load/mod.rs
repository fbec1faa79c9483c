//! Text → documents: the only stage that reads files.

mod documents;

pub use documents::{Documents, Source};
