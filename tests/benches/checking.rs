//! The largest document of the corpus with a manifest that offers all of it → the time and memory that `check` needs,
//! each of which is held to a ceiling.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use bumpalo::Bump;
use fewtools_build::diagnostics::{Level, Sink};
use fewtools_build::{load, lower, pipeline};
use fewtools_tests::corpus::{self, Entry};
use fewtools_tests::every_operation;
use serde_json::Value;

use crate::{clock, reading, table};

const RUNS: usize = 15;
/// How many times the parsing of the same file `check` may take.
const MOST_TIME: f64 = 3.0;
/// The most bytes that `check` may hold at once.
const MOST_MEMORY: u64 = 1 << 30;
/// Names the manifest that a process of its own checks, so that the memory it holds is that of one `check`.
const ALONE: &str = "FEWTOOLS_BENCH_CHECK";

/// Whether this process is the one that checks alone, which it has then done.
pub(crate) fn alone() -> bool {
    let Some(manifest) = env::var_os(ALONE) else { return false };
    check(Path::new(&manifest));
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    table::note(peak.unwrap_or_default().trim().trim_end_matches(" kB"));
    true
}

/// Measures, and fails where a ceiling is broken.
pub(crate) fn run() {
    let Some(entries) = corpus::entries() else { return };
    let Some(largest) = entries.iter().max_by_key(|entry| reading::size(entry)) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (manifest, offered) = manifest(largest, folder.path());
    let text = reading::json(largest);

    // In turns, so that what disturbs the machine hits both.
    let (mut parsed, mut checked) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        parsed = parsed.min(clock::shortest(1, || serde_json::from_str::<Value>(&text).expect("JSON")));
        checked = checked.min(check(&manifest));
    }
    let name = largest.file.file_name().unwrap_or_default().display();
    let title = format!("checking {name}, {offered} of {} operations offered", largest.operations);
    table::print(&title, &[("its JSON to a serde_json::Value", parsed), ("check", checked)]);
    let ratio = checked.as_secs_f64() / parsed.as_secs_f64();
    table::note(&format!("check takes {ratio:.2} times the parsing, of at most {MOST_TIME:.1}"));
    let peak = peak(&manifest);
    if let Some(peak) = peak {
        table::note(&format!("check holds {} MiB at most, of {}", peak >> 20, MOST_MEMORY >> 20));
    }
    assert!(ratio <= MOST_TIME, "check is too slow");
    assert!(peak.is_none_or(|peak| peak <= MOST_MEMORY), "check takes too much memory");
}

/// Everything that `check` does but the printing → the time until the answer is there. What is freed then is freed by no
/// command, and that of the parsed value is not counted either.
fn check(manifest: &Path) -> Duration {
    let began = Instant::now();
    let input = pipeline::read(manifest);
    let arena = Bump::new();
    let checked = pipeline::check(&arena, &input);
    let time = began.elapsed();
    assert!(
        checked.verified().is_some(),
        "{:?}",
        checked.faults.iter().find(|fault| fault.level == Level::Error)
    );
    time
}

/// The manifest that offers every operation that can be.
fn manifest(entry: &Entry, folder: &Path) -> (PathBuf, usize) {
    let documents = load::document(&entry.file, &mut Sink::default());
    let api = lower::api(documents.into(), &mut Sink::default()).expect("a document that is read");
    let operations = api.operations.iter();
    let operations: Vec<(&str, &str)> =
        operations.map(|operation| (operation.id.as_str(), operation.method.as_str())).collect();
    let path = folder.join("curation.yaml");
    let text = every_operation::manifest(&entry.file, &entry.folder, &BTreeMap::new(), &operations).text;
    fs::write(&path, text).expect("a manifest");
    (path, operations.len())
}

/// The most memory that a process held which did nothing but check; `None` where the system does not tell.
fn peak(manifest: &Path) -> Option<u64> {
    let output = Command::new(env::current_exe().ok()?).env(ALONE, manifest).output().ok()?;
    let kilobytes: u64 = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
