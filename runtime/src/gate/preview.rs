//! Turns a request that is not sent into what is told of it, credentials left out.

use std::borrow::Cow;

use fewtools_contract::{MediaKind, Scheme, SchemeKind};
use http::HeaderName;
use http::header::{AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use crate::number;
use crate::request::{MASK, is_named_secret};
use crate::upstream::Request;

/// `{method, path, headers?, body?}` of a request that holds no credential of its own. What stands in the place of one is
/// left out too: headers, cookies, and the query parameters that a scheme names. What is a secret by its name is masked.
pub(crate) fn would_send(
    request: &Request,
    body: Option<MediaKind>,
    schemes: &[Scheme<'_>],
) -> Map<String, Value> {
    let mut told = Map::from_iter([
        ("method".to_owned(), Value::from(request.method.as_str())),
        ("path".to_owned(), path(&request.url, schemes).into()),
    ]);
    let headers: Map<String, Value> = request
        .headers
        .iter()
        .filter(|(name, value)| !value.is_sensitive() && !is_secret(name, schemes))
        .map(|(name, value)| {
            let text = match is_named_secret(name.as_str()) {
                true => MASK.to_owned(),
                false => String::from_utf8_lossy(value.as_bytes()).into_owned(),
            };
            (name.as_str().to_owned(), text.into())
        })
        .collect();
    if !headers.is_empty() {
        told.insert("headers".to_owned(), headers.into());
    }
    if let Some(bytes) = &request.body {
        told.insert("body".to_owned(), content(bytes, body));
    }
    told
}

fn is_secret(name: &HeaderName, schemes: &[Scheme<'_>]) -> bool {
    [AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE].contains(name)
        || schemes.iter().any(|scheme| {
            matches!(scheme.kind, SchemeKind::KeyHeader(key) if key.eq_ignore_ascii_case(name.as_str()))
        })
}

/// Path and query as they are sent; where they go is the server's own business.
fn path(url: &str, schemes: &[Scheme<'_>]) -> String {
    let after = url.split_once("://").map_or(url, |(_, rest)| rest);
    let from = after.find(['/', '?']).unwrap_or(after.len());
    let target = after.get(from..).unwrap_or_default();
    let Some((path, query)) = target.split_once('?') else { return target.to_owned() };
    let kept: Vec<Cow<'_, str>> = query.split('&').filter_map(|pair| shown(pair, schemes)).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

/// A pair of the query; `None` for a credential.
fn shown<'p>(pair: &'p str, schemes: &[Scheme<'_>]) -> Option<Cow<'p, str>> {
    let written = pair.split('=').next().unwrap_or_default();
    let decoded = written.replace('+', " ");
    let name = percent_decode_str(&decoded).decode_utf8_lossy();
    if schemes.iter().any(|scheme| matches!(scheme.kind, SchemeKind::KeyQuery(key) if key == name)) {
        return None;
    }
    Some(if is_named_secret(&name) { format!("{written}={MASK}").into() } else { pair.into() })
}

fn content(bytes: &[u8], kind: Option<MediaKind>) -> Value {
    let text = std::str::from_utf8(bytes).ok();
    let told = match (kind, text) {
        (Some(MediaKind::Json), _) => serde_json::from_slice(&number::marked(bytes)).ok(),
        (Some(MediaKind::Form | MediaKind::Text), Some(text)) => Some(Value::from(text)),
        _ => None,
    };
    told.unwrap_or_else(|| format!("<{} bytes>", bytes.len()).into())
}
