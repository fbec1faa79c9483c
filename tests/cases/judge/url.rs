//! An address as text: what stands before the query, and the query pair by pair.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::Facts;
use crate::cases::data::Node;
use crate::cases::expected::Request;

/// Pairs of a query by name; order counts among pairs of one name.
type Pairs = BTreeMap<String, Vec<String>>;

/// The address of a request, whichever of the stated ones it is.
pub fn url(facts: &mut Facts, expected: &Request, found: &str) {
    let stated: Vec<&String> = expected.url.iter().chain(&expected.url_any_of).collect();
    let (front, mut pairs) = parted(found);
    for (name, json) in &expected.query_json {
        let value = pairs.remove(name).unwrap_or_default();
        let decoded: Vec<Option<Node>> = value.iter().map(|value| decoded_json(value)).collect();
        let holds = matches!(decoded.as_slice(), [Some(value)] if value.same(json));
        facts.that(holds, || format!("query {name}: expected {}, found {value:?}", json.json()));
    }
    if stated.is_empty() {
        return;
    }
    let same = stated.iter().any(|stated| {
        let (expected, wanted) = parted(stated);
        expected == front && wanted == pairs
    });
    facts.that(same, || format!("url: expected {stated:?}, found {found:?}"));
}

fn parted(url: &str) -> (String, Pairs) {
    let (front, query) = match url.split_once('?') {
        Some((front, query)) => (front, query),
        None => (url, ""),
    };
    let mut pairs = Pairs::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = match pair.split_once('=') {
            Some((name, value)) => (name, format!("={value}")),
            None => (pair, String::new()),
        };
        pairs.entry(name.to_owned()).or_default().push(value);
    }
    (front.to_owned(), pairs)
}

fn decoded_json(value: &str) -> Option<Node> {
    let text = percent_decode_str(value.strip_prefix('=')?).decode_utf8().ok()?;
    Node::of_json(&text).ok()
}
