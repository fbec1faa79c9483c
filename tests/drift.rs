//! What happens to a surface when the API and the manifest move on: every change is told, once, at its place, in one run.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use fewtools_build::Builder;
use fewtools_tests::downstream::Downstream;
use fewtools_tests::drift::{self, DRIFTS};
use fewtools_tests::generator;
use serde_json::Value;

#[test]
fn four_changes_are_four_faults_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = drift::copy(folder.path());
    generator::accept(&manifest, |accepted| assert_eq!(accepted.report, ""));
    drift::happen(folder.path());
    generator::check(&manifest, |_, faults| {
        let mut codes = faults.codes();
        codes.sort_unstable();
        let mut expected = DRIFTS.map(|drift| drift.code);
        expected.sort_unstable();
        assert_eq!(codes, expected, "{}", faults.report());
    });
}

#[test]
fn each_fault_is_one_line_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    drift::copy(folder.path());
    drift::happen(folder.path());
    let out = folder.path().join("out");
    let report = Builder::new(folder.path().join("curation.yaml")).out_dir(&out).run().unwrap_err();
    assert_eq!(report.lines().len(), DRIFTS.len() + 1, "{report}");
    for drift in &DRIFTS {
        let place = drift.place(folder.path());
        let mine: Vec<_> = report.lines().iter().filter(|line| line.starts_with(drift.code)).collect();
        assert!(
            matches!(mine.as_slice(), [line] if line.contains(&place)),
            "{} at {place}: {report}",
            drift.code
        );
    }
    assert!(!out.exists(), "nothing is written where something is wrong");
}

#[test]
fn a_build_fails_with_a_line_for_each_change_and_writes_only_where_it_may() {
    let crate_ = Downstream::new(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream"));
    drift::copy(crate_.path());
    let before = crate_.files();

    let good = crate_.build(&target());
    assert!(good.status.success(), "{}", String::from_utf8_lossy(&good.stderr));
    let out = out_dir(&good);
    assert_eq!(names(&out), ["fewtools.rs", "instructions.txt", "listing.json", "prompts.txt"]);
    assert_eq!(crate_.files(), before, "nothing is written beside the sources");
    let mut watched = watched(&out);
    watched.sort();
    let made_of: Vec<_> = drift::files().iter().map(|file| crate_.path().join(file)).collect();
    assert_eq!(watched, made_of);

    let emitted = fs::read(out.join("fewtools.rs")).unwrap();
    drift::happen(crate_.path());
    let bad = crate_.build(&target());
    assert!(!bad.status.success());
    let said = String::from_utf8_lossy(&bad.stderr);
    for drift in &DRIFTS {
        let begins = format!("error: downstream@0.1.0: {} {}:", drift.code, drift.place(crate_.path()));
        assert_eq!(said.lines().filter(|line| line.starts_with(&begins)).count(), 1, "{begins}\n{said}");
    }
    let lines = said.lines().filter(|line| line.starts_with("error: downstream@0.1.0: "));
    assert_eq!(
        lines.count(),
        DRIFTS.len() + 1,
        "four faults, and the command that shows them in full:\n{said}"
    );
    assert!(said.contains("fewtools check"), "{said}");
    assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{said}");
    assert_eq!(fs::read(out.join("fewtools.rs")).unwrap(), emitted, "what was emitted before is left alone");
    assert_eq!(crate_.files(), before);

    drift::copy(crate_.path());
    assert!(crate_.build(&target()).status.success(), "a repaired document builds");
}

/// The folder that the project itself is built in.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}

/// `OUT_DIR` of the crate, from cargo's messages.
fn out_dir(output: &Output) -> PathBuf {
    let messages = String::from_utf8_lossy(&output.stdout);
    let executed = |message: &Value| {
        let is_script = message["reason"] == "build-script-executed";
        is_script && message["package_id"].as_str().unwrap_or_default().contains("downstream")
    };
    let mut scripts = messages.lines().filter_map(|line| serde_json::from_str(line).ok()).filter(executed);
    PathBuf::from(scripts.next().unwrap()["out_dir"].as_str().unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// What the build script asked cargo to watch, from the output that cargo keeps beside `OUT_DIR`.
fn watched(out: &Path) -> Vec<PathBuf> {
    let output = fs::read_to_string(out.with_file_name("output")).unwrap();
    let paths = output.lines().filter_map(|line| line.strip_prefix("cargo::rerun-if-changed="));
    paths.map(PathBuf::from).collect()
}
