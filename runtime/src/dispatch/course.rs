//! The road of an accepted call: gates, requests, answers or denials, projection.

use std::time::{Duration, Instant};

use fewtools_contract::{Answer, Rows};
use http::header::IF_MATCH;
use serde_json::Value;

use super::basis::{Basis, Merged};
use super::{Dispatcher, Route, Work, host, steps};
use crate::answer::{self, Answered, Asked, Failure, Purpose};
use crate::arguments::{self, Accepted, Page};
use crate::audit::{AuditOutcome, AuditRun, Watch};
use crate::gate::{self, Run};
use crate::pages::{self, Gathered, Wanted};
use crate::project::{Frame, Sources};
use crate::refusal::{Fault, Refusal};
use crate::request::{self, Carried, Prepared, Secrets};
use crate::upstream::Request;
use crate::{Caller, Reply, log, project};

/// Why a call ends before its answer.
pub(crate) enum Stop {
    /// It is refused.
    Refused(Refusal),
    /// A credential is not at hand.
    Uncredited(Refusal),
    /// It failed.
    Failed(Failure),
}

/// One call of one caller.
pub(super) struct Course<'c> {
    pub(super) dispatcher: &'c Dispatcher,
    pub(super) caller: &'c Caller,
    pub(super) route: &'c Route,
    /// The request that the variant is there for.
    pub(super) call: &'c Prepared,
    pub(super) watch: Watch<'c>,
    /// What was read of what it changes.
    pub(super) basis: Option<Basis>,
    /// The most tokens of the result; 0 for any number.
    tokens: u32,
    /// When the answers to all its requests have to be there; `None` where each has its own time.
    until: Option<Instant>,
}

/// Runs an accepted call to its reply.
pub(super) async fn follow<'c>(
    dispatcher: &'c Dispatcher,
    caller: &'c Caller,
    accepted: Accepted<'c>,
    tokens: u32,
) -> Result<Reply, Stop> {
    let Accepted { route, inputs, page } = accepted;
    if let Answer::Link(link) = route.answer(&inputs) {
        return dispatcher.linked(route, &link, &inputs).map_err(Stop::Refused);
    }
    if let Some(hook) = route.hook.filter(|_| !dispatcher.functions.are_given()) {
        return Err(Stop::Failed(answer::needs_program(route, dispatcher.functions.name(hook))));
    }
    let run = gate::run(route, &inputs);
    let kind = if run == Run::Real { AuditRun::Real } else { AuditRun::Dry };
    let watch = Watch::new(dispatcher.audit.as_ref(), caller, route, kind);
    let call = match &route.work {
        Work::Call(call) => call,
        Work::Steps(steps) => return steps::run(dispatcher, caller, (route, steps), &inputs, tokens).await,
        Work::Host => return host::run(dispatcher, caller, (route, &inputs), watch, tokens).await,
    };
    let mut course = Course { dispatcher, caller, route, call, watch, basis: None, tokens, until: None };
    match run {
        Run::Shown => course.show(&inputs).await,
        Run::Previewed => course.preview(&inputs, page).await,
        Run::Real => course.really(&inputs, page).await,
    }
}

impl<'c> Course<'c> {
    /// A real run: what it has to confirm comes first.
    async fn really(&mut self, inputs: &[Option<Value>], page: Page) -> Result<Reply, Stop> {
        let preview = match self.route.variant.gates.confirm {
            Some(gate) => self.confirm(&gate, inputs).await?,
            None => None,
        };
        self.hold_to_cap(inputs, preview).await?;
        if let Some(spec) = pages::rows_of(self.route, inputs) {
            return self.list(spec, inputs, page).await;
        }
        let answered = self.ask(Purpose::Run, &gate::sent(self.route, inputs, Run::Real), None).await?;
        Ok(self.project(inputs, answered, &Frame::default()))
    }

    /// Ends a real run that the upstream's preview does not say to be within the cap, unless the call lifts it. What
    /// was asked already is not asked again.
    async fn hold_to_cap(&mut self, inputs: &[Option<Value>], preview: Option<Answered>) -> Result<(), Stop> {
        let Some(cap) = self.route.variant.gates.cap.filter(|cap| !cap.foreseen.is_empty()) else {
            return Ok(());
        };
        if gate::lifts(&cap, inputs) {
            return Ok(());
        }
        let answered = match preview {
            Some(preview) => preview,
            None => self.previewed(inputs).await?,
        };
        let foreseen = gate::foresees(&cap, &answered);
        if foreseen == Some(false) {
            return Ok(());
        }
        self.watch.ended(AuditOutcome::Refused, None);
        if foreseen.is_none() {
            return Err(Stop::Failed(gate::nothing_foreseen()));
        }
        let left = project::picked(self.route, &answered, &self.sources(inputs));
        Err(Stop::Failed(answer::over_cap(self.dispatcher.catalogue, self.route, self.call.call, &cap, left)))
    }

    /// Asks for something; what it changes is read before.
    pub(super) async fn ask(
        &mut self,
        purpose: Purpose,
        inputs: &[Option<Value>],
        list: Option<&Wanted<'_>>,
    ) -> Result<Answered, Stop> {
        let merged = match purpose {
            Purpose::Preview | Purpose::Run => self.merged(inputs).await?,
            Purpose::Lookup | Purpose::Merge | Purpose::Step => None,
        };
        self.send(purpose, inputs, merged.as_ref(), list).await
    }

