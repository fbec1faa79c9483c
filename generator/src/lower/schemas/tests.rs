//! Schemas as they are asked for.
