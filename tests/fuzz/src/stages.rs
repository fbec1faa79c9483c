//! A manifest and a document → every stage of the generator, one after the other.

use std::str;

use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::diagnostics::{Sink, json};
use fewtools_build::pipeline::{self, Input};
use fewtools_build::write::{self, Emission};
use fewtools_build::{explain, load, per_endpoint, plan};

use super::surface;

/// Uses a document's operation `a` in every way, whatever it is.
const MANIFEST: &str = "
curation: 1
server: { name: fuzz, about: A document. }
document: ./openapi.yaml
coverage: { uncovered: warn, undecided: warn }
budget: { listing: none, per_tool: none }
schema: { texts: document }
tools:
  first: { about: The first., call: GET /a, result: Whole }
  named: { about: The named., discriminator: kind, variants: { a: { call: a, rows: Whole }, b: { call: POST /a, effect: read } } }
projections:
  Whole: [id, name: owner/name, items: { each: items, pick: [id] }]
";

/// Bytes as a document: offered by a manifest, and one tool for each of its operations.
pub fn load_document(bytes: &[u8]) {
    let Ok(document) = str::from_utf8(bytes) else { return };
    let input = lowered(MANIFEST, document);
    run(&input);
    if let Some((api, _)) = &input.lowered {
        let curation = per_endpoint::curation(api);
        let arena = Bump::new();
        let _ = explain::explain(&plan::run(&arena, api, &curation), None);
    }
}

/// Bytes as a manifest over a document with every way to write a value.
pub fn load_manifest(bytes: &[u8]) {
    if let Ok(manifest) = str::from_utf8(bytes) {
        run(&lowered(manifest, surface::DOCUMENT));
    }
}

fn lowered(manifest: &str, document: &str) -> Input {
    let mut sink = Sink::default();
    let documents = load::texts(manifest, document, &mut sink);
    pipeline::lower(documents, sink)
}

/// Faults are fine; what passes is emitted.
fn run(input: &Input) {
    let arena = Bump::new();
    let checked = pipeline::check(&arena, input);
    if let Some(surface) = checked.surface() {
        let _ = explain::explain(surface, None);
    }
    let _ = terminal::report(&checked.faults, &input.documents, Style::Plain);
    let _ = json::array(&checked.faults, &input.documents);
    if let Some(verified) = checked.verified() {
        let _ = write::run(&Emission::of(verified, &input.documents));
    }
}
