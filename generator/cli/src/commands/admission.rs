//! Who `fewtools serve --http` lets in: the one token that is asked for, or everyone where that harms nobody.

use std::fs;
use std::net::IpAddr;

use fewtools::contract::{Catalogue, Credential};

use crate::args::Serve;
use crate::outcome::Failure;
use crate::output;

/// The fewest characters of a token.
const SHORTEST: usize = 16;

/// The token that a request needs; `None` for none.
///
/// # Errors
/// A token that cannot be read or is none, an address or a host where everyone would use the credentials of this process
/// and nobody said that they may, and an address that others reach under no name.
pub fn token(catalogue: &Catalogue<'_>, args: &Serve) -> Result<Option<String>, Failure> {
    let token = asked(args).map_or_else(|| open(catalogue, args).map(|()| None), |token| token.map(Some));
    match (unnamed(args), token) {
        (None, token) => token.map_err(Failure::new),
        (Some(problem), Ok(_)) => Err(Failure::new(problem)),
        (Some(problem), Err(other)) => Err(Failure::new(format!("{other}\n{problem}"))),
    }
}

/// The token that is asked for, if one is.
fn asked(args: &Serve) -> Option<Result<String, String>> {
    let (place, read) = match (&args.bearer_env, &args.bearer_file) {
        (Some(name), _) => (format!("the environment variable `{name}`"), std::env::var(name).ok()),
        (None, Some(path)) => (format!("`{}`", path.display()), fs::read_to_string(path).ok()),
        (None, None) => return None,
    };
    let Some(read) = read else {
        return Some(Err(format!("{place} cannot be read: it has to hold the token")));
    };
    let token = read.trim();
    let is_token = token.len() >= SHORTEST && token.bytes().all(|byte| byte.is_ascii_graphic());
    Some(is_token.then(|| token.to_owned()).ok_or_else(|| {
        format!(
            "{place} holds no bearer token: it takes {SHORTEST} visible ASCII characters or more, no spaces"
        )
    }))
}

/// An address that others reach, where nobody said under which name.
fn unnamed(args: &Serve) -> Option<String> {
    let address = args.transport.http.filter(|address| !is_loopback(address.ip()))?;
    args.allow_host.is_empty().then(|| {
        format!(
            "`{address}` can be reached from other machines; say with `--allow-host` under which name, or listen on \
             `127.0.0.1`"
        )
    })
}

/// How other machines reach what is served: by its address, or by a host that something in front of it passes on.
fn reached(args: &Serve) -> Option<String> {
    let address = args.transport.http.as_ref()?;
    if !is_loopback(address.ip()) {
        return Some(format!("`{address}` can be reached from other machines"));
    }
    let host = args.allow_host.iter().find(|host| !is_this_machine(host))?;
    Some(format!("`--allow-host {host}` lets in what other machines send through a proxy"))
}

/// Whether an allowed host, with a port or without, is a name of this machine for itself.
fn is_this_machine(host: &str) -> bool {
    let bare = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let address = bare.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    bare.eq_ignore_ascii_case("localhost") || address.is_ok_and(is_loopback)
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

/// Judges an address where no token is asked for.
fn open(catalogue: &Catalogue<'_>, args: &Serve) -> Result<(), String> {
    let Some(reached) = reached(args) else { return Ok(()) };
    let mut used: Vec<&str> =
        catalogue.schemes.iter().filter_map(|scheme| of_process(scheme.credential)).collect();
    used.dedup();
    if used.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = used.iter().map(|name| format!("`{name}`")).collect();
    let harm = format!("{reached}, and whoever does uses the credentials in {}", names.join(", "));
    if args.allow_anyone {
        output::warning(&harm);
        return Ok(());
    }
    Err(format!("{harm}; ask for a token with `--bearer-env` or `--bearer-file`, or say `--allow-anyone`"))
}

/// The variable that a credential of this process is in.
fn of_process(credential: Credential<'_>) -> Option<&str> {
    match credential {
        Credential::Env(variable) if super::serve::is_set(variable) => Some(variable),
        Credential::Env(_) | Credential::Forward(_) => None,
    }
}
