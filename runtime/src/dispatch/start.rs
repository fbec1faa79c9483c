//! Starts a dispatcher: parses every constant, compiles every schema, reads every secret, once.

use std::fmt;
use std::sync::Arc;

use fewtools_contract as contract;
use fewtools_contract::{
    Answer, Call, Catalogue, Conversion, Expected, Input, Picked, Preview, Step, Tool, Variant,
};
use serde_json::{Value, json};

use super::Dispatcher;
use super::check;
use super::routes::{Route, Routes, ToolRoute, Work};
use crate::Upstream;
use crate::arguments::convert::{Ready, convert};
use crate::arguments::schema::Compiler;
use crate::audit::{AuditEvent, Listener};
use crate::context::Surfaces;
use crate::gate::receipt::Receipts;
use crate::hooks::{Functions, Hooks};
use crate::project::{Constants, parts};
use crate::request::{Credentials, Prepared, base};

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
        Self { catalogue, upstream: None, base: None, environment, audit: None, hooks: Given::Unsaid }
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

    /// Starts the dispatcher.
    ///
    /// # Errors
    /// [`StartError`] with everything that is wrong.
    pub fn build(self) -> Result<Dispatcher, StartError> {
        let mut problems = Vec::new();
        let credentials = Credentials::read(self.catalogue.schemes, &self.environment, &mut problems);
        let routes = Start::new(self.catalogue, self.base, &mut problems).routes();
        let surfaces = Surfaces::new(self.catalogue, &routes, &mut problems);
        let receipts = receipts(self.catalogue, &routes, &self.environment, &mut problems);
        let functions = functions(self.catalogue, self.hooks, &mut problems);
        let upstream = self.upstream.or_else(|| client(&routes, &mut problems));
        problems.sort();
        problems.dedup();
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
                    audit,
                    upstream,
                })
            }
            _ => Err(StartError { problems }),
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

impl Routes {
    /// The routes of a catalogue that nothing is sent for: for what can be said without an upstream.
    pub(crate) fn of(catalogue: &'static Catalogue<'static>) -> Result<Self, StartError> {
        let mut problems = Vec::new();
        let routes = Start::new(catalogue, Some("http://localhost".to_owned()), &mut problems).routes();
        if problems.is_empty() { Ok(routes) } else { Err(StartError { problems }) }
    }
}

struct Start<'p> {
    catalogue: &'static Catalogue<'static>,
    /// The address of every request, if the host program gave one.
    given: Option<String>,
    compiler: Compiler,
    problems: &'p mut Vec<String>,
}

impl<'p> Start<'p> {
    fn new(
        catalogue: &'static Catalogue<'static>,
        given: Option<String>,
        problems: &'p mut Vec<String>,
    ) -> Self {
        Self { catalogue, given, compiler: Compiler::new(catalogue.definitions), problems }
    }

    fn routes(mut self) -> Routes {
        let Catalogue { tools, profiles, resources, .. } = self.catalogue;
        let mut each: Vec<&'static Tool<'static>> = tools.to_vec();
        for tool in profiles.iter().flat_map(|profile| profile.tools) {
            if !each.iter().any(|known| std::ptr::eq(*known, *tool)) {
                each.push(tool);
            }
        }
        let routes = Routes {
            tools: each.into_iter().map(|tool| self.tool(tool)).collect(),
            whole: tools.len(),
            resources: resources.iter().map(|resource| self.tool(resource.tool)).collect(),
        };
        self.problems.sort();
        self.problems.dedup();
        routes
    }

    fn tool(&mut self, tool: &'static Tool<'static>) -> ToolRoute {
        check::tool(tool, self.problems);
        let variants = tool.variants.iter().map(|variant| self.variant(tool, variant)).collect();
        ToolRoute { tool, variants }
    }

