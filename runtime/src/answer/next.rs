//! Turns what an answer says of its next page into the values in which the request for it differs.

#[cfg(test)]
mod tests;

use fewtools_contract::{
    Conversion, Encoding, Input, Location, Next as Said, Parameter, Source, Style, Types,
};
use http::HeaderMap;
use http::uri::Authority;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

use super::{Asked, Content, link};
use crate::arguments::sent::spelled;
use crate::dispatch::Route;
use crate::pages::Turn;
use crate::{number, project};

/// What is known of the next page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Next {
    /// Nothing: this may be the last one.
    Unsaid,
    /// It is named at another origin, where nothing is sent.
    Elsewhere,
    /// It is named, and no argument of the call asks for it.
    Unreachable,
    /// The values that differ.
    Page(Turn),
}

/// Reads the `Link` header, else the place in the body that the catalogue names. Where rows are counted, neither is needed.
pub(super) fn of(asked: &Asked<'_>, headers: &HeaderMap, content: &Content) -> Next {
    let said = asked.exchange().and_then(|exchange| exchange.paging.next);
    if matches!(said, Some(Said::Offset { .. })) {
        return Next::Unsaid;
    }
    if let Some(target) = link::next(headers) {
        return at_address(asked, &target);
    }
    let Some(Said::Body { at, input }) = said else { return Next::Unsaid };
    let value = match content {
        Content::Json(body) => project::at(at, body),
        Content::Rows(listed) => listed.as_ref().and_then(|listed| listed.next.as_ref()),
        Content::Text(_) | Content::Bytes { .. } | Content::Empty | Content::Settled(_) => None,
    };
    match (value, input) {
        (Some(Value::String(text)), input) if is_address(text, input.is_some()) => at_address(asked, text),
        (Some(Value::String(text)), _) if text.is_empty() => Next::Unsaid,
        (Some(value @ (Value::String(_) | Value::Number(_))), Some(index)) => {
            with_cursor(asked, index, value)
        }
        _ => Next::Unsaid,
    }
}

/// Whether a text is an address. Where an argument takes it, it may be a cursor that begins with a slash.
fn is_address(text: &str, taken: bool) -> bool {
    let is_whole = ["http://", "https://"].iter().any(|start| text.starts_with(start));
    let is_relative = text.starts_with(['/', '?']);
    is_whole
        || (is_relative && (!taken || text.split_once('?').is_some_and(|(_, query)| query.contains('='))))
}

fn with_cursor(asked: &Asked<'_>, index: usize, value: &Value) -> Next {
    let sent = asked.inputs.get(index).and_then(Option::as_ref);
    let wanted = match asked.route.variant.inputs.get(index) {
        Some(input) => {
            let text = match value {
                Value::String(text) => text.clone(),
                other => number::to_json(other),
            };
            scalar(input, &text)
        }
        None => Some(value.clone()),
    };
    match wanted {
        Some(value) if sent.is_some_and(|sent| number::same(sent, &value)) => Next::Unsaid,
        Some(value) => Next::Page(vec![(index, Some(value))]),
        None => Next::Unreachable,
    }
}

/// Reads the query of the next page's address, and compares it with the query that was sent.
fn at_address(asked: &Asked<'_>, target: &str) -> Next {
    // An API behind another address, which a host program may give, still names the one of its document.
    if !is_same_origin(asked.url, target) && !is_same_origin(asked.declared, target) {
        return Next::Elsewhere;
    }
    let (sent, wanted) = (pairs(asked.url), pairs(target));
    let mut turn = Turn::new();
    let parameters = asked.exchange().map_or(&[][..], |exchange| exchange.call.parameters);
    for parameter in parameters {
        let mine = |pairs: &[Pair]| -> Vec<Pair> {
            pairs.iter().filter(|pair| pair.is_of(parameter)).cloned().collect()
        };
        let (sent, wanted) = (mine(&sent), mine(&wanted));
        if parameter.location != Location::Query || sent == wanted {
            continue;
        }
        match changed(asked.route, parameter, &wanted) {
            Changed::Source(index, value) => turn.push((index, value)),
            Changed::Nothing => {}
            Changed::Unsayable => return Next::Unreachable,
        }
    }
    let is_known =
        |pair: &Pair| sent.contains(pair) || parameters.iter().any(|parameter| pair.is_of(parameter));
    let hidden = wanted.iter().any(|pair| !is_known(pair) && pages(&pair.name));
    // What only leaves out parameters leads to no other page of the list that was asked for.
    let moves = turn.iter().any(|(_, value)| value.is_some());
    if moves && !hidden { Next::Page(turn) } else { Next::Unreachable }
}

/// What becomes of a parameter whose place in the query differs.
enum Changed {
    Source(usize, Option<Value>),
    Nothing,
    Unsayable,
}

