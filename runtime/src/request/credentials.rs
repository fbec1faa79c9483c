//! Chooses and writes the credentials of a call. No secret is shown by anything here.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fewtools_contract::{Call, Credential, Location, Parameter, Requirement, Scheme, SchemeKind};
use http::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};

use super::encode::{Kept, encode};
use crate::caller::Caller;
use crate::refusal::{Fault, reason};

/// The most alternatives that are named where each would do.
const NAMED: usize = 4;

/// The security schemes of a catalogue, with the secrets of the environment.
pub(crate) struct Credentials {
    schemes: Vec<Held>,
}

struct Held {
    scheme: &'static Scheme<'static>,
    /// The value of the environment variable; never of a forwarded header.
    secret: Option<String>,
}

impl Credentials {
    /// Reads the environment once. A variable that is absent or empty is a credential that is not at hand.
    pub(crate) fn read(
        schemes: &'static [Scheme<'static>],
        environment: &dyn Fn(&str) -> Option<String>,
        problems: &mut Vec<String>,
    ) -> Self {
        let mut held = Vec::with_capacity(schemes.len());
        for scheme in schemes {
            let secret = match scheme.credential {
                Credential::Env(name) => environment(name).map(|secret| secret.trim().to_owned()),
                Credential::Forward(_) => None,
            };
            let secret = secret.filter(|secret| !secret.is_empty());
            if secret.as_ref().is_some_and(|secret| secret.chars().any(char::is_control)) {
                problems.push(format!("the credential of `{}` holds control characters", scheme.name));
            }
            held.push(Held { scheme, secret });
        }
        Self { schemes: held }
    }

    /// The credentials of the first alternative that is complete for this caller; one that needs none comes last.
    ///
    /// # Errors
    /// [`Fault`] that names what is missing, where no alternative is complete.
    pub(crate) fn choose(&self, call: &Call<'_>, caller: &Caller) -> Result<Vec<Carried>, Fault> {
        let complete = |alternative: &&[Requirement<'_>]| {
            let (carried, lacking) = self.at_hand(alternative, caller);
            (lacking.is_empty() && !clash(&carried)).then_some(carried)
        };
        let some = call.security.iter().filter(|alternative| !alternative.is_empty()).find_map(complete);
        if let Some(carried) = some {
            return Ok(carried);
        }
        if call.security.iter().all(|alternative| !alternative.is_empty()) && !call.security.is_empty() {
            return Err(self.missing(call, caller));
        }
        Ok(Vec::new())
    }

    /// What an alternative sends, each once, and the schemes that lack a credential. Schemes of one header, such as two
    /// kinds of OAuth, have one credential between them: it is enough where one of them is at hand.
    fn at_hand(
        &self,
        alternative: &[Requirement<'_>],
        caller: &Caller,
    ) -> (Vec<Carried>, Vec<&'static Scheme<'static>>) {
        let (mut carried, mut met, mut open) = (Vec::<Carried>::new(), Vec::new(), Vec::new());
        for requirement in alternative {
            let Some(held) = self.schemes.get(requirement.scheme) else { continue };
            match self.carried(requirement, caller) {
                None => open.push(held.scheme),
                Some(one) => {
                    met.push(held.scheme.kind);
                    if !carried.iter().any(|other| other.is_same(&one)) {
                        carried.push(one);
                    }
                }
            }
        }
        open.retain(|scheme| !met.iter().any(|kind| kind.shares(scheme.kind)));
        (carried, open)
    }

    fn carried(&self, requirement: &Requirement<'_>, caller: &Caller) -> Option<Carried> {
        let held = self.schemes.get(requirement.scheme)?;
        match held.scheme.credential {
            Credential::Env(_) => write(held.scheme.kind, held.secret.as_deref()?),
            Credential::Forward(header) => {
                let value = caller.header(header).filter(|value| !value.is_empty())?;
                forward(held.scheme.kind, header, value)
            }
        }
    }

    /// Names what is missing of the alternatives that lack least.
    fn missing(&self, call: &Call<'_>, caller: &Caller) -> Fault {
        let lacking = call.security.iter().map(|alternative| self.at_hand(alternative, caller).1);
        let lacking: Vec<_> = lacking.filter(|schemes| !schemes.is_empty()).collect();
        let least = lacking.iter().map(Vec::len).min().unwrap_or_default();
        let mut ways: Vec<_> = lacking.iter().filter(|schemes| schemes.len() == least).collect();
        let Some(name) = ways.first().and_then(|schemes| schemes.first()).map(|scheme| scheme.name) else {
            let said =
                "This call needs two credentials in one header, which holds but one. Nothing was sent.";
            return Fault::new(reason::CREDENTIAL, "", said.to_owned());
        };
        let more = ways.len().saturating_sub(NAMED);
        ways.truncate(NAMED);
        let wanted = |schemes: &Vec<&Scheme<'_>>| {
            schemes.iter().map(|scheme| wanted(scheme)).collect::<Vec<_>>().join("; ")
        };
        let either = if ways.len() > 1 { "one of: " } else { "" };
        let ways = ways.into_iter().map(wanted).collect::<Vec<_>>().join(", or ");
        let more = if more > 0 { format!(", or {more} more") } else { String::new() };
        let said = format!(
            "This call needs a credential that is not at hand: {either}{ways}{more}. Nothing was sent."
        );
        Fault::new(reason::CREDENTIAL, name, said)
    }
}

