//! The one road: arguments, checks, request, answer or denial, projection, result.

mod check;
mod routes;
mod start;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use fewtools_contract::Catalogue;
use serde_json::{Map, Value};

pub(crate) use self::routes::{Route, Routes, ToolRoute};
pub use self::start::{Builder, StartError};
use crate::answer::Asked;
use crate::arguments::{self, Accepted};
use crate::request::{self, Credentials};
use crate::{Caller, Malformed, Refusal, Reply, Upstream, answer, log, project};

/// Runs the tools of a catalogue. Nothing in it changes after the start, so it is shared freely.
pub struct Dispatcher {
    catalogue: &'static Catalogue<'static>,
    listing: Vec<Map<String, Value>>,
    routes: Routes,
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
        caller: &Caller,
        tool: &str,
        arguments: Map<String, Value>,
    ) -> Result<Reply, Malformed> {
        let Some(known) = self.routes.tool(tool) else { return self.unlisted(tool) };
        match arguments::accept(known, arguments) {
            Ok(accepted) => self.send(caller, accepted).await,
            Err(refusal) => self.refuse(tool, refusal),
        }
    }

    async fn send(&self, caller: &Caller, accepted: Accepted<'_>) -> Result<Reply, Malformed> {
        let Accepted { route, inputs, page } = accepted;
        let carried = match self.credentials.choose(&route.variant.call, caller) {
            Ok(carried) => carried,
            Err(fault) => return Ok(Reply::refused(&fault.into())),
        };
        let request = match request::build(&route.call, &inputs, carried, &self.catalogue.upstream) {
            Ok(request) => request,
            Err(fault) => return self.refuse(route.tool.name, fault.into()),
        };
        let sent = log::Sent::new(route, &request, Instant::now());
        let url = request.url.clone();
        let outcome = self.upstream.send(request).await;
        sent.answered(&outcome);
        let declared = match route.variant.call.base {
            "" => self.catalogue.upstream.base,
            own => own,
        };
        let asked = Asked { route, inputs: &inputs, url: &url, declared };
        let reply = match answer::read(self.catalogue, &asked, outcome) {
            Ok(content) => project::reply(route, content, page, self.catalogue.result_tokens),
            Err(problem) => problem,
        };
        Ok(reply)
    }

    /// An old name is told its new one; any other name is unknown, in the same words for every caller.
    fn unlisted(&self, tool: &str) -> Result<Reply, Malformed> {
        let Some(new) = self.routes.renamed(tool) else {
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
        f.debug_struct("Dispatcher").field("tools", &self.listing.len()).finish_non_exhaustive()
    }
}