    /// The body of a call that says only what changes; what it is put over is read once.
    pub(super) async fn merged(&mut self, inputs: &[Option<Value>]) -> Result<Option<Merged>, Stop> {
        let Some(merging) = &self.route.merging else { return Ok(None) };
        let basis = match self.basis.take() {
            Some(basis) => basis,
            None => {
                let answered = self.send(Purpose::Merge, inputs, None, None).await?;
                Basis::of(merging.merge, &answered).map_err(|failure| {
                    self.watch.ended(AuditOutcome::Failed, None);
                    Stop::Failed(failure)
                })?
            }
        };
        let change = self.change(inputs)?;
        let merged = self.basis.insert(basis).changed(change);
        let judged = merging.judge(self.route, &merged.body);
        judged.inspect_err(|_| self.watch.ended(AuditOutcome::Refused, None))?;
        Ok(Some(merged))
    }

    /// What a call says of a body that it changes in part.
    pub(super) fn change(&mut self, inputs: &[Option<Value>]) -> Result<Value, Stop> {
        request::change(self.call, inputs).map_err(|fault| self.refuse(vec![fault]))
    }

    /// Sends a request and reads its answer.
    async fn send(
        &mut self,
        purpose: Purpose,
        inputs: &[Option<Value>],
        merged: Option<&Merged>,
        list: Option<&Wanted<'_>>,
    ) -> Result<Answered, Stop> {
        let (catalogue, route) = (self.dispatcher.catalogue, self.route);
        let call = purpose.call(route, self.call);
        let carried = self.carried(call)?;
        let body = merged.map(|merged| &merged.body);
        let mut request = self.build(call, inputs, body, (&carried, Secrets::Written))?;
        if let Some(version) = merged.and_then(|merged| merged.version.clone()) {
            request.headers.insert(IF_MATCH, version);
        }
        let url = request.url.clone();
        let of_call = Asked::new(catalogue, route, (purpose, call.call), inputs, &url);
        let asked = Asked { list, ..of_call };
        if let Some(left) = self.left() {
            request.timeout_ms = u32::try_from(left.as_millis())
                .map_or(request.timeout_ms, |left| left.max(1).min(request.timeout_ms));
        }
        if asked.changes() {
            self.watch.sends();
        }
        let outcome = self.dispatcher.send(&asked, log::What::Call(purpose, inputs), request).await;
        answer::read(catalogue, &asked, outcome).map_err(|failure| {
            let outcome = match (purpose, failure.outcome) {
                (Purpose::Lookup | Purpose::Merge, AuditOutcome::Answered) => AuditOutcome::Failed,
                (_, outcome) => outcome,
            };
            self.watch.ended(outcome, failure.status);
            Stop::Failed(failure)
        })
    }

    pub(super) fn project(&mut self, inputs: &[Option<Value>], answered: Answered, frame: &Frame) -> Reply {
        self.watch.ended(AuditOutcome::Answered, Some(answered.status));
        project::reply(self.route, answered, self.tokens, frame, &self.sources(inputs))
    }

    pub(super) fn project_rows(
        &mut self,
        inputs: &[Option<Value>],
        (spec, gathered): (&Rows<'_>, Gathered<'_>),
        status: u16,
        frame: &Frame,
    ) -> Reply {
        self.watch.ended(AuditOutcome::Answered, Some(status));
        project::rows(self.route, inputs, (spec, gathered), self.tokens, frame)
    }

    /// What fields of the answer are made of beside it.
    pub(super) fn sources<'s>(&self, inputs: &'s [Option<Value>]) -> Sources<'s>
    where
        'c: 's,
    {
        Sources::new(inputs, &self.route.constants, &self.dispatcher.functions)
    }

    /// The most tokens of the result.
    pub(super) fn tokens(&self) -> u32 {
        self.tokens
    }

    /// Gives all further requests together until then.
    pub(super) fn until(&mut self, until: Instant) {
        self.until = Some(until);
    }

    fn left(&self) -> Option<Duration> {
        Some(self.until?.saturating_duration_since(Instant::now()))
    }

    /// Whether no time is left for another request.
    pub(super) fn is_late(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// The time that one request has.
    pub(super) fn timeout_ms(&self) -> u32 {
        self.dispatcher.catalogue.upstream.timeout_ms
    }

    pub(super) fn carried(&mut self, call: &Prepared) -> Result<Vec<Carried>, Stop> {
        self.dispatcher.credentials.choose(call.call, self.caller).map_err(|fault| {
            self.watch.ended(AuditOutcome::Refused, None);
            Stop::Uncredited(fault.into())
        })
    }

    pub(super) fn build(
        &mut self,
        call: &Prepared,
        inputs: &[Option<Value>],
        body: Option<&Value>,
        carried: (&[Carried], Secrets),
    ) -> Result<Request, Stop> {
        let limits = &self.dispatcher.catalogue.upstream;
        let built = request::build_with(call, inputs, body, carried, limits);
        built.map_err(|fault| self.refuse(vec![fault]))
    }

    pub(super) fn refuse(&mut self, faults: Vec<Fault>) -> Stop {
        self.watch.ended(AuditOutcome::Refused, None);
        Stop::Refused(arguments::hinted(self.route, faults))
    }
}
