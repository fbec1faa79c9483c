//! The one road: arguments, checks, request, answer or denial, projection, result.

use std::fmt;
use std::sync::Arc;

use fewtools_contract::{Catalogue, listing};
use serde_json::{Map, Value};

use crate::{Caller, Malformed, Reply, Upstream};

/// Runs the tools of a catalogue. Nothing in it changes after the start, so it is shared freely.
pub struct Dispatcher {
    catalogue: &'static Catalogue<'static>,
    listing: Vec<Map<String, Value>>,
}

impl Dispatcher {
    /// Starts with the tools of this catalogue.
    pub fn builder(catalogue: &'static Catalogue<'static>) -> Builder {
        Builder {
            catalogue,
            upstream: None,
            base: None,
            environment: Box::new(|name| std::env::var(name).ok()),
        }
    }

    /// The catalogue that is served.
    pub fn catalogue(&self) -> &Catalogue<'static> {
        self.catalogue
    }

    /// Every tool as `tools/list` shows it, in listing order, rendered once at the start.
    pub fn listing(&self) -> &[Map<String, Value>] {
        &self.listing
    }

    /// Runs one call for this caller.
    ///
    /// # Errors
    /// [`Malformed`] for an unknown tool, and for refused arguments where the catalogue says that a refusal is a
    /// protocol error. Everything else that goes wrong is a [`Reply`] with `is_error`.
    pub async fn call(
        &self,
        _caller: &Caller,
        _tool: &str,
        _arguments: Map<String, Value>,
    ) -> Result<Reply, Malformed> {
        Err(Malformed::UnknownTool)
    }
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher").field("tools", &self.listing.len()).finish_non_exhaustive()
    }
}

/// What a [`Dispatcher`] is started with.
#[must_use]
pub struct Builder {
    catalogue: &'static Catalogue<'static>,
    upstream: Option<Arc<dyn Upstream>>,
    base: Option<String>,
    environment: Box<dyn Fn(&str) -> Option<String>>,
}

impl Builder {
    /// Sends requests through this.
    pub fn upstream(mut self, upstream: Arc<dyn Upstream>) -> Self {
        self.upstream = Some(upstream);
        self
    }

    /// Sends requests to this base address instead of the catalogue's.
    pub fn base(mut self, url: impl Into<String>) -> Self {
        self.base = Some(url.into());
        self
    }

    /// Reads credentials through this function instead of from the environment of the process.
    pub fn environment(mut self, read: impl Fn(&str) -> Option<String> + 'static) -> Self {
        self.environment = Box::new(read);
        self
    }

    /// Starts the dispatcher.
    ///
    /// # Errors
    /// [`StartError`] with everything that is wrong.
    pub fn build(self) -> Result<Dispatcher, StartError> {
        let _ = (&self.upstream, &self.base, &self.environment);
        let listing =
            listing::tools(self.catalogue).map_err(|bad| StartError { problems: vec![bad.to_string()] })?;
        Ok(Dispatcher { catalogue: self.catalogue, listing })
    }
}

/// Why a dispatcher cannot start: everything at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    problems: Vec<String>,
}

impl StartError {
    /// What is wrong, one phrase each.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("; "))
    }
}

impl std::error::Error for StartError {}
