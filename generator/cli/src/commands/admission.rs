//! Who `fewtools serve --http` lets in: the one token that is asked for, or everyone where that harms nobody.

use std::fs;
use std::net::SocketAddr;

use fewtools::contract::{Catalogue, Credential};

use crate::args::Serve;
use crate::outcome::Failure;
use crate::output;

/// The fewest characters of a token.
const SHORTEST: usize = 16;

/// The token that a request needs; `None` for none.
///
/// # Errors
/// A token that cannot be read or is none, and an address where everyone would use the credentials of this process and
/// nobody said that they may.
pub fn token(catalogue: &Catalogue<'_>, args: &Serve) -> Result<Option<String>, Failure> {
    let (place, read) = match (&args.bearer_env, &args.bearer_file) {
        (Some(name), _) => (format!("the environment variable `{name}`"), std::env::var(name).ok()),
        (None, Some(path)) => (format!("`{}`", path.display()), fs::read_to_string(path).ok()),
        (None, None) => {
            return args.transport.http.map_or(Ok(()), |at| open(catalogue, args, at)).map(|()| None);
        }
    };
    let read =
        read.ok_or_else(|| Failure::new(format!("{place} cannot be read: it has to hold the token")))?;
    let token = read.trim();
    if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Failure::new(format!(
            "{place} holds no bearer token: it takes {SHORTEST} visible ASCII characters or more"
        )));
    }
    Ok(Some(token.to_owned()))
}

/// Judges an address where no token is asked for.
fn open(catalogue: &Catalogue<'_>, args: &Serve, address: SocketAddr) -> Result<(), Failure> {
    let mut used: Vec<&str> =
        catalogue.schemes.iter().filter_map(|scheme| of_process(scheme.credential)).collect();
    used.dedup();
    if used.is_empty() || address.ip().is_loopback() {
        return Ok(());
    }
    let names: Vec<String> = used.iter().map(|name| format!("`{name}`")).collect();
    let harm = format!(
        "`{address}` can be reached from other machines, and whoever does uses the credentials in {}",
        names.join(", ")
    );
    if args.allow_anyone {
        output::warning(&harm);
        return Ok(());
    }
    Err(Failure::new(format!(
        "{harm}; ask for a token with `--bearer-env` or `--bearer-file`, or say `--allow-anyone`"
    )))
}

/// The variable that a credential of this process is in.
fn of_process(credential: Credential<'_>) -> Option<&str> {
    match credential {
        Credential::Env(variable) if super::serve::is_set(variable) => Some(variable),
        Credential::Env(_) | Credential::Forward(_) => None,
    }
}
