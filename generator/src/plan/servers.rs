//! The document's servers and `upstream` → base addresses, variables filled in.

use indexmap::IndexMap;
use url::Url;

use super::Planner;
use super::address;
use super::hole::{Hole, HoleKind};
use crate::lower::Curation;
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
    check_base(planner, &base);
    let entry = &planner.curation.upstream;
    UpstreamPlan {
        base,
        timeout_ms: timeout(planner.curation),
        max_response: entry.max_response.as_ref().map_or(MAX_RESPONSE, |max| max.value),
    }
}

/// Milliseconds a request may take.
pub(super) fn timeout(curation: &Curation) -> u32 {
    curation.upstream.timeout_ms.as_ref().map_or(TIMEOUT_MS, |timeout| timeout.value)
}

/// An empty address is left to the host program.
fn check_base(planner: &mut Planner<'_>, base: &str) {
    let Some(refused) = address::refused(base).filter(|_| !base.is_empty()) else { return };
    let entry = &planner.curation.upstream;
    let chosen = entry.url.as_ref().map(|url| &url.at);
    let chosen = chosen.or(entry.server.as_ref().map(|server| &server.at)).unwrap_or(&planner.curation.at);
    let word = Word::new(address::shown(base), chosen.clone());
    let hole = Hole::new(HoleKind::Server, &word, "the addresses that a request can go to");
    planner.holes.add(hole.because(refused).instead("`upstream: { url: https://… }`"));
}

/// The base address of an operation that has servers of its own; empty otherwise, and where `upstream.url` is said.
///
/// # Errors
/// Why its address is not known: it would be that of another server.
pub(super) fn of_operation(planner: &Planner<'_>, operation: &Operation) -> Result<String, Unknown> {
    let Some(server) = operation.servers.first().filter(|_| planner.curation.upstream.url.is_none()) else {
        return Ok(String::new());
    };
    let address = address(planner, server);
    match address::refused(&address).filter(|_| !address.is_empty()) {
        Some(refused) => {
            let why = format!("no request can go to `{}`, its server: {refused}", address::shown(&address));
            return Err(Unknown { why, instead: "the address under `upstream.url`" });
        }
        None if !address.is_empty() => return Ok(address),
        None => {}
    }
    let filled = filled(server, &planner.curation.upstream.variables);
    let (why, instead) = match Url::parse(&filled) {
        _ if is_open(&filled) => {
            ("is not known", "its variables under `upstream.variables`, or the address under `upstream.url`")
        }
        Err(url::ParseError::RelativeUrlWithoutBase) => (
            "is relative to where the document comes from",
            "that place as `upstream: { retrieved_from: … }`, or the address under `upstream.url`",
        ),
        _ => ("is none", "the address under `upstream.url`"),
    };
    Err(Unknown { why: format!("the address of its server, `{}`, {why}", server.url), instead })
}

/// Why a base address is not known.
#[derive(Debug)]
pub(super) struct Unknown {
    /// What is wrong with the server.
    pub why: String,
    /// What to write instead.
    pub instead: &'static str,
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

/// Every variable of the manifest is one of the chosen server, or of a server that operations have of their own.
fn check_variables(planner: &mut Planner<'_>, server: Option<&Server>) {
    let own = planner.api.operations.iter().filter_map(|operation| operation.servers.first());
    let servers: Vec<&Server> = server.into_iter().chain(own).collect();
    for (name, value) in &planner.curation.upstream.variables {
        let declared = servers.iter().filter_map(|server| {
            let mut variables = server.variables.iter();
            variables.find(|(known, ..)| known == name).map(|(_, _, allowed)| (*server, allowed))
        });
        let mut declared = declared.peekable();
        if declared.peek().is_none() {
            let word = Word::new(name.clone(), value.at.at_key());
            let mut names: Vec<String> = Vec::new();
            for (known, ..) in servers.iter().flat_map(|server| &server.variables) {
                if !names.contains(known) {
                    names.push(known.clone());
                }
            }
            planner.holes.mark(HoleKind::Server, &word, "the variables of the server", names);
        }
        if let Some(hole) = declared.find_map(|(server, allowed)| unfit(server, name, value, allowed)) {
            planner.holes.add(hole);
        }
    }
}

/// Why a variable of a server cannot have a value.
fn unfit(server: &Server, name: &str, value: &Word, allowed: &[String]) -> Option<Hole> {
    if !allowed.is_empty() && !allowed.contains(&value.value) {
        let inside = format!("the values of the variable `{name}`");
        return Some(Hole::new(HoleKind::Server, value, inside).among(allowed.to_vec()));
    }
    if !breaks_out(&server.url, name, &value.value) {
        return None;
    }
    let inside = format!("the values that the variable `{name}` can have");
    let hole = Hole::new(HoleKind::Server, value, inside);
    let hole = hole.because("it breaks out of its place in the address");
    let instead = "letters, digits, `.`, `_` and `-`; the whole address as `upstream: { url: … }`";
    Some(hole.instead(instead))
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
