//! Texts → the values of every argument that takes text, each of which arrives as itself and where it belongs.

use std::cell::Cell;
use std::str;

use fewtools::Request;
use serde_json::{Map, Value, json};
use url::{Url, form_urlencoded};

use super::{request, surface};

/// What stands between two texts.
const BETWEEN: &str = "\n-\n";

/// Bytes as texts, which become the values of calls of every tool. Gives how many requests are sent.
pub fn build_request(bytes: &[u8]) -> usize {
    let Ok(text) = str::from_utf8(bytes) else { return 0 };
    if text.contains(surface::MARK) {
        return 0;
    }
    let count = Cell::new(0);
    let texts = Texts(text.split(BETWEEN).collect());
    let (first, second, list, object) = (texts.at(0), texts.at(1), texts.list(), texts.object());
    let call = |tool: &str, arguments: Value| {
        let Value::Object(arguments) = arguments else { return None };
        let sent = surface::call(tool, arguments)?;
        count.set(count.get() + 1);
        request::judge(tool, &sent);
        Some(sent)
    };
    let paths = json!({"simple": first, "label": second, "matrix": list, "list": list, "object": object});
    if let Some(sent) = call("paths", paths) {
        assert_eq!(decoded(&segments(&sent)[2]), first);
    }
    if let Some(sent) = call("queries", json!({"odd____name": second})) {
        assert_eq!(pair(&sent, "odd &=#name").as_deref(), Some(second));
    }
    call(
        "queries",
        json!({"form": object, "list": list, "spaces": list, "pipes": object, "deep_x_": object}),
    );
    call("queries", json!({"reserved": first, "json": object}));
    call("headers", json!({"X_Text": first, "X_List": list, "X_Object": object, "session": object}));
    call("form", json!({"a": first, "b": list, "c": object, "body_more": object}));
    if let Some(sent) = call("form", json!({"a": first})) {
        let pairs: Vec<_> = form_urlencoded::parse(sent.body.as_deref().unwrap_or_default()).collect();
        assert_eq!(pairs, [("a".into(), first.into())]);
    }
    if let Some(sent) = call("text", json!({"body": first})) {
        assert_eq!(sent.body.as_deref(), Some(first.as_bytes()));
    }
    if let Some(sent) = call("upload", json!({"note": first, "tags": list, "data": object})) {
        assert_eq!(parts(&sent), 2 + texts.0.len());
    }
    call("bytes", json!({"body": first}));
    call("upload", json!({"note": first, "file": second}));
    call("typed", json!({"from": first, "ids": second, "window": texts.at(2), "day": texts.at(3)}));
    if let Some(sent) = call("json", json!({"name": first, "either": second})) {
        let body: Value = serde_json::from_slice(&sent.body.unwrap_or_default()).unwrap();
        assert_eq!(body, json!({"name": first, "either": second}));
    }
    count.get()
}

struct Texts<'t>(Vec<&'t str>);

impl<'t> Texts<'t> {
    fn at(&self, index: usize) -> &'t str {
        self.0.get(index).copied().unwrap_or("x")
    }

    fn list(&self) -> Value {
        Value::from(self.0.clone())
    }

    /// Every text as a key.
    fn object(&self) -> Value {
        Value::Object(self.0.iter().map(|key| ((*key).to_owned(), json!(self.at(0)))).collect::<Map<_, _>>())
    }
}

/// The segments of the path, as they are sent.
fn segments(sent: &Request) -> Vec<String> {
    let url = Url::parse(&sent.url).unwrap();
    url.path_segments().unwrap().map(str::to_owned).collect()
}

fn decoded(segment: &str) -> String {
    // A plus is a plus in a path.
    let pair = format!("x={}", segment.replace('+', "%2B"));
    form_urlencoded::parse(pair.as_bytes()).next().unwrap().1.into_owned()
}

fn pair(sent: &Request, name: &str) -> Option<String> {
    let url = Url::parse(&sent.url).unwrap();
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

/// How many parts a reader of the multipart body finds.
fn parts(sent: &Request) -> usize {
    let content = sent.headers.get("content-type").unwrap().to_str().unwrap();
    let boundary = content.split("boundary=").nth(1).unwrap().trim_matches('"');
    let body = String::from_utf8_lossy(sent.body.as_deref().unwrap_or_default()).into_owned();
    let between = format!("\r\n--{boundary}");
    format!("\r\n{body}").matches(&between).count() - 1
}
