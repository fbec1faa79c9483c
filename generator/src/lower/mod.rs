//! Documents → [`Api`] and [`Curation`]: typed, one dialect, not yet related to each other.

pub mod api;
pub mod curation;
pub mod schemas;

pub use api::Api;
pub use curation::Curation;
pub use schemas::Schemas;
