//! Texts of prompts → their pieces and uses.

use bumpalo::Bump;

use super::TextPiece;
use crate::diagnostics::Sink;
use crate::load::named_texts;
use crate::pipeline::{self, Checked};

const MANIFEST: &str = "curation: 1
server: { name: shop, about: Sells things. }
document: openapi.yaml
tools:
  find_things:
    about: Things.
    args: [kind, word]
    discriminator: { arg: kind, default: new, aliases: { fresh: new } }
    variants:
      new: { call: listNew }
      old: { call: listOld }
  search: { about: Search., call: search }
resources:
  shop://shelves/{shelf}: { about: A shelf., call: getShelf, unlisted: There are too many. }
prompts:
  p: { about: How., args: [shelf, { name: why, optional: true }], text: p.md }
";

const DOCUMENT: &str = "openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example }]
paths:
  /new: { get: { operationId: listNew, parameters: [&word { name: word, in: query, schema: { type: string } }], responses: {} } }
  /old: { get: { operationId: listOld, parameters: [*word], responses: {} } }
  /search: { get: { operationId: search, responses: {} } }
  /shelves/{shelf}:
    get: { operationId: getShelf, parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }], responses: {} }
";

fn judged<T>(text: &str, look: impl FnOnce(&Checked<'_>) -> T) -> T {
    let mut sink = Sink::default();
    let files = [("curation.yaml", MANIFEST), ("openapi.yaml", DOCUMENT), ("p.md", text)];
    let documents = named_texts(&files, &mut sink);
    let input = pipeline::lower(documents, sink);
    let arena = Bump::new();
    look(&pipeline::check(&arena, &input))
}

/// The pieces, an argument as its index in `<>`.
fn pieces(text: &str) -> String {
    judged(text, |checked| {
        let pieces = checked.surface().unwrap().prompts[0].text.iter();
        let shown = |piece: &TextPiece| match piece {
            TextPiece::Text(text) => text.clone(),
            TextPiece::Argument(index) => format!("<{index}>"),
        };
        pieces.map(shown).collect()
    })
}

/// The tools with their variants.
fn tools(text: &str) -> Vec<(usize, Option<usize>)> {
    judged(text, |checked| checked.surface().unwrap().prompts[0].uses.tools.iter().copied().collect())
}

/// The codes of what is wrong, an unused argument aside.
fn codes(text: &str) -> Vec<&'static str> {
    judged(text, |checked| {
        let codes = checked.faults.iter().map(|fault| fault.code.0);
        codes.filter(|code| !["unused-prompt-argument", "whole-answer"].contains(code)).collect()
    })
}

#[test]
fn a_text_is_cut_at_what_the_caller_says() {
    assert_eq!(pieces("Go to {{ shelf }}, {{ why }}.\n"), "Go to <0>, <1>.");
    assert_eq!(pieces("{# a note #}{{ shelf }}{{ shelf }}"), "<0><0>");
    assert_eq!(
        pieces(
            "{{ tool(\"find_things\", kind=\"old\", word=\"a b\") }}; {{ never(\"hurry\") }} {{ resource(\"shop://shelves/{shelf}\") }}"
        ),
        "find_things kind=old word=\"a b\"; Do not hurry. shop://shelves/{shelf}"
    );
}

#[test]
fn a_mention_is_a_use() {
    assert_eq!(tools("Use find_things."), [(0, None)]);
    assert_eq!(
        tools("Use find_things, kind=old. Then find_things with kind=fresh."),
        [(0, Some(0)), (0, Some(1))]
    );
    assert_eq!(tools("With kind=old, call find_things."), [(0, Some(1))]);
    assert_eq!(tools("You can search. Or not."), []);
    assert_eq!(tools("You can `search`."), [(1, None)]);
    assert_eq!(tools("Begin with {{ tool(\"search\") }}."), [(1, None)]);
}

#[test]
fn an_address_is_a_resource_whatever_the_caller_fills_in() {
    for text in
        ["Read shop://shelves/{shelf}.", "Read shop://shelves/{{ shelf }}.", "Read shop://shelves/new."]
    {
        let uses = judged(text, |checked| checked.surface().unwrap().prompts[0].uses.resources.len());
        assert_eq!((uses, codes(text).len()), (1, 0), "{text}");
    }
    assert_eq!(codes("Read shop://shelfs/new."), ["unknown-resource"]);
}

#[test]
fn words_of_the_language_and_values_are_no_references() {
    for text in [
        "Weigh x=1 against max_size. That is find=1.",
        "Use find_things with word={{ shelf }} and word=what_you_like.",
        "See https://shop.example/find_thing= and e.g. kind words.",
    ] {
        assert_eq!(codes(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn every_wrong_name_of_a_text_is_told_in_one_run() {
    let text = "{{ tool(\"a\") }} {{ tool(\"b\") }} {{ tool(\"a\") }} find_things colour=red. find_thing";
    assert_eq!(codes(text), ["unknown-reference"; 4]);
    assert_eq!(codes("{{ tool(\"search\", colour=\"red\") }}"), ["unknown-reference"]);
}
