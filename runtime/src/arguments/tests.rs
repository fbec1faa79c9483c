//! Refusals, word for word.