/// Whether two credentials need the same header, which holds but one (RFC 9110, section 11.6.2).
fn clash(carried: &[Carried]) -> bool {
    let headers: Vec<&HeaderName> = carried
        .iter()
        .filter_map(|one| match one {
            Carried::Header(name, _) if *name != COOKIE => Some(name),
            _ => None,
        })
        .collect();
    headers.iter().enumerate().any(|(index, name)| headers.iter().take(index).any(|other| other == name))
}

fn wanted(scheme: &Scheme<'_>) -> String {
    match scheme.credential {
        Credential::Env(name) => format!("{} (the server has no {name})", scheme.name),
        Credential::Forward(header) => {
            format!("{} (the request came without the header {header})", scheme.name)
        }
    }
}

/// A credential as it travels.
pub(crate) enum Carried {
    /// In a header.
    Header(HeaderName, HeaderValue),
    /// In the query.
    Query {
        /// The parameter's name.
        name: &'static str,
        /// `name=value`, encoded.
        pair: String,
    },
    /// In a cookie.
    Cookie {
        /// The cookie's name.
        name: &'static str,
        /// `name=value`, encoded.
        pair: String,
    },
}

impl Carried {
    /// What tells one caller from another. Never shown.
    pub(crate) fn secret(&self) -> &[u8] {
        match self {
            Self::Header(_, value) => value.as_bytes(),
            Self::Query { pair, .. } | Self::Cookie { pair, .. } => pair.as_bytes(),
        }
    }

    /// Whether both put the same value in the same place.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Header(name, value), Self::Header(other, same)) => name == other && value == same,
            (Self::Query { pair, .. }, Self::Query { pair: same, .. })
            | (Self::Cookie { pair, .. }, Self::Cookie { pair: same, .. }) => pair == same,
            _ => false,
        }
    }

    /// Whether the credential stands in the place of this parameter, which then is not sent from an argument.
    pub(super) fn replaces(&self, parameter: &Parameter<'_>) -> bool {
        match (self, parameter.location) {
            (Self::Header(name, _), Location::Header) => parameter.name.eq_ignore_ascii_case(name.as_str()),
            (Self::Query { name, .. }, Location::Query) | (Self::Cookie { name, .. }, Location::Cookie) => {
                parameter.name == *name
            }
            _ => false,
        }
    }
}

/// A secret of the environment, written as its scheme says.
fn write(kind: SchemeKind<'static>, secret: &str) -> Option<Carried> {
    match kind {
        SchemeKind::KeyHeader(name) => header(name, secret),
        SchemeKind::KeyQuery(name) => Some(Carried::Query { name, pair: pair(name, secret) }),
        SchemeKind::KeyCookie(name) => Some(Carried::Cookie { name, pair: pair(name, secret) }),
        SchemeKind::Basic => header("authorization", &format!("Basic {}", STANDARD.encode(secret))),
        SchemeKind::Bearer => header("authorization", &format!("Bearer {secret}")),
    }
}

/// A header of the caller, sent on as it is. Only where it comes from another header than the one the scheme
/// names is it put into the scheme's form.
fn forward(kind: SchemeKind<'static>, from: &str, value: &HeaderValue) -> Option<Carried> {
    let as_it_is = match kind {
        SchemeKind::Basic | SchemeKind::Bearer => from.eq_ignore_ascii_case("authorization"),
        SchemeKind::KeyHeader(_) => true,
        SchemeKind::KeyQuery(_) | SchemeKind::KeyCookie(_) => false,
    };
    if !as_it_is {
        return write(kind, value.to_str().ok()?);
    }
    let name = match kind {
        SchemeKind::KeyHeader(name) => HeaderName::from_bytes(name.as_bytes()).ok()?,
        _ => AUTHORIZATION,
    };
    let mut value = value.clone();
    value.set_sensitive(true);
    Some(Carried::Header(name, value))
}

fn header(name: &str, text: &str) -> Option<Carried> {
    let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
    let mut value = HeaderValue::from_bytes(text.as_bytes()).ok()?;
    value.set_sensitive(true);
    Some(Carried::Header(name, value))
}

fn pair(name: &str, secret: &str) -> String {
    format!("{}={}", encode(name, Kept::Unreserved), encode(secret, Kept::Unreserved))
}
