//! The tool result against what is stated of it.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use super::body::json_is;
use super::then::followed_without_credentials;
use super::{Facts, never_reached};
use crate::cases::data::Node;
use crate::cases::expected::{Block, NoHeaderTo, Played, ResultFacts};
use crate::cases::product::{Names, Outcome};
use crate::cases::site;

/// An outcome with what has to be known to judge it.
pub struct Answered<'a> {
    pub outcome: &'a Outcome,
    pub played: &'a Played,
    pub names: &'a Names,
    pub listed: &'a Map<String, Value>,
    pub no_header_to: Option<&'a NoHeaderTo>,
    /// Whether the declared answer with this key is the one that applies.
    pub matched: &'a dyn Fn(&str) -> Result<(), String>,
    /// The most memory of a process that runs this case alone, in megabytes.
    pub memory: &'a dyn Fn() -> Option<f64>,
}

/// The result, whichever of the stated ones it is.
pub fn any_result(facts: &mut Facts, expected: &[ResultFacts], answered: &Answered<'_>) {
    let ways = expected.iter().map(|one| ("result", |facts: &mut Facts| result(facts, one, answered)));
    facts.either(ways);
}

/// The result.
pub fn result(facts: &mut Facts, expected: &ResultFacts, answered: &Answered<'_>) {
    let outcome = answered.outcome;
    if let Some(is_error) = expected.is_error {
        facts.that(outcome.is_error == is_error, || format!("is_error is not {is_error}: {}", outcome.text));
    }
    if !expected.is_error_any_of.is_empty() {
        let any = expected.is_error_any_of.contains(&outcome.is_error);
        facts.that(any, || format!("is_error is {}", outcome.is_error));
    }
    texts(facts, expected, outcome);
    data(facts, expected, answered);
    cut(facts, expected, answered);
    bounds(facts, expected, answered);
    if let Some(declared) = &expected.matched {
        let matched = (answered.matched)(declared);
        facts.that(matched.is_ok(), || format!("not taken as {declared}: {}", matched.unwrap_err()));
    }
    if let Some(followed) = expected.followed_without_credentials {
        let found = followed_without_credentials(answered.no_header_to, outcome);
        facts.same("followed without credentials", &followed, &found);
    }
    if let Some(host) = &expected.no_request_to {
        never_reached(facts, host, outcome);
    }
}

fn texts(facts: &mut Facts, expected: &ResultFacts, outcome: &Outcome) {
    for word in &expected.mentions {
        facts.that(outcome.read.contains(word), || format!("{word:?} is not mentioned: {}", outcome.read));
    }
    for part in expected.text_contains.iter().chain(&expected.raw_contains) {
        facts.that(outcome.text.contains(part), || format!("the text lacks {part:?}: {}", outcome.text));
    }
    for part in &expected.text_lacks {
        facts.that(!outcome.text.contains(part), || format!("the text has {part:?}"));
    }
    if let Some(nonempty) = expected.content_nonempty {
        let found = !outcome.text.trim().is_empty() || !outcome.blocks.is_empty();
        facts.same("content is there", &nonempty, &found);
    }
    if let Some(part) = &expected.text_json_contains {
        let holds = outcome.json().is_some_and(|json| json.holds(part));
        facts.that(holds, || format!("the text has no {}: {}", part.json(), outcome.text));
    }
    if let Some(valid) = expected.valid_utf8 {
        facts.same("the text is whole characters", &valid, &!outcome.text.contains('\u{fffd}'));
    }
    if let Some(valid) = expected.valid_json_if_claims_json {
        let claims = outcome.text.trim_start().starts_with(['{', '[']);
        facts.same("the text is JSON if it looks so", &valid, &(!claims || outcome.json().is_some()));
    }
}

fn data(facts: &mut Facts, expected: &ResultFacts, answered: &Answered<'_>) {
    let outcome = answered.outcome;
    if let Some(json) = &expected.json {
        // An answer that is no object stands under `items` or `value`.
        let whole = outcome.json();
        let found = whole.as_ref().and_then(|whole| {
            ["items", "value"]
                .iter()
                .filter_map(|key| whole.get(key))
                .find(|inner| inner.same(json))
                .or(Some(whole))
        });
        json_is(facts, "result", json, &found.map_or_else(|| outcome.text.clone(), Node::json));
    }
    if let Some(absent) = expected.structured_absent {
        // Clients ask for an object of every tool with an output schema, so that an empty one says nothing.
        let listed = answered.listed.contains_key("outputSchema");
        let found = outcome.structured.as_ref().is_none_or(|data| listed && data.is_empty());
        facts.same("structured content is absent", &absent, &found);
    }
    if let Some(holds) = expected.structured_is_object_or_absent {
        let json = outcome.structured.clone().map(Value::Object);
        facts.same("structured content is an object", &holds, &json.as_ref().is_none_or(Value::is_object));
    }
    if let Some(fits) = expected.fits_output_schema {
        facts.same("fits the output schema", &fits, &fits_output(answered.listed, outcome));
    }
    if let Some(next) = &expected.next_args {
        next_args(facts, next, answered);
    }
    if !expected.block_any_of.is_empty() {
        let any = expected.block_any_of.iter().any(|block| has_block(block, answered));
        facts.that(any, || format!("no such block: {:?}, {}", outcome.blocks, outcome.text));
    }
}

