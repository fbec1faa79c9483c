//! The templates.
