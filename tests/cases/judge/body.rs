//! The bytes of a body against what is stated of them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;

use super::{Facts, multipart};
use crate::cases::data::Node;
use crate::cases::expected::{Body, Pair};
use crate::cases::product::Sent;

pub fn body(facts: &mut Facts, expected: &Body, sent: &Sent) {
    let bytes = &sent.received.body;
    let text = String::from_utf8_lossy(bytes);
    if let Some(none) = expected.none {
        let length = sent.received.header("content-length");
        let empty = bytes.is_empty() && length.as_deref().is_none_or(|length| length == "0");
        facts.that(empty == none, || format!("body: expected none {none}, found {text:?}"));
    }
    if let Some(json) = &expected.json {
        json_is(facts, "body", json, &text);
    }
    for exact in expected.raw.iter().chain(&expected.text) {
        facts.same("body", &exact.as_str(), &text.as_ref());
    }
    if let Some(base64) = &expected.base64 {
        facts.same("body in base64", base64, &STANDARD.encode(bytes));
    }
    for part in &expected.raw_contains {
        facts.that(text.contains(part), || format!("body lacks {part:?}: {text:?}"));
    }
    if !expected.raw_contains_any_of.is_empty() {
        let any = expected.raw_contains_any_of.iter().any(|part| text.contains(part));
        facts.that(any, || format!("body lacks all of {:?}: {text:?}", expected.raw_contains_any_of));
    }
    for part in &expected.raw_lacks {
        facts.that(!text.contains(part), || format!("body has {part:?}: {text:?}"));
    }
    let forms: Vec<&Vec<Pair>> = expected.form.iter().chain(&expected.form_or).collect();
    if !forms.is_empty() {
        facts.either(forms.iter().map(|form| ("form", |facts: &mut Facts| form_is(facts, form, &text))));
    }
    multipart::multipart(facts, expected, sent);
}

/// A text is this JSON value.
pub fn json_is(facts: &mut Facts, what: &str, expected: &Node, text: &str) {
    let holds = Node::of_json(text).is_ok_and(|found| found.same(expected));
    facts.that(holds, || format!("{what}: expected {}, found {text:?}", expected.json()));
}

fn form_is(facts: &mut Facts, expected: &[Pair], text: &str) {
    let pairs: Vec<(String, String)> = text
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect();
    facts.same("pairs of the form", &expected.len(), &pairs.len());
    for (expected, (name, value)) in expected.iter().zip(&pairs) {
        facts.same("name of a pair", &expected.name, name);
        if let Some(text) = &expected.value {
            facts.same(name, text, value);
        }
        if let Some(json) = &expected.json {
            json_is(facts, name, json, value);
        }
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}
