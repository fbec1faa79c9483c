//! A catalogue and an upstream for tests.
