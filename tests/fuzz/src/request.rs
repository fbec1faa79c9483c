//! A request → a finding, unless it goes where the document says, and only there.

use fewtools::Request;
use url::Url;

use super::surface::SECRET;

/// What every address begins with: scheme, host and the base path.
const BASE: &str = "http://api.example.com/v1/things/";

/// The method of a tool's requests, and the segments of its path behind the base; `*` stands for a value.
const ROUTES: [(&str, &str, &[&str]); 9] = [
    ("paths", "GET", &["*", "*", "*", "end.*"]),
    ("queries", "GET", &["query"]),
    ("headers", "GET", &["headers"]),
    ("json", "POST", &["json"]),
    ("form", "POST", &["form"]),
    ("text", "PUT", &["text"]),
    ("bytes", "PUT", &["bytes"]),
    ("upload", "POST", &["upload"]),
    ("typed", "GET", &["*"]),
];

/// Judges where a request goes, and that nothing breaks out of a header.
pub(super) fn judge(tool: &str, sent: &Request) {
    let url = Url::parse(&sent.url).unwrap();
    assert_eq!(url.as_str(), sent.url, "a client reads the address in another way");
    let rest = sent.url.strip_prefix(BASE).unwrap_or_else(|| panic!("{url} leaves the base"));
    assert!(!rest.contains('#'), "{url} has a fragment");
    let path: Vec<&str> = rest.split('?').next().unwrap_or_default().split('/').collect();
    let known = |(name, method, route): &&(&str, &str, &[&str])| {
        (*name == tool || !ROUTES.iter().any(|(name, ..)| *name == tool))
            && sent.method.as_str() == *method
            && is_route(route, &path)
    };
    assert!(ROUTES.iter().any(|route| known(&route)), "{tool} sends {} {url}", sent.method);
    for (name, value) in &sent.headers {
        let breaks = value.as_bytes().iter().any(|byte| matches!(byte, b'\r' | b'\n' | 0));
        assert!(!breaks, "header {name} breaks its line");
    }
    has_credentials(&url, sent);
}

fn is_route(route: &[&str], path: &[&str]) -> bool {
    let fits = |(part, segment): (&&str, &&str)| match part.strip_suffix('*') {
        Some(start) => segment.starts_with(start) && segment.len() > start.len(),
        None => part == segment,
    };
    route.len() == path.len() && route.iter().zip(path).all(fits)
}

/// The first alternative of the document's security: a key in the query and a token in the cookie.
fn has_credentials(url: &Url, sent: &Request) {
    let mut pairs = url.query_pairs();
    assert!(pairs.any(|(name, value)| name == "key" && value == SECRET), "{url} has no key");
    let cookies = sent.headers.get_all("cookie").iter().collect::<Vec<_>>();
    let [cookie] = cookies.as_slice() else { panic!("{} cookie headers", cookies.len()) };
    let pairs = cookie.to_str().unwrap().split("; ").collect::<Vec<_>>();
    assert!(pairs.iter().any(|pair| pair.starts_with("token=")), "{pairs:?} has no token");
}