    fn variant(&mut self, tool: &'static Tool<'static>, variant: &'static Variant<'static>) -> Route {
        check::variant(tool, variant, self.catalogue, self.problems);
        let place = check::place(tool, variant);
        let schemas = variant.inputs.iter();
        let schemas = schemas.map(|input| self.compiler.schema(input.check.schema, &place)).collect();
        Route {
            tool,
            variant,
            work: self.work(&place, tool, variant),
            constants: Constants::of(variant).unwrap_or_else(|text| {
                self.problems.push(format!("{place}: the constant `{text}` is not JSON"));
                Constants::default()
            }),
            hook: hook(variant),
            lookup: lookup(variant).map(|call| self.prepared(&place, tool, variant, call)),
            preview: self.preview(&place, variant),
            defaults: (0..)
                .zip(variant.inputs)
                .map(|(index, input)| self.default(&place, variant, index, input))
                .collect(),
            schemas,
        }
    }

    fn work(&mut self, place: &str, tool: &Tool<'static>, variant: &'static Variant<'static>) -> Work {
        match &variant.work {
            contract::Work::Call(exchange) => Work::Call(self.prepared(place, tool, variant, &exchange.call)),
            contract::Work::Steps(composite) => {
                let mut prepared =
                    |step: &'static Step<'static>| self.prepared(place, tool, variant, &step.call);
                Work::Steps(composite.steps.iter().map(&mut prepared).collect())
            }
            contract::Work::Host => Work::Host,
        }
    }

    fn prepared(
        &mut self,
        place: &str,
        tool: &Tool<'static>,
        variant: &Variant<'_>,
        call: &'static Call<'static>,
    ) -> Prepared {
        let name =
            |input: &Input<'_>| tool.arguments.get(input.argument).map_or("", |argument| argument.name);
        let names = variant.inputs.iter().map(name).collect();
        let base = self.base(call.base);
        let mut found = Vec::new();
        let prepared = Prepared::new(call, base, names, &mut found);
        self.problems.extend(found.into_iter().map(|problem| format!("{place}: {problem}")));
        prepared
    }

    /// What the slot of the dry run's argument holds on a dry run.
    fn preview(&mut self, place: &str, variant: &Variant<'_>) -> Option<Value> {
        match variant.gates.dry_run?.preview {
            Preview::Local | Preview::Upstream { on: "" } => None,
            Preview::Upstream { on } => self.json(place, on),
        }
    }

    fn base(&mut self, own: &str) -> String {
        let address = match &self.given {
            Some(given) => given,
            None if own.is_empty() => self.catalogue.upstream.base,
            None => own,
        };
        base::checked(address).map_err(|problem| self.problems.push(problem)).unwrap_or_default()
    }

    /// The value of an absent input: its default, or for the row limit of an answer the rows it has by default.
    fn default(
        &mut self,
        place: &str,
        variant: &Variant<'_>,
        index: usize,
        input: &Input<'_>,
    ) -> Option<Ready> {
        let limits_rows = matches!(variant.answer, Answer::Rows(rows) if rows.limit == Some(index));
        let value = match (input.default, input.conversion, variant.answer) {
            ("", Conversion::RowLimit { .. }, Answer::Rows(rows)) if limits_rows => json!(rows.default),
            ("", _, _) => return None,
            (text, _, _) => self.json(place, text)?,
        };
        let converted = convert(input.conversion, value);
        converted
            .map(|ready| ready.in_pages_of(variant))
            .map_err(|unfit| {
                self.problems.push(format!("{place}: the default of `{}` {}", input.slot, unfit.phrase))
            })
            .ok()
    }

    fn json(&mut self, place: &str, text: &str) -> Option<Value> {
        let parsed = serde_json::from_str(text);
        parsed.map_err(|_| self.problems.push(format!("{place}: a constant is not JSON"))).ok()
    }
}

/// A function of the host program that the result of a variant is made with.
fn hook(variant: &Variant<'static>) -> Option<usize> {
    let mut found = None;
    parts::visit(&variant.answer, &mut |picked, _| {
        if let Picked::Hook { hook, .. } = picked {
            found = found.or(Some(*hook));
        }
    });
    found
}

/// The call that tells what a real run has to confirm.
fn lookup(variant: &Variant<'static>) -> Option<&'static Call<'static>> {
    match variant.gates.confirm?.equals {
        Expected::Lookup { call, .. } => Some(call),
        Expected::Input(_) | Expected::Preview { .. } => None,
    }
}
