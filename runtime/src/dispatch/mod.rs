//! The one road: arguments, checks, request, answer or denial, projection, result.

mod basis;
mod check;
mod confirming;
mod course;
mod dry;
mod host;
mod lists;
mod operation;
mod outcome;
mod output;
mod prepare;
mod routes;
mod send;
mod start;
mod steps;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use fewtools_contract::{Catalogue, Listed};
use serde_json::{Map, Value};

pub(crate) use self::course::Stop;
pub(crate) use self::outcome::Outcome;
pub(crate) use self::routes::{PreparedStep, Role, Route, Routes, ToolRoute, Work};
pub use self::start::{Builder, StartError};
use crate::answer::Failure;
use crate::arguments::{self, Accepted};
use crate::audit::Listener;
use crate::context::{self, Surface, Surfaces};
use crate::gate::receipt::Receipts;
use crate::hand::Function;
use crate::hooks::Functions;
use crate::request::Credentials;
use crate::{Caller, Malformed, Refusal, Reply, Upstream, log};

/// Runs the tools of a catalogue. Nothing in it changes after the start, so it is shared freely.
pub struct Dispatcher {
    catalogue: &'static Catalogue<'static>,
    routes: Routes,
    surfaces: Surfaces,
    credentials: Credentials,
    /// Where a gate wants one.
    receipts: Option<Receipts>,
    /// The functions of the host program that results are made with.
    functions: Functions,
    /// The functions of tools that are written in Rust, by the names of the tools.
    hand: BTreeMap<&'static str, Function>,
    audit: Option<Listener>,
    upstream: Arc<dyn Upstream>,
}

impl Dispatcher {
    /// Starts with the tools of this catalogue.
    pub fn builder(catalogue: &'static Catalogue<'static>) -> Builder {
        Builder::new(catalogue)
    }

    /// The catalogue that is served.
    pub fn catalogue(&self) -> &Catalogue<'static> {
        self.catalogue
    }

    /// Every tool that this caller is offered, as `tools/list` shows it, in listing order, rendered once at the start.
    pub fn listing(&self, caller: &Caller) -> &[Map<String, Value>] {
        self.surfaces.of(caller).listing()
    }

    /// What this caller is told about the server as a whole; empty for nothing.
    pub fn instructions(&self, caller: &Caller) -> &str {
        self.surfaces.of(caller).instructions()
    }

    pub(crate) fn routes(&self) -> &Routes {
        &self.routes
    }

    pub(crate) fn surfaces(&self) -> &Surfaces {
        &self.surfaces
    }

    /// Runs one call for this caller.
    ///
    /// # Errors
    /// [`Malformed`] for an unknown tool, and for refused arguments where the catalogue says that a refusal is a
    /// protocol error. Everything else that goes wrong is a [`Reply`] with `is_error`.
    pub async fn call(
        &self,
        caller: &Caller,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Reply, Malformed> {
        let surface = self.surfaces.of(caller);
        if let Some(help) = surface.help().filter(|help| help.name == tool) {
            return self.explain(surface, help, arguments).or_else(|refusal| self.refuse(tool, refusal));
        }
        let Some(known) = surface.tool(tool).and_then(|index| self.routes.tool(index)) else {
            return self.unlisted(surface, tool);
        };
        self.run(caller, known, arguments).await.map(|reply| known.held(reply))
    }

    /// Runs a call of a tool that is offered.
    async fn run(
        &self,
        caller: &Caller,
        known: &ToolRoute,
        arguments: Map<String, Value>,
    ) -> Result<Reply, Malformed> {
        let tool = known.tool.name;
        let accepted = match arguments::accept(known, arguments) {
            Ok(accepted) => accepted,
            Err(refusal) => return self.refuse(tool, refusal),
        };
        let tokens = match known.tool.result_tokens {
            0 => self.catalogue.result_tokens,
            own => own,
        };
        match course::follow(self, caller, accepted, tokens).await {
            Ok(reply) => Ok(reply),
            Err(Stop::Refused(refusal)) => self.refuse(tool, refusal),
            Err(Stop::Uncredited(refusal)) => Ok(Reply::refused(&refusal)),
            Err(Stop::Failed(failure)) => Ok(self.say(caller, failure).await),
        }
    }

    /// Runs a call, and holds its answer below this many tokens; 0 for any number.
    pub(crate) async fn ask(&self, caller: &Caller, accepted: Accepted<'_>, tokens: u32) -> Outcome {
        match course::follow(self, caller, accepted, tokens).await {
            Ok(reply) if reply.is_error => Outcome::Failed(reply),
            Ok(reply) => Outcome::Done(reply),
            Err(Stop::Refused(_)) => Outcome::Refused,
            Err(Stop::Uncredited(_)) => Outcome::Uncredited,
            Err(Stop::Failed(failure)) if failure.is_denial() => Outcome::Denied,
            Err(Stop::Failed(failure)) => Outcome::Failed(failure.reply()),
        }
    }

    /// Puts a failure into words, with the names of what this caller may see where they are told too.
    async fn say(&self, caller: &Caller, failure: Failure) -> Reply {
        let resources = self.surfaces.of(caller).resources();
        let offered = |listed: &Listed<'_>| resources.iter().any(|one| one.index == listed.resource);
        let Some(Listed { resource, field }) = failure.visible.filter(offered) else {
            return failure.reply();
        };
        match self.rows_of(caller, resource).await {
            Ok(rows) => failure.naming(rows.iter().filter_map(|row| context::text_of(row, field))),
            Err(_) => failure.reply(),
        }
    }

    /// The old name of a tool that is offered is told its new one; any other name is unknown, in the same words for
    /// every caller.
    fn unlisted(&self, surface: &Surface, tool: &str) -> Result<Reply, Malformed> {
        let Some(new) = surface.renamed(tool) else {
            log::refused(tool, "unknown-tool");
            return Err(Malformed::UnknownTool);
        };
        self.refuse(tool, Refusal::renamed(tool, new))
    }

    fn refuse(&self, tool: &str, refusal: Refusal) -> Result<Reply, Malformed> {
        log::refused(tool, refusal.faults().first().map_or("", |fault| fault.reason));
        if self.catalogue.server.refuse_by_protocol {
            return Err(Malformed::Refused(refusal));
        }
        Ok(Reply::refused(&refusal))
    }
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dispatcher").field("tools", &self.routes.tools().len()).finish_non_exhaustive()
    }
}
