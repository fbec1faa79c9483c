//! Turns an answer without a success that the document declares into the sentence that is told of it.

use fewtools_contract::Settled;
use http::header::LOCATION;

use super::problem::Problems;
use super::{Asked, Purpose};
use crate::dispatch::Role;
use crate::upstream::Response;

/// What is told of an answer that says that there is nothing to do; `None` for every other. It is no answer to what has to
/// be read, and none where the manifest has words of its own for it or promises data of the tool.
pub(super) fn said(settled: &[Settled<'_>], problems: &Problems<'_>, response: &Response) -> Option<String> {
    let (asked, status) = (problems.asked, response.status.as_u16());
    let is_of = |entry: &&Settled<'_>| {
        entry.operation == asked.call.operation && (entry.from..=entry.to).contains(&status)
    };
    let entry = settled.iter().find(is_of)?;
    let leads_on = response.headers.contains_key(LOCATION);
    if leads_on || reads(asked) || problems.knows(response) {
        return None;
    }
    Some(match entry.say {
        "" => format!("The API answered {status}."),
        say if say.ends_with(['.', '!', '?', '…']) => format!("The API answered {status}: {say}"),
        say => format!("The API answered {status}: {say}."),
    })
}

/// Whether something has to be read of the answer.
fn reads(asked: &Asked<'_>) -> bool {
    let of_purpose = matches!(asked.purpose, Purpose::Lookup | Purpose::Merge);
    of_purpose || asked.route.role == Role::Resource || !asked.route.tool.output_schema.is_empty()
}
