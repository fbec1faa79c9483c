//! The document's servers and `upstream` → base addresses, variables filled in.

use indexmap::IndexMap;
use url::Url;

use super::Planner;
use super::hole::{Hole, HoleKind};
use crate::lower::api::{Operation, Server};
use crate::lower::curation::Word;

/// Milliseconds a request may take where `upstream.timeout` says nothing.
const TIMEOUT_MS: u32 = 30_000;
/// Bytes an answer may have where `upstream.max_response` says nothing.
const MAX_RESPONSE: u64 = 8 << 20;

/// How many servers are listed where a number is none of theirs.
const MAX_LISTED: usize = 8;

/// `upstream`, resolved.
#[derive(Debug)]
pub(super) struct UpstreamPlan {
    /// The base address; empty when the host program has to give one.
    pub base: String,
    /// Milliseconds a request may take.
    pub timeout_ms: u32,
    /// Bytes an answer may have.
    pub max_response: u64,
}

/// Resolves `upstream`; marks a hole for a server or a variable that is not there.
pub(super) fn upstream(planner: &mut Planner<'_>) -> UpstreamPlan {
    let entry = &planner.curation.upstream;
    let servers = &planner.api.servers;
    let index = entry.server.as_ref().map_or(0, |server| server.value);
    if let Some(server) = entry.server.as_ref().filter(|server| server.value >= servers.len()) {
        let word = Word::new(server.value.to_string(), server.at.clone());
        let numbered =
            servers.iter().enumerate().map(|(index, server)| format!("{index} for `{}`", server.url));
        let instead = numbered.take(MAX_LISTED).collect::<Vec<_>>().join(", ");
        planner.holes.add(Hole::new(HoleKind::Server, &word, "the document's servers").instead(instead));
    }
    let server = servers.get(index);
    check_variables(planner, server);
    let base = match &planner.curation.upstream.url {
        Some(url) => url.value.clone(),
        None => server.map(|server| address(planner, server)).unwrap_or_default(),
    };
    let entry = &planner.curation.upstream;
    UpstreamPlan {
        base,
        timeout_ms: entry.timeout_ms.as_ref().map_or(TIMEOUT_MS, |timeout| timeout.value),
        max_response: entry.max_response.as_ref().map_or(MAX_RESPONSE, |max| max.value),
    }
}

/// The base address of an operation that has servers of its own; empty otherwise, and where `upstream.url` is said.
///
/// # Errors
/// The server whose address leaves a variable open.
pub(super) fn of_operation<'a>(planner: &Planner<'_>, operation: &'a Operation) -> Result<String, &'a str> {
    if planner.curation.upstream.url.is_some() {
        return Ok(String::new());
    }
    let Some(server) = operation.servers.first() else { return Ok(String::new()) };
    if is_open(&filled(server, &planner.curation.upstream.variables)) {
        return Err(&server.url);
    }
    Ok(address(planner, server))
}

/// A server's address with variables filled in; a relative one starts from `retrieved_from`, without which it is
/// empty. One that leaves a variable open is empty too.
fn address(planner: &Planner<'_>, server: &Server) -> String {
    let filled = filled(server, &planner.curation.upstream.variables);
    if is_open(&filled) {
        return String::new();
    }
    if Url::parse(&filled).is_ok() {
        return filled;
    }
    let from = planner.curation.upstream.retrieved_from.as_ref();
    let joined = from.and_then(|from| Url::parse(&from.value).ok()?.join(&filled).ok());
    joined.map(String::from).unwrap_or_default()
}

/// Whether an address still holds a variable: one that is not declared, or a default that only shows where the value
/// goes.
fn is_open(address: &str) -> bool {
    address.contains(['{', '}'])
}

fn filled(server: &Server, variables: &IndexMap<String, Word>) -> String {
    let mut url = server.url.clone();
    for (name, default, _) in &server.variables {
        let value = variables.get(name).map_or(default, |word| &word.value);
        url = url.replace(&format!("{{{name}}}"), value);
    }
    url
}

fn check_variables(planner: &mut Planner<'_>, server: Option<&Server>) {
    let declared: &[(String, String, Vec<String>)] =
        server.map(|server| server.variables.as_slice()).unwrap_or_default();
    let names: Vec<String> = declared.iter().map(|(name, ..)| name.clone()).collect();
    for (name, value) in &planner.curation.upstream.variables {
        match declared.iter().find(|(known, ..)| known == name) {
            None => {
                let word = Word::new(name.clone(), value.at.at_key());
                planner.holes.mark(HoleKind::Server, &word, "the variables of the server", names.clone());
            }
            Some((_, _, allowed)) if !allowed.is_empty() && !allowed.contains(&value.value) => {
                let inside = format!("the values of the variable `{name}`");
                planner.holes.mark(HoleKind::Server, value, inside, allowed.clone());
            }
            Some(_) if server.is_some_and(|server| breaks_out(&server.url, name, &value.value)) => {
                let inside = format!("the values that the variable `{name}` can have");
                let hole = Hole::new(HoleKind::Server, value, inside);
                let hole = hole.because("it breaks out of its place in the address");
                let instead =
                    "letters, digits, `.`, `_` and `-`; the whole address as `upstream: { url: … }`";
                planner.holes.add(hole.instead(instead));
            }
            Some(_) => {}
        }
    }
}

/// Whether a value would end the part of the address that its variable stands in: the host and what stands before it end
/// at any delimiter, the path only at those of query and fragment. An address that begins with the variable may be
/// anything.
fn breaks_out(url: &str, name: &str, value: &str) -> bool {
    let Some((before, _)) = url.split_once(&format!("{{{name}}}")) else { return false };
    let in_path = before.split_once("://").map_or(!before.is_empty(), |(_, rest)| rest.contains('/'));
    let ends = |c: char| matches!(c, '?' | '#' | '\\') || c.is_whitespace() || c.is_control();
    match in_path {
        true => value.contains(ends) || value.split('/').any(|segment| segment == ".."),
        false => !before.is_empty() && value.contains(|c: char| ends(c) || matches!(c, '/' | '@')),
    }
}
