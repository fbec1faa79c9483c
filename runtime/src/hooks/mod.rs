//! Calls functions of the host program that make a field of values.

mod typed;

#[cfg(test)]
mod tests;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use fewtools_contract::Hook;
use serde_json::Value;

pub use self::typed::{FromAnswer, IntoAnswer, argument};

/// The functions of the host program that projections name with `fn:`.
///
/// Emitted code makes it of what implements its trait `Hooks`: `tools::hooks(Mine)`.
#[derive(Clone)]
pub struct Hooks {
    run: Run,
}

type Run = Arc<dyn Fn(usize, &[Value]) -> Value + Send + Sync>;

impl Hooks {
    /// Functions that are called by their index in [`crate::contract::Catalogue::hooks`], with the values in the order of
    /// their arguments. They run while the caller waits, on the thread of the call: what they do should be short, and
    /// never wait.
    pub fn new(run: impl Fn(usize, &[Value]) -> Value + Send + Sync + 'static) -> Self {
        Self { run: Arc::new(run) }
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").finish_non_exhaustive()
    }
}

/// The functions that a catalogue names, and those that the host program gives for them.
pub(crate) struct Functions {
    named: &'static [Hook<'static>],
    given: Option<Hooks>,
}

impl Functions {
    /// What the host program gives for these names; `None` for nothing.
    pub(crate) fn new(named: &'static [Hook<'static>], given: Option<Hooks>) -> Self {
        Self { named, given }
    }

    /// Whether every function that is named can be called.
    pub(crate) fn are_given(&self) -> bool {
        self.named.is_empty() || self.given.is_some()
    }

    /// The name of a function.
    pub(crate) fn name(&self, index: usize) -> &'static str {
        self.named.get(index).map_or("", |hook| hook.name)
    }

    /// What a function makes of these values; `null` where it panics, which costs the field and not the call.
    pub(crate) fn call(&self, index: usize, given: &[Value]) -> Value {
        let Some(hooks) = &self.given else { return Value::Null };
        catch_unwind(AssertUnwindSafe(|| (hooks.run)(index, given))).unwrap_or_else(|_| {
            tracing::error!(function = self.name(index), "a function of a projection panicked");
            Value::Null
        })
    }
}
