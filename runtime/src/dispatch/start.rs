//! Starts a dispatcher: takes what the host program says, prepares the tools, reads every secret, once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use fewtools_contract::Catalogue;

use super::prepare::Start;
use super::{Dispatcher, Route, Routes, Work};
use crate::Upstream;
use crate::audit::{AuditEvent, Listener};
use crate::context::Surfaces;
use crate::gate::receipt::Receipts;
use crate::hand::{self, Function, HandTool};
use crate::hooks::{Functions, Hooks};
use crate::request::Credentials;

/// Reads a variable of the environment.
type Environment = Box<dyn Fn(&str) -> Option<String>>;

/// What a [`Dispatcher`] is started with.
#[must_use]
pub struct Builder {
    catalogue: &'static Catalogue<'static>,
    upstream: Option<Arc<dyn Upstream>>,
    base: Option<String>,
    environment: Environment,
    audit: Option<Listener>,
    hooks: Given,
    validates: bool,
    hand: Vec<HandTool>,
}

/// The functions of the host program that projections name.
enum Given {
    /// Nothing was said of them.
    Unsaid,
    /// There are none, and the tools that need them say so.
    Without,
    /// These.
    Hooks(Hooks),
}

impl Builder {
    pub(super) fn new(catalogue: &'static Catalogue<'static>) -> Self {
        let environment = Box::new(|name: &str| std::env::var(name).ok());
        Self {
            catalogue,
            upstream: None,
            base: None,
            environment,
            audit: None,
            hooks: Given::Unsaid,
            validates: false,
            hand: Vec::new(),
        }
    }

    /// Sends requests through this. Without it, the feature `upstream` gives an HTTP client.
    pub fn upstream(mut self, upstream: Arc<dyn Upstream>) -> Self {
        self.upstream = Some(upstream);
        self
    }

    /// Sends every request to this base address: it stands for the catalogue's and for those of single operations,
    /// so that nothing leaves for another host than the one that is said here.
    pub fn base(mut self, url: impl Into<String>) -> Self {
        self.base = Some(url.into());
        self
    }

    /// Reads credentials and the key of receipts through this function instead of from the environment of the process.
    pub fn environment(mut self, read: impl Fn(&str) -> Option<String> + 'static) -> Self {
        self.environment = Box::new(read);
        self
    }

