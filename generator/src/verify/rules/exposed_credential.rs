//! Credentials that go over an unencrypted connection.

use std::collections::BTreeSet;

use url::{Host, Url};

use crate::diagnostics::Fault;
use crate::plan::{Surface, refused_address};
use crate::verify::Rule;
use crate::verify::check::Check;

pub(crate) const RULE: Rule = Rule {
    code: CODE,
    about: "Credentials that are sent to an `http` address of another machine.",
    check: Check::whole(check),
};

const CODE: &str = "exposed-credential";

/// A warning: the way may be safe for other reasons, as inside of one host or a private network.
fn check(surface: &Surface<'_>) -> Vec<Fault> {
    let tools = surface.tools.iter().chain(surface.hidden_tools());
    let carrying = tools.flat_map(|tool| tool.requests()).filter(|request| !request.security.is_empty());
    let main = surface.catalogue.upstream.base;
    let bases = carrying.map(|request| if request.base.is_empty() { main } else { &request.base });
    let bases: BTreeSet<&str> = bases.collect();
    let open = bases.into_iter().filter(|base| is_open(base) && refused_address(base).is_none());
    open.map(|base| fault(surface, base)).collect()
}

/// Whether others on the way can read what is sent to this address.
fn is_open(base: &str) -> bool {
    let Some(url) = Url::parse(base).ok().filter(|url| url.scheme() == "http") else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => !address.is_loopback(),
        Some(Host::Ipv6(address)) => !address.is_loopback(),
        None => false,
    }
}

fn fault(surface: &Surface<'_>, base: &str) -> Fault {
    let entry = &surface.curation.upstream;
    let chosen = entry.url.as_ref().map(|url| &url.at);
    let at = chosen.or(entry.server.as_ref().map(|server| &server.at)).unwrap_or(&surface.curation.at);
    let is_main = base == surface.catalogue.upstream.base;
    let encrypted = base.replacen("http", "https", 1);
    // The server of an operation goes before the one that is chosen.
    let mut others = surface.api.servers.iter();
    let twin = others.position(|server| server.url == encrypted).filter(|_| is_main);
    let instead = match twin {
        Some(index) => format!("`upstream: {{ server: {index} }}`, which is `{encrypted}`"),
        None => format!("`upstream: {{ url: {encrypted} }}`, if the API answers there"),
    };
    let what = format!("credentials are sent to `{base}`, where everybody on the way can read them");
    Fault::warning(CODE, at.clone(), what).instead(instead)
}
