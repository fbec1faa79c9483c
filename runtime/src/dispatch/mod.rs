//! The one road: arguments, checks, request, answer or denial, projection, result.

mod check;
mod outcome;
mod routes;
mod start;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use fewtools_contract::Catalogue;
use serde_json::{Map, Value};

pub(crate) use self::outcome::Outcome;
pub(crate) use self::routes::{Route, Routes, ToolRoute};
pub use self::start::{Builder, StartError};
use crate::answer::Asked;
use crate::arguments::{self, Accepted};
use crate::context::{Surface, Surfaces};
use crate::request::{self, Credentials};
use crate::{Caller, Malformed, Refusal, Reply, Upstream, answer, log, project};

/// Runs the tools of a catalogue. Nothing in it changes after the start, so it is shared freely.
pub struct Dispatcher {
    catalogue: &'static Catalogue<'static>,
    routes: Routes,
    surfaces: Surfaces,
    credentials: Credentials,
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
        let Some(known) = surface.tool(tool).and_then(|index| self.routes.tool(index)) else {
            return self.unlisted(surface, tool);
        };
        match arguments::accept(known, arguments) {
            Ok(accepted) => self.send(caller, accepted).await,
            Err(refusal) => self.refuse(tool, refusal),
        }
    }

    async fn send(&self, caller: &Caller, accepted: Accepted<'_>) -> Result<Reply, Malformed> {
        let tool = accepted.route.tool.name;
        match self.ask(caller, accepted, self.catalogue.result_tokens).await {
            Outcome::Refused(refusal) => self.refuse(tool, refusal),
            Outcome::Uncredited(refusal) => Ok(Reply::refused(&refusal)),
            Outcome::Done(reply) | Outcome::Denied(reply) | Outcome::Failed(reply) => Ok(reply),
        }
    }

    /// Sends the one request of a call, and holds its answer below this many tokens; 0 for any number.
    pub(crate) async fn ask(&self, caller: &Caller, accepted: Accepted<'_>, tokens: u32) -> Outcome {
        let Accepted { route, inputs, page } = accepted;
        let carried = match self.credentials.choose(&route.variant.call, caller) {
            Ok(carried) => carried,
            Err(fault) => return Outcome::Uncredited(fault.into()),
        };
        let request = match request::build(&route.call, &inputs, carried, &self.catalogue.upstream) {
            Ok(request) => request,
            Err(fault) => return Outcome::Refused(fault.into()),
        };
        let sent = log::Sent::new(route, &request, Instant::now());
        let url = request.url.clone();
        let outcome = self.upstream.send(request).await;
        sent.answered(&outcome);
        let said_no = outcome::is_denial(&outcome);
        let declared = match route.variant.call.base {
            "" => self.catalogue.upstream.base,
            own => own,
        };
        let asked = Asked { route, inputs: &inputs, url: &url, declared };
        match answer::read(self.catalogue, &asked, outcome) {
            Ok(content) => match project::reply(route, content, page, tokens) {
                reply if reply.is_error => Outcome::Failed(reply),
                reply => Outcome::Done(reply),
            },
            Err(problem) if said_no => Outcome::Denied(problem),
            Err(problem) => Outcome::Failed(problem),
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
