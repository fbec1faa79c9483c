//! Tells a host of every call that could change something: who, what, dry or real, and how it ended.

#[cfg(test)]
mod tests;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fewtools_contract::Effect;

use crate::Caller;
use crate::dispatch::Route;

/// One call of a variant that is no read, at its end. It holds no argument and no answer.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AuditEvent<'e> {
    /// The tool.
    pub tool: &'e str,
    /// The variant; empty for a tool without a discriminator.
    pub variant: &'e str,
    /// The operation of the document; empty for a tool written in Rust.
    pub operation: &'e str,
    /// What a real run does to the upstream.
    pub effect: Effect,
    /// Whether it was one.
    pub run: AuditRun,
    /// Whether a request left that could change something.
    pub sent: bool,
    /// How it ended.
    pub outcome: AuditOutcome,
    /// The status of the last answer; `None` where none came.
    pub status: Option<u16>,
    /// From the accepted arguments to the reply.
    pub duration: Duration,
    /// Who called.
    pub caller: &'e Caller,
}

/// Whether a call could change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditRun {
    /// Nothing: a dry run.
    Dry,
    /// A real run.
    Real,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AuditOutcome {
    /// A gate refused it, or it could not be sent.
    Refused,
    /// The upstream took its subject to be missing or its caller to be not allowed (401, 403, 404, 410, and what a subject is
    /// `told_by`).
    Denied,
    /// The request that would be sent was shown. Nothing was sent for it.
    Shown,
    /// The upstream did what was asked.
    Answered,
    /// The upstream answered that it did not.
    Failed,
    /// No answer came. Where [`AuditEvent::sent`] holds, whether the change happened is unknown.
    Unanswered,
    /// The caller left before the end, or this program failed. Where [`AuditEvent::sent`] holds, whether the change
    /// happened is unknown.
    Abandoned,
}

impl AuditOutcome {
    /// The word in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Denied => "denied",
            Self::Shown => "shown",
            Self::Answered => "answered",
            Self::Failed => "failed",
            Self::Unanswered => "unanswered",
            Self::Abandoned => "abandoned",
        }
    }
}

/// The host's own function.
pub(crate) type Listener = Box<dyn Fn(&AuditEvent<'_>) + Send + Sync>;

/// A call that is watched to its end, which is where this is dropped.
pub(crate) struct Watch<'c> {
    listener: Option<&'c Listener>,
    caller: &'c Caller,
    route: &'c Route,
    run: AuditRun,
    since: Instant,
    sent: AtomicBool,
    outcome: AuditOutcome,
    status: Option<u16>,
}

impl<'c> Watch<'c> {
    /// Watches from now on.
    pub(crate) fn new(
        listener: Option<&'c Listener>,
        caller: &'c Caller,
        route: &'c Route,
        run: AuditRun,
    ) -> Self {
        let (outcome, since) = (AuditOutcome::Abandoned, Instant::now());
        Self { listener, caller, route, run, since, sent: AtomicBool::new(false), outcome, status: None }
    }

    /// A request leaves that may change something.
    pub(crate) fn sends(&self) {
        self.sent.store(true, Ordering::Relaxed);
    }

    /// What is known of the end so far.
    pub(crate) fn ended(&mut self, outcome: AuditOutcome, status: Option<u16>) {
        self.outcome = outcome;
        self.status = status.or(self.status);
    }

    fn tell(&self) {
        let variant = self.route.variant;
        let event = AuditEvent {
            tool: self.route.tool.name,
            variant: variant.name,
            operation: variant.work.calls().next().map_or("", |call| call.operation),
            effect: variant.effect,
            run: self.run,
            sent: self.sent.load(Ordering::Relaxed),
            outcome: self.outcome,
            status: self.status,
            duration: self.since.elapsed(),
            caller: self.caller,
        };
        event.log();
        // The call is over: what the host's function does cannot be its fault.
        let told = catch_unwind(AssertUnwindSafe(|| {
            if let Some(listener) = self.listener {
                listener(&event);
            }
        }));
        if told.is_err() {
            tracing::error!(target: "fewtools::audit", tool = event.tool, "the audit function panicked");
        }
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        if self.route.variant.effect.is_mutation() {
            self.tell();
        }
    }
}

impl AuditEvent<'_> {
    fn log(&self) {
        tracing::info!(
            target: "fewtools::audit",
            tool = self.tool,
            variant = self.variant,
            operation = self.operation,
            effect = self.effect.as_str(),
            run = %self.run,
            sent = self.sent,
            outcome = self.outcome.as_str(),
            status = self.status,
            ms = self.duration.as_millis() as u64,
            "a call that could change something"
        );
    }
}

impl fmt::Display for AuditRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dry => "dry",
            Self::Real => "real",
        })
    }
}
