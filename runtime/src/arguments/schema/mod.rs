//! Judges a value by its whole JSON Schema, compiled once at the start.

#[cfg(feature = "full-validation")]
mod compiled;
#[cfg(feature = "full-validation")]
mod sentence;

#[cfg(feature = "full-validation")]
pub(crate) use compiled::{Compiler, Schema};
#[cfg(not(feature = "full-validation"))]
pub(crate) use flat::{Compiler, Schema};

/// What a place in a value is called.
#[cfg_attr(not(feature = "full-validation"), expect(dead_code, reason = "nothing is told of places then"))]
pub(crate) struct Named {
    /// The name.
    pub(crate) name: String,
    /// How many of the keys that lead there it stands for.
    pub(crate) skip: usize,
    /// It is an argument: the fault of an absent or needless key is told of the argument that the key comes from.
    pub(crate) given: bool,
    /// The arguments that it is put together from, where it is none itself.
    pub(crate) parts: Vec<&'static str>,
    /// Nothing that a call can say leads there.
    pub(crate) closed: bool,
    /// It is sent as a file, of which the schema of a text says nothing.
    pub(crate) file: bool,
}

impl Named {
    /// An argument.
    pub(crate) fn argument(name: &str, skip: usize) -> Self {
        Self { given: true, ..Self::field(name, skip) }
    }

    /// A place of this name that is no argument.
    pub(crate) fn field(name: &str, skip: usize) -> Self {
        Self { name: name.to_owned(), skip, given: false, parts: Vec::new(), closed: false, file: false }
    }
}

/// Without the feature `full-validation` the flat checks are all there is.
#[cfg(not(feature = "full-validation"))]
mod flat {
    use std::sync::Arc;

    use fewtools_contract::Definition;
    use serde_json::Value;

    use crate::refusal::Fault;

    /// A schema that cannot exist here.
    pub(crate) enum Schema {}

    impl Schema {
        pub(crate) fn judge(&self, _: &str, _: &Value) -> Result<(), Vec<Fault>> {
            match *self {}
        }

        pub(crate) fn judge_parts(
            &self,
            _: &dyn Fn(&[String]) -> super::Named,
            _: &Value,
        ) -> Result<(), Vec<Fault>> {
            match *self {}
        }

        pub(crate) fn check(&self) -> Result<(), String> {
            match *self {}
        }
    }

    /// Compiles nothing.
    pub(crate) struct Compiler;

    impl Compiler {
        pub(crate) fn new(_: &[Definition<'static>]) -> Self {
            Self
        }

        pub(crate) fn schema(&mut self, _: &'static str, _: &str) -> Option<Arc<Schema>> {
            None
        }
    }
}
