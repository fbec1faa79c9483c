//! Manifests → curations and faults.

mod context;
mod fields;
mod reads;
mod refuses;
mod safety;
mod shaping;
mod steps;

use crate::diagnostics::{Fault, Part, Sink};
use crate::load::texts;
use crate::lower::curation::{Curation, Word};

/// The least a manifest says.
const LEAST: &str = "curation: 1\nserver: { name: console, about: Looks after clusters. }\n";

fn read(manifest: &str) -> (Option<Curation>, Vec<Fault>) {
    let mut sink = Sink::default();
    let documents = texts(manifest, "openapi: 3.1.0\n", &mut sink);
    assert_eq!(sink.faults(), [], "{manifest}");
    let curation = super::read(&documents, &mut sink);
    (curation, sink.into_faults())
}

/// A curation without faults.
fn good(rest: &str) -> Curation {
    let (curation, faults) = read(&format!("{LEAST}{rest}"));
    assert_eq!(faults, [], "{rest}");
    curation.unwrap()
}

/// A tool `t` with these lines beside `about` and `call`.
fn with_tool(rest: &str) -> String {
    format!("tools:\n  t: {{ about: Does it., call: op, {rest} }}\n")
}

fn values(words: &[Word]) -> Vec<&str> {
    words.iter().map(|word| word.value.as_str()).collect()
}

/// Asserts that a text has exactly one fault: code, pointer (with `#` for the key), and a part of its text.
fn refused(manifest: &str, code: &str, at: &str, says: &str) {
    let (curation, faults) = read(manifest);
    let [fault] = faults.as_slice() else { panic!("{manifest}\n{faults:#?}") };
    let place = fault.place.as_ref().unwrap();
    let key = if place.part == Part::Key { "#" } else { "" };
    assert_eq!(
        (fault.code.0, format!("{key}{}", place.pointer)),
        (code, at.to_owned()),
        "{manifest}\n{fault}"
    );
    assert!(fault.to_string().contains(says), "{manifest}\n{fault}");
    assert!(curation.is_none());
}
