//! Sentences for answers that are no success, and the reading of those that are.
