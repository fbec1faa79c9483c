//! The security of what is called, the environment and the transport → what `fewtools serve` will refuse.

use std::collections::BTreeSet;

use fewtools::contract::{Call, Catalogue, Credential, Requirement, Scheme, Variant};

use super::serve::is_set;
use crate::args::Transport;

/// The most alternatives that are named where each would do.
const NAMED: usize = 4;

/// What will be refused for want of a credential, by the names of variables, headers and schemes. Nothing is said of a
/// credential that is not needed: one of another alternative is at hand for every call.
pub fn refused(catalogue: &Catalogue<'_>, transport: &Transport) -> BTreeSet<String> {
    let securities: BTreeSet<Vec<Vec<usize>>> = calls(catalogue)
        .map(|call| call.security.iter().map(|all| all.iter().map(index).collect()).collect())
        .collect();
    securities.iter().flat_map(|security| of_security(catalogue, transport, security)).collect()
}

fn index(requirement: &Requirement<'_>) -> usize {
    requirement.scheme
}

/// Every request that is made.
fn calls<'c>(catalogue: &'c Catalogue<'c>) -> impl Iterator<Item = &'c Call<'c>> {
    let read = catalogue.resources.iter().map(|resource| resource.tool);
    let tools = catalogue.tools.iter().chain(catalogue.operations).copied().chain(read);
    let variants = tools.flat_map(|tool| tool.variants);
    let looked_up = |variant: &Variant<'c>| variant.gates.confirm.and_then(|confirm| confirm.lookup());
    variants.flat_map(move |variant| variant.work.calls().chain(looked_up(variant)))
}

/// What is said of operations of one `security`; nothing where one of its alternatives is complete.
fn of_security(catalogue: &Catalogue<'_>, transport: &Transport, security: &[Vec<usize>]) -> Vec<String> {
    let lacking: Vec<Vec<&Scheme<'_>>> =
        security.iter().map(|alternative| lacking(catalogue, transport, alternative)).collect();
    if lacking.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let variables = |schemes: &&Vec<&Scheme<'_>>| schemes.iter().all(|scheme| variable(scheme).is_some());
    let ways: Vec<_> = lacking.iter().filter(variables).collect();
    match ways.as_slice() {
        [] => lacking.first().into_iter().flatten().map(|scheme| alone(scheme)).collect(),
        [all] => all.iter().map(|scheme| alone(scheme)).collect(),
        several => vec![one_of(several)],
    }
}

/// The schemes of an alternative without a credential. Schemes of one header need one between them.
fn lacking<'c>(
    catalogue: &'c Catalogue<'c>,
    transport: &Transport,
    alternative: &[usize],
) -> Vec<&'c Scheme<'c>> {
    let schemes = alternative.iter().filter_map(|index| catalogue.schemes.get(*index));
    let (met, mut open): (Vec<&Scheme<'_>>, Vec<&Scheme<'_>>) =
        schemes.partition(|scheme| match scheme.credential {
            Credential::Env(variable) => is_set(variable),
            Credential::Forward(_) => !transport.stdio,
        });
    open.retain(|scheme| !met.iter().any(|other| other.kind.shares(scheme.kind)));
    open
}

fn variable<'c>(scheme: &Scheme<'c>) -> Option<&'c str> {
    match scheme.credential {
        Credential::Env(variable) => Some(variable),
        Credential::Forward(_) => None,
    }
}

/// What is said of a scheme that nothing can stand in for.
fn alone(scheme: &Scheme<'_>) -> String {
    let name = scheme.name;
    match scheme.credential {
        Credential::Env(variable) => {
            format!("the environment variable `{variable}` is not set: what needs `{name}` is refused")
        }
        Credential::Forward(header) => format!(
            "`{name}` comes from the caller's header `{header}`, and standard input has no headers: what needs it is \
             refused"
        ),
    }
}

/// What is said of alternatives of which each would do.
fn one_of(ways: &[&Vec<&Scheme<'_>>]) -> String {
    let quoted = |name: &str| format!("`{name}`");
    let listed = |name: &dyn Fn(&Scheme<'_>) -> String| {
        let named = ways.iter().take(NAMED);
        let way = |schemes: &&Vec<&Scheme<'_>>| {
            schemes.iter().map(|scheme| name(scheme)).collect::<Vec<_>>().join(" with ")
        };
        let more = ways.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" or {more} more") } else { String::new() };
        named.map(way).collect::<Vec<_>>().join(" or ") + &more
    };
    let variables = listed(&|scheme| variable(scheme).map(quoted).unwrap_or_default());
    let schemes = listed(&|scheme| quoted(scheme.name));
    format!("set one of the environment variables {variables}: what needs {schemes} is refused")
}