/// Without an output schema anything fits; with one, structured content has to be there unless the call failed.
pub fn fits_output(listed: &Map<String, Value>, outcome: &Outcome) -> bool {
    let Some(schema) = listed.get("outputSchema") else { return true };
    match outcome.structured.clone().map(Value::Object) {
        Some(data) => jsonschema::is_valid(schema, &data),
        None => outcome.is_error,
    }
}

/// The arguments in which the call for the next page differs; `null` for no next page.
fn next_args(facts: &mut Facts, expected: &Node, answered: &Answered<'_>) {
    let found = answered.outcome.json().and_then(|json| json.get("next").cloned());
    if *expected == Node::Null {
        let none = found.as_ref().is_none_or(|next| *next == Node::Null);
        return facts.that(none, || format!("a next page is told: {found:?}"));
    }
    let wanted = answered.names.arguments(expected).unwrap_or(Node::Null);
    let same = found.as_ref().is_some_and(|found| found.same(&wanted));
    facts.that(same, || {
        format!("next: expected {}, found {found:?}: {}", wanted.json(), answered.outcome.text)
    });
}

fn has_block(expected: &Block, answered: &Answered<'_>) -> bool {
    let outcome = answered.outcome;
    if expected.note.is_some() {
        let base64 = answered.played.body.base64.as_deref().unwrap_or_default();
        let media_type = answered.played.headers.get("content-type").map(Node::shown).unwrap_or_default();
        let says_size = outcome.text.bytes().any(|byte| byte.is_ascii_digit());
        return outcome.text.contains(&media_type) && says_size && !outcome.text.contains(base64);
    }
    outcome.blocks.iter().any(|block| {
        let inner = block.get("resource").unwrap_or(block);
        let is = |key: &str, wanted: &Option<String>, node: &Node| {
            wanted.as_deref().is_none_or(|wanted| node.get(key).and_then(Node::text) == Some(wanted))
        };
        is("type", &expected.r#type, block)
            && is("mimeType", &expected.mime_type, inner)
            && is("data", &expected.data, inner)
            && is("blob", &expected.blob, inner)
    })
}

static CUT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?i)\b(truncated|cut)\b").unwrap());

fn cut(facts: &mut Facts, expected: &ResultFacts, answered: &Answered<'_>) {
    let outcome = answered.outcome;
    if let Some(most) = expected.text_bytes_max {
        let bytes = outcome.text.len();
        facts.that(bytes <= most, || format!("the text has {bytes} bytes, more than {most}"));
    }
    if let Some(says) = expected.says_truncated {
        facts.same("says that it is cut", &says, &CUT.is_match(&outcome.text));
    }
    let items = answered.played.body.generate.as_ref().map(site::items).unwrap_or_default();
    if let Some(tells) = expected.tells_total_or_next {
        let next = outcome.json().is_some_and(|json| json.get("next").is_some());
        let found = next || outcome.text.contains(&items.len().to_string());
        facts.same("tells the total or the next page", &tells, &found);
    }
    if let Some(whole) = expected.whole_items_only {
        let json = outcome.json();
        let shown = json.as_ref().and_then(|json| json.get("items").unwrap_or(json).list());
        let found = shown.is_some_and(|shown| {
            !shown.is_empty() && shown.iter().zip(&items).all(|(shown, item)| shown.same(item))
        });
        facts.same("only whole items", &whole, &found);
    }
}

fn bounds(facts: &mut Facts, expected: &ResultFacts, answered: &Answered<'_>) {
    if let Some(most) = expected.reads_at_most_bytes {
        let taken = answered.outcome.taken;
        facts.that(taken <= most, || format!("{taken} bytes were read, more than {most}"));
    }
    if let Some(seconds) = expected.within_seconds {
        let took = answered.outcome.took.as_secs_f64();
        facts.that(took <= seconds, || format!("it took {took} s, more than {seconds}"));
    }
    if let Some(most) = expected.rss_megabytes {
        super::limits::memory(facts, most, answered.memory);
    }
}
