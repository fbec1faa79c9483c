//! A text that begins with `$` → a runtime expression: what a gate compares with, or where a value comes from.

mod gates;
mod ways;

pub(super) use gates::{FORMS, of, preview};
pub(super) use ways::{constant, expression, is_name, way};

#[cfg(test)]
mod tests;