fn changed(route: &Route, parameter: &Parameter<'_>, wanted: &[Pair]) -> Changed {
    let Source::Input(index) = parameter.source else { return Changed::Nothing };
    let Some(input) = route.variant.inputs.get(index) else {
        return Changed::Source(index, wanted.last().map(|pair| pair.value.clone().into()));
    };
    // The number of rows is the caller's to say, and one row more was asked for.
    if matches!(input.conversion, Conversion::RowLimit { .. }) {
        return Changed::Nothing;
    }
    if wanted.is_empty() {
        let droppable = !input.required && route.default(index).is_none();
        return if droppable { Changed::Source(index, None) } else { Changed::Nothing };
    }
    value(parameter, input, wanted).map_or(Changed::Unsayable, |value| Changed::Source(index, Some(value)))
}

/// The value that is sent as these pairs.
fn value(parameter: &Parameter<'_>, input: &Input<'_>, pairs: &[Pair]) -> Option<Value> {
    let single = || pairs.last().map(|pair| pair.value.as_str());
    match parameter.encoding {
        Encoding::Content(_) => serde_json::from_str(single()?).ok(),
        Encoding::Styled { style: Style::DeepObject, .. } => members(parameter, input, pairs),
        Encoding::Styled { explode, style, .. } if input.check.types.without(Types::NULL) == Types::ARRAY => {
            let item = |text: &str| spelled(input.check.items, text);
            if explode {
                return pairs.iter().map(|pair| item(&pair.value)).collect();
            }
            let separator = match style {
                Style::SpaceDelimited => ' ',
                Style::PipeDelimited => '|',
                Style::TabDelimited => '\t',
                _ => ',',
            };
            single()?.split(separator).map(item).collect()
        }
        Encoding::Styled { .. } if pairs.len() > 1 => None,
        Encoding::Styled { .. } => scalar(input, single()?),
    }
}

/// The object of scalars that is sent as these pairs, `page[cursor]=x`, where the document declares each of them.
fn members(parameter: &Parameter<'_>, input: &Input<'_>, pairs: &[Pair]) -> Option<Value> {
    let schema: Value = serde_json::from_str(input.check.schema).ok()?;
    let mut members = Map::new();
    for pair in pairs {
        let key = pair.name.strip_prefix(parameter.name)?.strip_prefix('[')?.strip_suffix(']')?;
        let types = Types::named(schema.get("properties")?.get(key)?.get("type")?.as_str()?)?;
        if members.insert(key.to_owned(), spelled(types, &pair.value)?).is_some() {
            return None;
        }
    }
    Some(Value::Object(members))
}

/// A text as the argument that is sent as it.
fn scalar(input: &Input<'_>, text: &str) -> Option<Value> {
    match input.conversion {
        Conversion::DurationSeconds
        | Conversion::DurationIso
        | Conversion::IdListText
        | Conversion::IdListInteger
        | Conversion::Bytes
        | Conversion::RowLimit { .. } => None,
        _ => spelled(input.check.types, text),
    }
}

/// Whether a parameter of this name could be the one that turns the page. One that is not in the document cannot be
/// asked for, and without it the others would lead to the same page again.
fn pages(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = [
        "page", "cursor", "offset", "skip", "start", "after", "before", "since", "token", "marker",
        "continu", "from",
    ];
    words.iter().any(|word| name.contains(word))
}

/// A pair of a query, decoded.
#[derive(Debug, Clone, PartialEq)]
struct Pair {
    name: String,
    value: String,
}

impl Pair {
    fn is_of(&self, parameter: &Parameter<'_>) -> bool {
        let deep = matches!(parameter.encoding, Encoding::Styled { style: Style::DeepObject, .. });
        let inside = self.name.strip_prefix(parameter.name).is_some_and(|rest| rest.starts_with('['));
        parameter.location == Location::Query && (self.name == parameter.name || (deep && inside))
    }
}

fn pairs(address: &str) -> Vec<Pair> {
    let query =
        address.split('#').next().and_then(|address| address.split_once('?')).map_or("", |(_, query)| query);
    let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        Pair { name: decoded(name), value: decoded(value) }
    };
    query.split('&').filter(|text| !text.is_empty()).map(pair).collect()
}

/// Whether a target, resolved against an address, stays on its scheme, host and port (RFC 3986, section 5.2).
pub(super) fn is_same_origin(address: &str, target: &str) -> bool {
    let scheme_of = |text: &str| {
        let (scheme, _) = text.split_once(':')?;
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        named.then(|| scheme.to_ascii_lowercase())
    };
    let normal = target.trim().replace('\\', "/");
    let absolute = match scheme_of(&normal) {
        Some(_) => normal,
        None if normal.starts_with("//") => format!("{}:{normal}", scheme_of(address).unwrap_or_default()),
        None => return true,
    };
    matches!((origin(address), origin(&absolute)), (Some(one), Some(other)) if one == other)
}

/// Scheme, host and port (RFC 6454, section 4); `None` for what is no address of the web, or names a user.
fn origin(address: &str) -> Option<(String, String, u16)> {
    let (scheme, rest) = address.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let usual = match scheme.as_str() {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let authority = rest.split(['/', '?', '#']).next().filter(|authority| !authority.contains('@'))?;
    let authority: Authority = authority.parse().ok()?;
    Some((scheme, authority.host().to_ascii_lowercase(), authority.port_u16().unwrap_or(usual)))
}
