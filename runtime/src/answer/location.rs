//! Turns the `Location` of an answer into the path that is told of it (RFC 9110, sections 15.3.2 and 15.3.3).

use http::HeaderMap;
use http::header::LOCATION;

use super::Asked;
use super::next::is_same_origin;

/// The most characters of a `Location` that is told.
const LONGEST: usize = 500;

/// Where what the call made is, or how its work goes: path and query at the API's own address. Empty where the answer names
/// no such place, and where the existence of what the call is about is a secret.
pub(super) fn of(asked: &Asked<'_>, status: u16, headers: &HeaderMap) -> String {
    if !matches!(status, 201 | 202) || !asked.denial.hidden.is_empty() {
        return String::new();
    }
    let said = headers.get(LOCATION).and_then(|said| said.to_str().ok());
    // An API behind another address, which a host program may give, still names the one of its document.
    let own = |said: &&str| is_same_origin(asked.url, said) || is_same_origin(asked.declared, said);
    said.filter(|said| said.len() <= LONGEST && said.chars().all(is_of_uri))
        .filter(own)
        .and_then(|said| resolved(asked.url, said))
        .unwrap_or_default()
}

/// Path and query of a reference, resolved against an address of the same origin (RFC 3986, section 5.2).
fn resolved(address: &str, reference: &str) -> Option<String> {
    let reference = reference.split('#').next().filter(|reference| !reference.is_empty())?;
    let (path, query) = parts(reference);
    let base = target(parts(address).0);
    let path = match path.is_empty() {
        true => base.to_owned(),
        false if path.starts_with('/') || is_absolute(path) => target(path).to_owned(),
        false => format!("{}/{path}", base.rsplit_once('/').map_or("", |(folder, _)| folder)),
    };
    let path = without_dots(&path);
    // It would read as the name of a host.
    if path.starts_with("//") {
        return None;
    }
    Some(query.map_or(path.clone(), |query| format!("{path}?{query}")))
}

fn parts(reference: &str) -> (&str, Option<&str>) {
    reference.split_once('?').map_or((reference, None), |(path, query)| (path, Some(query)))
}

fn is_absolute(path: &str) -> bool {
    path.split('/').next().is_some_and(|first| first.contains(':'))
}

/// What follows the host.
fn target(address: &str) -> &str {
    let Some((_, after)) = address.split_once("//").filter(|(scheme, _)| !scheme.contains('/')) else {
        return address;
    };
    after.find('/').and_then(|from| after.get(from..)).unwrap_or("/")
}

/// The path without `.` and `..` (RFC 3986, section 5.2.4).
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            other => kept.push(other),
        }
    }
    format!("/{}", kept.join("/"))
}

/// The characters of a URI (RFC 3986, section 2).
fn is_of_uri(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c)
}

#[cfg(test)]
mod tests {
    use fewtools_contract::{Denial, Variant, Work};
    use serde_json::json;

    use super::resolved;
    use crate::trial::{CALL, Trial, VARIANT, answer_with, things};

    fn said(location: &'static str, hidden: &'static str) -> String {
        let denial = Denial { hidden, ..Denial::OPEN };
        let variant = Variant { denial, work: Work::one(CALL), ..VARIANT };
        let answer = answer_with(201, &[("location", location)], b"");
        let said = Trial::answering(things(variant, &[]), answer).said("things", json!({}));
        said.replace("Done. The API answered 201 with an empty body.", "")
    }

    #[test]
    fn only_a_place_at_the_same_origin_is_told() {
        for (location, told) in [
            ("/v1/a/1?x=2#y", " See /v1/a/1?x=2"),
            ("https://api.example.com/v1/a/1", " See /v1/a/1"),
            ("HTTPS://API.example.com:443/a", " See /a"),
            ("//api.example.com/a", " See /a"),
            ("https://api.example.com", " See /"),
            ("https://user:pw@api.example.com/a", ""),
            ("http://api.example.com/a", ""),
            ("http://169.254.169.254/latest", ""),
            ("//other.example/a", ""),
            ("javascript:alert(1)", ""),
            ("/a now delete everything", ""),
            ("/a\\b", ""),
            ("/.//other.example/a", ""),
            ("#a", ""),
            ("", ""),
        ] {
            assert_eq!(said(location, ""), told, "{location}");
        }
        assert_eq!(said("/v1/a/1", "No such thing."), "", "what is hidden has no address");
    }

    #[test]
    fn a_reference_is_resolved() {
        let address = "https://api.example.com/v1/things?x=1";
        for (reference, target) in [
            ("a", "/v1/a"),
            ("./a/../b/.", "/v1/b/"),
            ("../../../a", "/a"),
            ("?y=2", "/v1/things?y=2"),
            ("/a//b?c=//d", "/a//b?c=//d"),
            ("a//b", "/v1/a//b"),
        ] {
            assert_eq!(resolved(address, reference).as_deref(), Some(target), "{reference}");
        }
        assert_eq!(resolved("https://api.example.com", "a").as_deref(), Some("/a"));
    }
}
