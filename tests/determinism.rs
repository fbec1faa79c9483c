//! The same input gives the same bytes: from run to run, from any folder, and whatever the order of what has no order.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fewtools_build::diagnostics::Sink;
use fewtools_build::{load, pipeline};
use fewtools_tests::generator;
use fewtools_tests::{fixtures, mutants};
use serde_json::{Map, Value};

/// `fewtools`, run as a process of its own: a map that is ordered by chance has another order in each.
const FEWTOOLS: &str = env!("CARGO_BIN_EXE_fewtools-under-test");

#[test]
fn nine_processes_in_nine_folders_emit_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for case in ["broker-console", "accept/families", "accept/signatures", "hostile/words"] {
        let manifest = fixtures::folder(case).join("curation.yaml").canonicalize().unwrap();
        let runs: Vec<_> = (0..9).map(|run| generate(folder.path(), &manifest, run)).collect();
        for (run, files) in runs.iter().enumerate() {
            assert!(!files.is_empty() && *files == runs[0], "{case}: run {run}");
        }
    }
}

/// What a process emits that stands in a folder of its own; every other one is given a relative path.
fn generate(folder: &Path, manifest: &Path, run: usize) -> Vec<(String, Vec<u8>)> {
    let (folder, out) = (folder.join("deep/".repeat(run)), folder.join(format!("out{run}")));
    fs::create_dir_all(&folder).unwrap();
    let manifest = if run.is_multiple_of(2) { manifest.to_owned() } else { relative(&folder, manifest) };
    let mut command = Command::new(FEWTOOLS);
    command.arg("generate").arg(manifest).arg("--out").arg(&out).current_dir(&folder);
    let result = command.env("TZ", format!("UTC{run}")).env("HOME", &folder).output().unwrap();
    assert!(result.status.success(), "{}", String::from_utf8_lossy(&result.stderr));
    let entries = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    fs::remove_dir_all(&out).unwrap();
    files
}

/// The way from one folder to a file, up to the root and down again.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let from = from.canonicalize().unwrap();
    let up: PathBuf = from.components().skip(1).map(|_| "..").collect();
    up.join(to.components().skip(1).collect::<PathBuf>())
}

#[test]
fn the_order_of_components_decides_nothing() {
    for (case, document) in cases() {
        let Some(components) = document.get("components").and_then(Value::as_object) else { continue };
        let mut shuffled = document.clone();
        let kinds = components.iter().rev().map(|(kind, parts)| (kind.clone(), reversed(parts)));
        shuffled["components"] = Value::Object(kinds.collect());
        assert_eq!(emitted(&case, &shuffled), emitted(&case, &document), "{case}");
    }
}

/// The order of paths, of the methods of a path, and of the keys of an operation and its answers. What has an order:
/// parameters, the properties of a body and the alternatives of a schema, which order arguments; media types and
/// servers, of which the first is taken; and the words of a schema, which is emitted as it is written.
#[test]
fn the_order_of_paths_and_their_keys_decides_nothing() {
    for (case, document) in cases() {
        let mut shuffled = document.clone();
        let paths = document["paths"].as_object().unwrap();
        let paths = paths.iter().rev().map(|(path, item)| (path.clone(), reversed_item(item)));
        shuffled["paths"] = Value::Object(paths.collect());
        assert_eq!(emitted(&case, &shuffled), emitted(&case, &document), "{case}");
    }
}

#[test]
fn the_order_of_tools_is_the_order_of_the_listing_and_that_of_projections_decides_nothing() {
    for (case, document) in cases() {
        let manifest = mutants::read(&fixtures::folder("accept").join(&case).join("curation.yaml"));
        let document = document.to_string();
        let with = |key: &str| {
            let mut changed = manifest.clone();
            changed[key] = reversed(&manifest[key]);
            generator::emit(&changed.to_string(), &document)
        };
        let plain = generator::emit(&manifest.to_string(), &document);
        if manifest["projections"].is_object() {
            assert_eq!(with("projections"), plain, "{case}");
        }
        if manifest["tools"].as_object().unwrap().len() > 1 {
            assert_ne!(with("tools"), plain, "{case}");
        }
    }
}

/// The accepted cases of one file, with the trees of their documents.
fn cases() -> Vec<(String, Value)> {
    let cases = fixtures::cases("accept").into_iter().filter_map(|case| {
        let mut sink = Sink::default();
        let input = pipeline::lower(load::run(&case.manifest(), &mut sink), sink);
        let [_, document] = input.documents.sources.as_slice() else { return None };
        Some((case.name, document.tree.clone()))
    });
    let cases: Vec<_> = cases.collect();
    assert!(cases.len() >= 5);
    cases
}

fn emitted(case: &str, document: &Value) -> String {
    let manifest = fs::read_to_string(fixtures::folder("accept").join(case).join("curation.yaml")).unwrap();
    generator::emit(&manifest, &document.to_string())
}

/// The members of a mapping from the last to the first.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => Value::Object(members.iter().rev().map(owned).collect()),
        other => other.clone(),
    }
}

fn owned((key, value): (&String, &Value)) -> (String, Value) {
    (key.clone(), value.clone())
}

/// A path item, an operation and its `responses`, each with its keys from the last to the first.
fn reversed_item(item: &Value) -> Value {
    let Value::Object(members) = item else { return item.clone() };
    let operation = |operation: &Value| {
        let Value::Object(members) = operation else { return operation.clone() };
        let keys = members.iter().rev().map(|(key, value)| match key.as_str() {
            "responses" | "requestBody" => (key.clone(), reversed(value)),
            _ => owned((key, value)),
        });
        Value::Object(keys.collect::<Map<_, _>>())
    };
    Value::Object(members.iter().rev().map(|(key, value)| (key.clone(), operation(value))).collect())
}
