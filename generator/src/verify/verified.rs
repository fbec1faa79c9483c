//! The type that says that every rule has passed.

/// A value that [`super::run`] has judged. Nothing else makes one, and it cannot be changed.
#[derive(Debug)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    pub(super) fn after_all_rules(value: T) -> Self {
        Self(value)
    }

    /// The value.
    pub fn get(&self) -> &T {
        &self.0
    }
}
