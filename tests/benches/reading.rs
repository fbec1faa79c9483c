//! The largest document of the corpus → what reading it costs, as a multiple of parsing its JSON.

use std::fs;
use std::rc::Rc;

use fewtools_build::diagnostics::Sink;
use fewtools_build::load;
use fewtools_build::lower::{self, Api};
use fewtools_tests::corpus::{self, Entry};
use fewtools_tests::schemas;
use serde_json::Value;

use crate::{clock, table};

const RUNS: usize = 7;

pub(crate) fn run() {
    let Some(entries) = corpus::entries() else { return };
    for ending in ["json", "yaml"] {
        let of_kind =
            entries.iter().filter(|entry| entry.file.extension().is_some_and(|kind| kind == ending));
        if let Some(largest) = of_kind.max_by_key(|entry| size(entry)) {
            read(largest);
        }
    }
}

/// Bytes of a document's root file.
pub(crate) fn size(entry: &Entry) -> u64 {
    fs::metadata(&entry.file).map_or(0, |about| about.len())
}

fn read(entry: &Entry) {
    let text = json(entry);
    let title = format!(
        "reading {}, {:.1} MB, {} operations",
        entry.file.file_name().unwrap_or_default().display(),
        size(entry) as f64 / 1e6,
        entry.operations
    );
    let parsed = clock::shortest(RUNS, || serde_json::from_str::<Value>(&text).expect("JSON"));
    let loaded = clock::shortest(RUNS, || load::document(&entry.file, &mut Sink::default()));
    let lowered = clock::shortest(RUNS, || api(entry));
    let forced = clock::shortest(RUNS, || {
        let api = api(entry);
        schemas::lower_all(&api);
        api
    });
    let rows = [
        ("its JSON to a serde_json::Value", parsed),
        ("load", loaded),
        ("load + lower", lowered),
        ("load + lower, and every schema", forced),
    ];
    table::print(&title, &rows);
}

fn api(entry: &Entry) -> Api {
    let mut sink = Sink::default();
    let documents = Rc::new(load::document(&entry.file, &mut sink));
    lower::api(documents, &mut sink).expect("a document that is read")
}

/// The document as JSON text: the file itself where it is JSON.
pub(crate) fn json(entry: &Entry) -> String {
    let text = fs::read_to_string(&entry.file).expect("a document");
    if serde_json::from_str::<Value>(&text).is_ok() {
        return text;
    }
    let documents = load::document(&entry.file, &mut Sink::default());
    let document = documents.source(load::Documents::DOCUMENT).expect("a document");
    serde_json::to_string_pretty(&document.tree).expect("JSON")
}