    /// Tells this function of every call that could change something, dry runs and refused ones among them, once and at
    /// its end.
    ///
    /// It runs before the caller has the reply, on the thread that made it: what it does should be short, and never wait.
    /// If it panics, the log says so and the reply is the same.
    pub fn audit(mut self, tell: impl Fn(&AuditEvent<'_>) + Send + Sync + 'static) -> Self {
        self.audit = Some(Box::new(tell));
        self
    }

    /// Makes the fields that projections name with `fn:` by these functions: `.hooks(tools::hooks(Mine))`.
    pub fn hooks(mut self, hooks: Hooks) -> Self {
        self.hooks = Given::Hooks(hooks);
        self
    }

    /// Serves without the functions that projections name. A call of a tool that needs one is told so.
    pub fn without_hooks(mut self) -> Self {
        self.hooks = Given::Without;
        self
    }

    /// Holds every answer to the output schema that its tool lists, where it lists one. What misses it is logged as a
    /// warning, and leaves all the same. This needs the feature `full-validation`.
    pub fn validate_output(mut self, validate: bool) -> Self {
        self.validates = validate;
        self
    }

    /// Serves a tool that is written in Rust after those of the catalogue. It counts against the catalogue's ceilings.
    pub fn tool(mut self, tool: HandTool) -> Self {
        self.hand.push(tool);
        self
    }

    /// Starts the dispatcher.
    ///
    /// # Errors
    /// [`StartError`] with everything that is wrong.
    pub fn build(mut self) -> Result<Dispatcher, StartError> {
        let mut problems = Vec::new();
        self.catalogue = hand::extended(self.catalogue, &self.hand, &mut problems);
        let credentials = Credentials::read(self.catalogue.schemes, &self.environment, &mut problems);
        if self.validates && cfg!(not(feature = "full-validation")) {
            problems.push(
                "answers cannot be held to output schemas without the feature `full-validation`".to_owned(),
            );
        }
        let mut start = Start::new(self.catalogue, self.base, &mut problems);
        start.validates = self.validates;
        let routes = start.routes();
        let surfaces = Surfaces::new(self.catalogue, &routes, &mut problems);
        let receipts = receipts(self.catalogue, &routes, &self.environment, &mut problems);
        let functions = functions(self.catalogue, self.hooks, &mut problems);
        let hand = written(&self.hand, &routes, &mut problems);
        let upstream = self.upstream.or_else(|| client(&routes, &mut problems));
        match upstream {
            Some(upstream) if problems.is_empty() => {
                let (catalogue, audit) = (self.catalogue, self.audit);
                Ok(Dispatcher {
                    catalogue,
                    routes,
                    surfaces,
                    credentials,
                    receipts,
                    functions,
                    hand,
                    audit,
                    upstream,
                })
            }
            _ => Err(StartError::new(problems)),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("server", &self.catalogue.server.name).finish_non_exhaustive()
    }
}

/// What makes receipts, where a gate wants one.
fn receipts(
    catalogue: &Catalogue<'static>,
    routes: &Routes,
    environment: &Environment,
    problems: &mut Vec<String>,
) -> Option<Receipts> {
    let wants = |route: &Route| route.variant.gates.confirm.is_some_and(|gate| gate.receipt);
    routes.all().any(wants).then(|| Receipts::start(catalogue.server.name, environment, problems)).flatten()
}

/// The functions of tools that are written in Rust. One that the catalogue wants has to be given.
fn written(
    given: &[HandTool],
    routes: &Routes,
    problems: &mut Vec<String>,
) -> BTreeMap<&'static str, Function> {
    let mut functions = BTreeMap::new();
    for route in routes.all().filter(|route| matches!(route.work, Work::Host)) {
        let name = route.tool.name;
        match given.iter().find(|tool| tool.name() == name) {
            Some(tool) => {
                functions.insert(name, tool.function());
            }
            None => problems.push(format!("tool `{name}` has no function: give one with `.tool(…)`")),
        }
    }
    functions
}

/// The functions that the catalogue names.
fn functions(catalogue: &Catalogue<'static>, given: Given, problems: &mut Vec<String>) -> Functions {
    let hooks = match given {
        Given::Hooks(hooks) => Some(hooks),
        Given::Without => None,
        Given::Unsaid => {
            let names: Vec<String> = catalogue.hooks.iter().map(|hook| format!("`{}`", hook.name)).collect();
            if !names.is_empty() {
                problems.push(format!(
                    "nothing makes the fields of the functions {}: give them with `.hooks(tools::hooks(…))`, or serve without with `.without_hooks()`",
                    names.join(", ")
                ));
            }
            None
        }
    };
    Functions::new(catalogue.hooks, hooks)
}

/// The HTTP client of the feature `upstream`.
#[cfg(feature = "upstream")]
fn client(routes: &Routes, problems: &mut Vec<String>) -> Option<Arc<dyn Upstream>> {
    use crate::upstream::{Address, Client};

    let secure = routes.all().flat_map(Route::calls).any(|call| call.base.starts_with("https:"));
    let client = Client::new(if secure { Address::Secure } else { Address::Plain });
    client.map(|client| Arc::new(client) as Arc<dyn Upstream>).map_err(|problem| problems.push(problem)).ok()
}

#[cfg(not(feature = "upstream"))]
fn client(_: &Routes, problems: &mut Vec<String>) -> Option<Arc<dyn Upstream>> {
    problems.push(
        "nothing is there to send requests with: give one with `upstream`, or enable the feature `upstream`"
            .to_owned(),
    );
    None
}

/// Why a dispatcher cannot start: everything at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError {
    problems: Vec<String>,
}

impl StartError {
    /// Everything that is wrong, each once.
    pub(crate) fn new(mut problems: Vec<String>) -> Self {
        problems.sort();
        problems.dedup();
        Self { problems }
    }

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
