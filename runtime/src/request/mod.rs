//! Turns a variant's call and its inputs into the one HTTP request that the document describes.

pub(crate) mod base;
mod body;
mod credentials;
mod encode;
mod form;
mod header;
mod multipart;
mod path;
mod prepared;
mod secret;
mod spread;
mod style;

#[cfg(test)]
mod tests;

use fewtools_contract::{Location, Parameter, Source, Spreading, Upstream};
use http::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue};
use serde_json::Value;

use self::body::Written;
pub(crate) use self::credentials::{Carried, Credentials};
pub(crate) use self::header::is_sendable as is_sendable_header;
pub(crate) use self::prepared::Prepared;
pub(crate) use self::secret::{MASK, is_named_secret};
pub(crate) use self::spread::Reserved;
pub(crate) use self::style::is_json;
use crate::refusal::{Fault, reason};
use crate::upstream::{Redirects, Request};

/// The most bytes of an address: more is refused by most servers and by some clients.
const LONGEST_ADDRESS: usize = 32 * 1024;

/// Whether a request is written with the credentials that it travels with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Secrets {
    /// To be sent.
    Written,
    /// To be shown. No argument stands in the place of a credential either.
    LeftOut,
}

/// Builds the request. Whether it may be sent on by a redirect is for its purpose to say.
///
/// # Errors
/// [`Fault`] for a value that its place in the request cannot carry; it names the argument.
pub(crate) fn build(
    prepared: &Prepared,
    inputs: &[Option<Value>],
    (carried, secrets): (&[Carried], Secrets),
    limits: &Upstream<'_>,
) -> Result<Request, Fault> {
    build_with(prepared, inputs, None, (carried, secrets), limits)
}

/// What a call says of the body, where that is put over what is there.
///
/// # Errors
/// As [`build`].
pub(crate) fn change(prepared: &Prepared, inputs: &[Option<Value>]) -> Result<Value, Fault> {
    body::change(prepared, inputs)
}

/// Builds the request with a body that is put together already.
///
/// # Errors
/// As [`build`].
pub(crate) fn build_with(
    prepared: &Prepared,
    inputs: &[Option<Value>],
    whole: Option<&Value>,
    (carried, secrets): (&[Carried], Secrets),
    limits: &Upstream<'_>,
) -> Result<Request, Fault> {
    let mut draft =
        Draft { prepared, inputs, query: Vec::new(), headers: HeaderMap::new(), cookies: Vec::new() };
    let mut url = path::url(prepared, inputs)?;
    // Some documents tell operations of one address apart by a fragment, which never leaves a client.
    url.truncate(url.find('#').unwrap_or(url.len()));
    for (index, parameter) in prepared.call.parameters.iter().enumerate() {
        if !carried.iter().any(|credential| credential.replaces(parameter)) {
            draft.add(index, parameter)?;
        }
    }
    let body = body::write(prepared, inputs, whole)?;
    draft.describe(body.as_ref());
    if secrets == Secrets::Written {
        carried.iter().for_each(|credential| draft.carry(credential));
    }
    draft.bake_cookies();
    if !draft.query.is_empty() {
        url.push(if url.contains('?') { '&' } else { '?' });
        url.push_str(&draft.query.join("&"));
    }
    if url.len() > LONGEST_ADDRESS {
        return Err(draft.too_long());
    }
    Ok(Request {
        method: prepared.method.clone(),
        url,
        headers: draft.headers,
        body: body.map(|body| body.bytes),
        timeout_ms: limits.timeout_ms,
        max_response: limits.max_response,
        redirects: Redirects::Outcome,
    })
}

struct Draft<'r> {
    prepared: &'r Prepared,
    inputs: &'r [Option<Value>],
    query: Vec<String>,
    headers: HeaderMap,
    cookies: Vec<String>,
}

impl Draft<'_> {
    fn add(&mut self, index: usize, parameter: &Parameter<'_>) -> Result<(), Fault> {
        let Some(value) = self.prepared.parameter(index, self.inputs) else { return Ok(()) };
        let argument = self.prepared.source_name(parameter.source);
        if matches!(parameter.source, Source::Input(_)) && parameter.location != Location::Header {
            let reserved = self.prepared.reserved(Spreading::Parameter(index));
            spread::judge(reserved, argument, parameter.name, parameter.encoding, value)?;
        }
        match parameter.location {
            Location::Path => {}
            Location::Query => self.query.extend(style::query(parameter.name, parameter.encoding, value)),
            Location::Querystring => self.query.extend(form::querystring(parameter.encoding, value)),
            Location::Header => {
                if let Some((name, value)) = header::pair(argument, parameter, value)? {
                    if name == COOKIE
                        && let Some(reserved) = self.prepared.reserved(Spreading::Parameter(index))
                    {
                        reserved.judge_cookies(argument, &String::from_utf8_lossy(value.as_bytes()))?;
                    }
                    self.headers.insert(name, value);
                }
            }
            Location::Cookie => self.cookies.extend(header::cookies(argument, parameter, value)?),
        }
        Ok(())
    }

    /// The address is longer than any is sent; the longest value in it is to blame.
    fn too_long(&self) -> Fault {
        let parameters = self.prepared.call.parameters.iter().enumerate();
        let in_address = parameters.filter(|(_, parameter)| {
            matches!(parameter.location, Location::Path | Location::Query | Location::Querystring)
        });
        let longest = in_address.max_by_key(|(index, _)| {
            self.prepared.parameter(*index, self.inputs).map_or(0, |value| value.to_string().len())
        });
        let argument = longest.map_or("", |(_, parameter)| self.prepared.source_name(parameter.source));
        let why = format!("is too long: the address of a request has at most {LONGEST_ADDRESS} bytes");
        unsendable(argument, &why)
    }

    fn describe(&mut self, body: Option<&Written>) {
        let call = &self.prepared.call;
        let mut insert = |name, text: &str| {
            if let Ok(value) = HeaderValue::from_str(text) {
                self.headers.insert(name, value);
            }
        };
        if !call.accept.is_empty() {
            insert(ACCEPT, call.accept);
        }
        if let Some(body) = body {
            insert(CONTENT_TYPE, &body.content_type);
        }
    }

    fn carry(&mut self, credential: &Carried) {
        match credential {
            Carried::Header(name, value) if name == COOKIE => {
                self.cookies.push(String::from_utf8_lossy(value.as_bytes()).into_owned());
            }
            Carried::Header(name, value) => {
                self.headers.insert(name.clone(), value.clone());
            }
            Carried::Query { pair, .. } => self.query.push(pair.clone()),
            Carried::Cookie { pair, .. } => self.cookies.push(pair.clone()),
        }
    }

    /// All cookies travel in one header (RFC 6265, section 5.4).
    fn bake_cookies(&mut self) {
        if let Some(written) = self.headers.remove(COOKIE) {
            self.cookies.insert(0, String::from_utf8_lossy(written.as_bytes()).into_owned());
        }
        if self.cookies.is_empty() {
            return;
        }
        if let Ok(mut value) = HeaderValue::from_str(&self.cookies.join("; ")) {
            value.set_sensitive(true);
            self.headers.insert(COOKIE, value);
        }
    }
}

/// A value that its place cannot carry.
fn unsendable(argument: &str, why: &str) -> Fault {
    let subject = if argument.is_empty() { "a constant of this call" } else { argument };
    Fault::new(reason::UNSENDABLE, argument, format!("{subject} {why}."))
}
