//! Every document of the corpus → what is read of it, counted against the index and written down as a table.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Mutex;
use std::time::Instant;

use bumpalo::Bump;
use fewtools_build::diagnostics::{Fault, Sink};
use fewtools_build::lower;
use fewtools_build::lower::curation::Word;
use fewtools_build::plan::{self, HoleKind, Surface};
use fewtools_build::{load, per_endpoint};
use fewtools_tests::corpus::{self, Entry};
use fewtools_tests::every_operation::RETRIEVED_FROM;
use fewtools_tests::schemas;

/// The versions that are read; documents of others are refused by name.
const RELEASES: [&str; 4] = ["2.0", "3.0", "3.1", "3.2"];

/// A document, the number of its parts that are not taken, and words of the reason.
type Exception = (&'static str, usize, &'static str);

/// Operations of documents that are read which cannot be read themselves.
const REFUSED: &[Exception] = &[];

/// Operations that are read and cannot be sent.
const NOT_SENT: &[Exception] = &[("digitalocean", 2, "the address of its server, `https://")];

/// Schemas that cannot be read.
const BAD_SCHEMAS: &[Exception] =
    &[("weather-gov", 1, "a schema is an object, `true` or `false`, not a list")];

#[test]
fn every_document_is_read() {
    let Some(entries) = corpus::entries() else { return };
    let readings = read_all(&entries);
    let table = table(&readings);
    write_down(&table);
    let wrong: Vec<String> = readings.iter().flat_map(|(entry, reading)| wrong(entry, reading)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is read of one document.
#[derive(Default)]
struct Reading {
    /// Why nothing is.
    refusal: Option<Told>,
    read: usize,
    /// Operations that cannot be read.
    refused: Vec<(String, Told)>,
    /// Operations that are read and cannot be sent.
    not_sent: Vec<(String, Told)>,
    /// Schemas of operations, and what they refer to.
    schemas: usize,
    /// Schemas that cannot be read.
    bad_schemas: Vec<(String, Told)>,
    /// What one tool for each operation costs.
    tokens: usize,
    seconds: f64,
}

/// A fault without its document.
#[derive(Clone)]
struct Told {
    code: String,
    what: String,
}

impl From<&Fault> for Told {
    fn from(fault: &Fault) -> Self {
        let at = fault.place.as_ref().map(|place| format!(", at `{}`", place.pointer));
        let what = format!("{}{}", fault.what, at.unwrap_or_default());
        Self { code: fault.code.to_string(), what }
    }
}

/// Reads the documents in as many threads as there are processors. A panic is a refusal like any other.
fn read_all(entries: &[Entry]) -> Vec<(&Entry, Reading)> {
    let queue = Mutex::new(entries.iter().enumerate());
    let readings = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, entry)) = { queue.lock().expect("no panic holds the queue").next() } {
            let began = Instant::now();
            let mut reading = catch_unwind(AssertUnwindSafe(|| read(entry))).unwrap_or_else(|_| panicked());
            reading.seconds = began.elapsed().as_secs_f64();
            readings.lock().expect("no panic holds the readings").push((index, entry, reading));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut readings = readings.into_inner().expect("no panic holds the readings");
    readings.sort_by_key(|(index, ..)| *index);
    readings.into_iter().map(|(_, entry, reading)| (entry, reading)).collect()
}

fn panicked() -> Reading {
    let told = Told { code: "panic".to_owned(), what: "the reader panicked".to_owned() };
    Reading { refusal: Some(told), ..Reading::default() }
}

fn read(entry: &Entry) -> Reading {
    let mut sink = Sink::default();
    let folder = tempfile::tempdir().expect("a folder");
    let manifest = folder.path().join("curation.yaml");
    std::fs::write(&manifest, entry.manifest()).expect("a manifest");
    let documents = Rc::new(load::run(&manifest, &mut sink));
    let api = if sink.failed() { None } else { lower::api(documents, &mut sink) };
    let Some(api) = api else {
        return Reading { refusal: sink.faults().first().map(Told::from), ..Reading::default() };
    };
    let (schemas, bad_schemas) = schemas::lower_all(&api);
    let bad_schemas = bad_schemas.iter().map(|fault| ("a schema".to_owned(), Told::from(fault))).collect();
    let arena = Bump::new();
    let mut curation = per_endpoint::curation(&api);
    curation.upstream.retrieved_from = Some(Word::new(RETRIEVED_FROM.to_owned(), curation.at.clone()));
    let surface = plan::run(&arena, &api, &curation);
    Reading {
        refusal: None,
        read: api.operations.len(),
        refused: api.unreadable.iter().map(|lost| (lost.id.clone(), (&lost.fault).into())).collect(),
        not_sent: not_sent(&surface),
        schemas,
        bad_schemas,
        tokens: surface.measure.listing,
        seconds: 0.0,
    }
}

fn not_sent(surface: &Surface<'_>) -> Vec<(String, Told)> {
    let holes = surface.holes.iter().filter(|hole| hole.kind == HoleKind::UnusableOperation);
    let told = |what: &str| Told { code: "unusable-operation".to_owned(), what: what.to_owned() };
    holes.map(|hole| (hole.name.clone(), told(&hole.detail))).collect()
}

/// What is not as it should be with one document.
fn wrong(entry: &Entry, reading: &Reading) -> Vec<String> {
    let is_read = RELEASES.contains(&entry.release());
    let mut wrong = match &reading.refusal {
        Some(told) if told.code == "unsupported-version" && !is_read => return Vec::new(),
        Some(told) => vec![format!("refused: {}", told.what)],
        None if !is_read => vec![format!("OpenAPI {} is read: add it to `RELEASES`", entry.version)],
        None => Vec::new(),
    };
    let (read, refused) = (reading.read, reading.refused.len());
    if read + refused != entry.operations {
        wrong.push(format!("{read} operations read and {refused} refused, of {}", entry.operations));
    }
    wrong.extend(unforeseen("refused", &entry.name, &reading.refused, REFUSED));
    wrong.extend(unforeseen("not sent", &entry.name, &reading.not_sent, NOT_SENT));
    wrong.extend(unforeseen("schemas refused", &entry.name, &reading.bad_schemas, BAD_SCHEMAS));
    wrong.into_iter().map(|what| format!("{}: {what}", entry.name)).collect()
}

/// Where the parts that are not taken are not those that were foreseen, all of them.
fn unforeseen(how: &str, document: &str, found: &[(String, Told)], foreseen: &[Exception]) -> Option<String> {
    let expected = foreseen.iter().find(|(name, ..)| *name == document);
    let (count, why) = expected.map_or((0, ""), |(_, count, why)| (*count, *why));
    let is_foreseen = found.len() == count && found.iter().all(|(_, told)| told.what.contains(why));
    let lines = || found.iter().map(|(name, told)| format!("\n  {name}: {}", told.what)).collect::<String>();
    (!is_foreseen).then(|| format!("{} {how}, foreseen {count}{}", found.len(), lines()))
}

fn table(readings: &[(&Entry, Reading)]) -> String {
    let mut text = String::from(
        "| document | OpenAPI | operations | read | refused | not sent | schemas | refused | tokens, one tool each | \
         seconds |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (entry, reading) in readings {
        let Reading { read, schemas, tokens, seconds, .. } = reading;
        let (refused, not_sent) = (reading.refused.len(), reading.not_sent.len());
        let _ = writeln!(
            text,
            "| {} | {} | {} | {read} | {refused} | {not_sent} | {schemas} | {} | {tokens} | {seconds:.3} |",
            entry.name,
            entry.version,
            entry.operations,
            reading.bad_schemas.len(),
        );
    }
    text.push_str("\n## Refused, and why\n\n");
    for (entry, reading) in readings {
        reasons(&mut text, &entry.name, reading);
    }
    text
}

fn reasons(text: &mut String, document: &str, reading: &Reading) {
    let mut line = |what: &str, told: &Told| {
        let _ = writeln!(text, "- {document}{what}: {} ({})", told.what, told.code);
    };
    reading.refusal.iter().for_each(|told| line("", told));
    for (part, told) in reading.refused.iter().chain(&reading.not_sent).chain(&reading.bad_schemas) {
        line(&format!(", {part}"), told);
    }
}

#[expect(clippy::print_stdout, reason = "the table is what the suite is read for")]
fn write_down(table: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus.md");
    std::fs::write(&path, table).expect("the table can be written");
    println!("{}\nwritten to {}", table.split("\n## ").next().unwrap_or_default(), path.display());
}
