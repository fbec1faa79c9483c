//! What is said where no rule of the catalogue says it. No sentence echoes an argument or a word of the upstream's.

use std::time::Duration;

use fewtools_contract::{Cap, Types};

use super::failure::Told;
use super::{Asked, retry_after};
use crate::upstream::{Response, UpstreamError};

/// For a status that is no success.
pub(super) fn of_status(asked: &Asked<'_>, response: &Response) -> Told {
    let status = response.status.as_u16();
    let wait = retry_after::wait(&response.headers);
    let told = match status {
        301..=303 | 307 | 308 => redirected(asked, status),
        300..400 => {
            Told::new("no-answer", format!("The API answered {status}, which is no answer to this call."))
        }
        400 | 422 => Told::new(
            "invalid-request",
            format!(
                "The API takes the arguments of {} to be invalid ({status}). Check their values.",
                asked.route.subject()
            ),
        ),
        401 => Told::new(
            "unauthorized",
            "The API did not accept the credential of this call (401). Changing the call will not help.",
        ),
        403 => forbidden(asked),
        404 | 410 => {
            Told::new("not-found", format!("The API has nothing at the address of this call ({status})."))
        }
        409 => Told::new(
            "conflict",
            "The API refused the call because of the present state of what it concerns (409). Read that again before another try.",
        ),
        413 => Told::new("request-too-large", "The API finds the request too large (413). Send less."),
        429 => Told::new(
            "rate-limited",
            format!("Rate limited (429); try again in {}.", retry_after::in_words(wait)),
        ),
        500.. => failed(asked, status, wait),
        _ => Told::new("refused", format!("The API refused the call ({status}).")),
    };
    let told = told.with("status", status.into());
    match wait {
        Some(wait) if matches!(status, 429 | 503) => told.with("retryAfterSeconds", wait.as_secs().into()),
        _ => told,
    }
}

/// For what is missing or forbidden, without a word on which of the two it is.
pub(super) fn of_denial(said: &str) -> Told {
    Told::new("not-found-or-not-visible", said)
}

/// For a change of more than may be changed at once.
pub(super) fn of_cap(asked: &Asked<'_>, cap: &Cap<'_>) -> Told {
    let input = asked.route.variant.inputs.get(cap.input);
    let argument = input.map_or("", |input| asked.route.argument(input).name);
    let lifted = match input.is_some_and(|input| input.check.types.meets(Types::BOOLEAN)) {
        true => format!("say {argument}=true"),
        false => format!("give {argument}"),
    };
    let said =
        format!("This would change more at once than the API lets pass. Narrow the call, or {lifted}.");
    let told = Told::new("over-cap", said).with("status", cap.status.into());
    let told = if cap.code.is_empty() { told } else { told.with("code", cap.code.into()) };
    told.with("argument", argument.into())
}

/// For an answer that did not come.
pub(super) fn of_no_answer(asked: &Asked<'_>, error: UpstreamError) -> Told {
    let what = match error {
        UpstreamError::Timeout => "The API did not answer in time",
        _ => "The API did not answer",
    };
    let then = if asked.changes() {
        "whether the change happened is unknown. Read the present state before another try."
    } else {
        "try again."
    };
    Told::new("no-answer", format!("{what}; {then}"))
}

/// For a success whose answer is larger than is read.
pub(super) fn of_large_answer(asked: &Asked<'_>, limit: u64) -> Told {
    let done = if asked.changes() { "The call succeeded, but the" } else { "The" };
    Told::new(
        "answer-too-large",
        format!("{done} answer of the API is over the limit of {limit} bytes that are read. Ask for less."),
    )
}

/// For a success whose answer is not what it says.
pub(super) fn of_unreadable_answer(status: u16) -> Told {
    Told::new(
        "answer-unreadable",
        format!("The API accepted the call ({status}), but its answer cannot be read."),
    )
    .with("status", status.into())
}

/// Where it leads is not told: the address is the upstream's text.
fn redirected(asked: &Asked<'_>, status: u16) -> Told {
    let then = if asked.changes() {
        " Whether the change happened is unknown. Read the present state before another try."
    } else {
        ""
    };
    let said = format!("The API answered {status}, a redirect to a place where this call is not sent.{then}");
    Told::new("redirected", said)
}

fn forbidden(asked: &Asked<'_>) -> Told {
    let permission = asked.denial.permission;
    if permission.is_empty() {
        return Told::new("forbidden", "This key is not allowed to do this (403).");
    }
    Told::new("forbidden", format!("This key lacks {permission} (403)."))
        .with("permission", permission.into())
}

fn failed(asked: &Asked<'_>, status: u16, wait: Option<Duration>) -> Told {
    let then = match wait {
        _ if asked.changes() => "Whether the change happened is unknown.".to_owned(),
        Some(_) => format!("Try again in {}.", retry_after::in_words(wait)),
        None => "Changing the call will not help.".to_owned(),
    };
    Told::new("api-failed", format!("The API failed ({status}). {then}"))
}
