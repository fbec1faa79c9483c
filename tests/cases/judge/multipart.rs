//! A multipart body taken apart (RFC 7578), against the parts that are stated.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Facts;
use super::body::json_is;
use crate::cases::expected::{Body, Part};
use crate::cases::product::Sent;

pub fn multipart(facts: &mut Facts, expected: &Body, sent: &Sent) {
    let stated = expected.multipart.is_some() || expected.multipart_names.is_some();
    if !stated && expected.multipart_no_headers.is_empty() {
        return;
    }
    let Some(found) = parts(sent) else {
        return facts.fail(format!("no multipart body: {:?}", String::from_utf8_lossy(&sent.received.body)));
    };
    if let Some(expected) = &expected.multipart {
        all(facts, expected, &found);
    }
    if let Some(names) = &expected.multipart_names {
        let mut found: Vec<String> = found.iter().map(Found::name).collect();
        found.sort();
        let mut names = names.clone();
        names.sort();
        facts.same("names of the parts", &names, &found);
    }
    for name in &expected.multipart_no_headers {
        let has = found.iter().any(|part| part.header(name).is_some());
        facts.that(!has, || format!("a part has the header {name}"));
    }
}

/// Order counts among parts of one name.
fn all(facts: &mut Facts, expected: &[Part], found: &[Found]) {
    facts.same("number of parts", &expected.len(), &found.len());
    for (index, part) in expected.iter().enumerate() {
        let before = expected[..index].iter().filter(|other| other.name == part.name).count();
        match found.iter().filter(|found| found.name() == part.name).nth(before) {
            Some(found) => one(facts, part, found),
            None => facts.fail(format!("no part {} of the name {:?}", before + 1, part.name)),
        }
    }
}

fn one(facts: &mut Facts, expected: &Part, found: &Found) {
    let what = |detail: &str| format!("{detail} of part {:?}", expected.name);
    let media_type = found.header("content-type");
    if let Some(filename) = &expected.filename {
        facts.same(&what("file name"), &Some(filename.clone()), &found.parameter("filename"));
    }
    if let Some(stated) = &expected.content_type {
        facts.same(&what("type"), &Some(stated.clone()), &media_type);
    }
    if !expected.content_type_any_of.is_empty() {
        let any = expected.content_type_any_of.contains(&media_type);
        facts.that(any, || format!("{}: found {media_type:?}", what("type")));
    }
    let text = String::from_utf8_lossy(&found.body);
    if let Some(stated) = &expected.text {
        facts.same(&what("text"), &stated.as_str(), &text.as_ref());
    }
    if let Some(base64) = &expected.base64 {
        facts.same(&what("bytes"), base64, &STANDARD.encode(&found.body));
    }
    if let Some(json) = &expected.json {
        json_is(facts, &what("JSON"), json, &text);
    }
}

struct Found {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Found {
    fn header(&self, name: &str) -> Option<String> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.clone())
    }

    fn name(&self) -> String {
        self.parameter("name").unwrap_or_default()
    }

    /// A quoted parameter of `Content-Disposition`; names have to be quoted whole, so a quote ends them.
    fn parameter(&self, name: &str) -> Option<String> {
        let disposition = self.header("content-disposition")?;
        let start = disposition.find(&format!("; {name}=\""))? + name.len() + 4;
        disposition[start..].split('"').next().map(str::to_owned)
    }
}

fn parts(sent: &Sent) -> Option<Vec<Found>> {
    let media_type = sent.received.header("content-type")?;
    let boundary = media_type.split_once("boundary=")?.1.trim_matches('"').to_owned();
    let body = [b"\r\n".as_slice(), &sent.received.body].concat();
    let mark = format!("\r\n--{boundary}");
    let mut pieces = split(&body, mark.as_bytes());
    let (last, first) = (pieces.pop()?, pieces.first()?);
    if !last.starts_with(b"--") || !first.is_empty() {
        return None;
    }
    pieces[1..].iter().map(|piece| part(piece)).collect()
}

fn part(piece: &[u8]) -> Option<Found> {
    let piece = piece.strip_prefix(b"\r\n")?;
    let end = piece.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&piece[..end]).ok()?;
    let header =
        |line: &str| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
    let headers = head.split("\r\n").map(header).collect::<Option<Vec<_>>>()?;
    Some(Found { headers, body: piece[end + 4..].to_vec() })
}

fn split<'b>(bytes: &'b [u8], mark: &[u8]) -> Vec<&'b [u8]> {
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(mark.len()).position(|window| window == mark) {
        pieces.push(&rest[..at]);
        rest = &rest[at + mark.len()..];
    }
    pieces.push(rest);
    pieces
}
