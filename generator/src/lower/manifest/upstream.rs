//! `upstream` and `auth` → where requests go and what proves who sends them.

use indexmap::IndexMap;
use serde_json::Value;

use super::cursor::Cursor;
use super::keys::Keys;
use super::measures;
use crate::diagnostics::Fault;
use crate::lower::curation::{AuthEntry, Spot, UpstreamEntry, Word};
use crate::lower::words::snake;

const UPSTREAM: Keys = Keys {
    expected: "a mapping with `url`, or `server` and `variables`",
    known: &["url", "server", "variables", "retrieved_from", "timeout", "max_response"],
    later: &[],
};

const AUTH: Keys =
    Keys { expected: "`{ env: NAME }` or `{ forward: header }`", known: &["env", "forward"], later: &[] };

pub(super) fn of(at: &Cursor<'_>) -> UpstreamEntry {
    let Some(members) = at.members_or(&UPSTREAM, "url: {}") else { return UpstreamEntry::default() };
    if members.get("url").is_some() && members.get("server").is_some() {
        members.conflict("url", "server", "keep one of the two");
    }
    UpstreamEntry {
        url: members.get("url").and_then(|at| address(&at)),
        server: members.get("server").and_then(|at| server(&at)),
        variables: members.get("variables").map(|at| variables(&at)).unwrap_or_default(),
        retrieved_from: members.get("retrieved_from").and_then(|at| address(&at)),
        timeout_ms: members.get("timeout").and_then(|at| timeout(&at)),
        max_response: members.get("max_response").and_then(|at| size(&at)),
    }
}

/// `auth`, by scheme name.
pub(super) fn auth(at: &Cursor<'_>) -> IndexMap<String, Spot<AuthEntry>> {
    let entries = at.entries("a mapping of the document's security schemes");
    let entry = |(name, at): (Word, Cursor<'_>)| {
        let scheme = scheme(&name.value, &at)?;
        Some((name.value, Spot::new(scheme, at.at)))
    };
    entries.into_iter().filter_map(entry).collect()
}

/// A value in place of the mapping may be the secret itself, so that it is not repeated.
fn scheme(name: &str, at: &Cursor<'_>) -> Option<AuthEntry> {
    let members = at.members_or(&AUTH, &format!("env: {}", suggested(name)))?;
    match (members.get("env"), members.get("forward")) {
        (Some(env), None) => {
            env.word("the name of an environment variable").and_then(|name| variable(&env, name))
        }
        (None, Some(forward)) => forward.word("the name of a header").and_then(|name| header(&forward, name)),
        (Some(_), Some(_)) => {
            members.conflict("env", "forward", "keep one of the two");
            None
        }
        (None, None) => {
            members.missing("it says neither `env` nor `forward`", AUTH.expected);
            None
        }
    }
}

/// The environment variable that the name of a scheme suggests.
fn suggested(name: &str) -> String {
    let name = snake(name).to_ascii_uppercase();
    let fits = name.starts_with(|first: char| first.is_ascii_uppercase());
    if fits { name } else { "NAME".to_owned() }
}

fn variable(at: &Cursor<'_>, name: Word) -> Option<AuthEntry> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match name.value.chars().all(fits) && !name.value.starts_with(|c: char| c.is_ascii_digit()) {
        true => Some(AuthEntry::Env(name.value)),
        false => unnamed(at, "the name of an environment variable", "letters, digits and `_`"),
    }
}

/// A header's name: a token of RFC 9110, section 5.6.2.
fn header(at: &Cursor<'_>, name: Word) -> Option<AuthEntry> {
    match name.value.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)) {
        true => Some(AuthEntry::Forward(name.value)),
        false => unnamed(at, "the name of a header", "`authorization`"),
    }
}

/// Says that a text is no name, without the text: it may be the secret.
fn unnamed<T>(at: &Cursor<'_>, expected: &str, instead: &str) -> Option<T> {
    let what = format!("`{}` is not {expected}", at.path());
    at.fault(Fault::error("bad-value", at.at.clone(), what).instead(instead));
    None
}

/// An absolute address.
fn address(at: &Cursor<'_>) -> Option<Word> {
    let word = at.word("an address")?;
    match url::Url::parse(&word.value) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => Some(word),
        _ => at.unknown(
            "the address of a server",
            "an address that starts with `https://` or `http://`".to_owned(),
        ),
    }
}

fn server(at: &Cursor<'_>) -> Option<Spot<usize>> {
    let expected = "the index of a server in the document, from 0";
    let Value::Number(number) = at.value else { return at.expected(expected) };
    match number.as_u64().and_then(|index| usize::try_from(index).ok()) {
        Some(index) => Some(Spot::new(index, at.at.clone())),
        None => at.unknown(expected, "`0` for the first".to_owned()),
    }
}

/// The values of server variables; numbers and booleans are meant as they are written.
fn variables(at: &Cursor<'_>) -> IndexMap<String, Word> {
    let value = |at: &Cursor<'_>| match at.value {
        Value::Number(number) => Some(Spot::new(number.to_string(), at.at.clone())),
        Value::Bool(flag) => Some(Spot::new(flag.to_string(), at.at.clone())),
        Value::String(text) => Some(Spot::new(text.clone(), at.at.clone())),
        _ => at.expected("a text"),
    };
    let entries = at.entries("a mapping of server variables");
    entries.into_iter().filter_map(|(name, at)| Some((name.value, value(&at)?))).collect()
}

/// A time like `8s`.
pub(super) fn timeout(at: &Cursor<'_>) -> Option<Spot<u32>> {
    let word = at.word("a duration like `8s`")?;
    match measures::milliseconds(&word.value) {
        Some(milliseconds) => Some(Spot::new(milliseconds, word.at)),
        None => at.unknown("a duration", "a number and a unit, like `8s`, `500ms` or `2m`".to_owned()),
    }
}

fn size(at: &Cursor<'_>) -> Option<Spot<u64>> {
    let word = at.word("a size like `8MiB`")?;
    match measures::bytes(&word.value) {
        Some(bytes) => Some(Spot::new(bytes, word.at)),
        None => at.unknown("a size", "a number and a unit, like `8kB`, `8MiB` or `512B`".to_owned()),
    }
}
