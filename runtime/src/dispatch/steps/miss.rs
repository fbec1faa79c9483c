//! Why a step, or a run of it, gives nothing, and how that is told.

use crate::answer::{self, Failure};
use crate::arguments;
use crate::dispatch::Route;
use crate::dispatch::course::Stop;
use crate::refusal::Fault;

/// Why a run of a step gives nothing.
pub(super) enum Miss {
    /// Its request failed.
    Failed {
        /// How.
        failure: Failure,
        /// Its time was up.
        late: bool,
    },
    /// A credential is not at hand.
    Uncredited(Fault),
    /// Nothing is known of what this slot needs.
    Unknown(&'static str),
    /// What an earlier step gives for this slot cannot be sent.
    Unsendable(&'static str),
    /// What an earlier step gives for this slot does not fit it, and why.
    Unfit(&'static str, Fault),
    /// What the caller gives cannot be sent.
    Refused(Vec<Fault>),
}

impl Miss {
    /// Whether the API says no.
    pub(super) fn is_denial(&self) -> bool {
        matches!(self, Self::Failed { failure, .. } if failure.is_denial())
    }

    /// Whether what it asks for is not there, as far as this caller may know.
    pub(super) fn is_absence(&self) -> bool {
        matches!(self, Self::Failed { failure, .. } if failure.is_denial() && failure.status != Some(401))
    }

    /// A phrase that tells nothing of what a caller may not know.
    pub(super) fn phrase(&self) -> String {
        match self {
            Self::Failed { late: true, .. } => "timed out".to_owned(),
            Self::Failed { failure, .. } => match failure.status {
                _ if failure.is_denial() => "not available".to_owned(),
                Some(408) => "timed out".to_owned(),
                Some(429) => "rate limited".to_owned(),
                Some(status) if (200..300).contains(&status) => "answer not readable".to_owned(),
                Some(status) => format!("failed ({status})"),
                None => "no answer".to_owned(),
            },
            Self::Uncredited(_) | Self::Refused(_) => "not available".to_owned(),
            Self::Unknown(slot) => format!("{slot} is not known"),
            Self::Unfit(_, fault) => fault.text.trim_end_matches('.').to_owned(),
            Self::Unsendable(slot) => format!("{slot} cannot be sent"),
        }
    }

    /// The end of a call that cannot do without the step of this name.
    pub(super) fn stop(self, route: &Route, step: &str) -> Stop {
        match self {
            Self::Failed { failure, .. } => Stop::Failed(failure),
            Self::Uncredited(fault) => Stop::Uncredited(fault.into()),
            Self::Unknown(slot) | Self::Unsendable(slot) => Stop::Failed(answer::incomplete(step, slot)),
            Self::Unfit(slot, fault) => Stop::Failed(answer::unfit(step, slot, &fault.text)),
            Self::Refused(faults) => Stop::Refused(arguments::hinted(route, faults)),
        }
    }
}
