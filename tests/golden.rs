//! Each folder of `fixtures/accept` passes every rule, and is resolved and emitted as the files beside it say.

use std::path::Path;

use fewtools_build::explain;
use fewtools_tests::fixtures::Case;
use fewtools_tests::generator::{self, Accepted};
use fewtools_tests::{expected, fixtures};

#[test]
fn every_case_is_accepted_with_no_more_to_say_than_its_report() {
    compare(|case, accepted| {
        let file = case.folder.join("report.txt");
        let silent = accepted.report.is_empty() && !file.exists();
        if silent { Vec::new() } else { expected::difference(&file, &accepted.report).into_iter().collect() }
    });
}

#[test]
fn every_case_resolves_to_what_its_explanation_says() {
    compare(|case, accepted| {
        let explanation = explain::explain(accepted.surface.get(), None).unwrap();
        let mut text = serde_json::to_string_pretty(&explanation).unwrap();
        text.push('\n');
        expected::difference(&case.folder.join("explain.json"), &text).into_iter().collect()
    });
}

/// The larger cases are compiled and compared in `compiles`, which says as much.
#[test]
fn the_smaller_cases_emit_what_is_beside_them() {
    let mut compared = 0;
    compare(|case, accepted| {
        let golden = case.folder.join("golden.rs");
        if !golden.exists() {
            return Vec::new();
        }
        compared += 1;
        expected::difference(&golden, &accepted.rust()).into_iter().collect()
    });
    assert!(compared >= 3, "{compared} cases have a `golden.rs`");
}

#[test]
fn an_emitted_file_says_nothing_of_the_machine_that_made_it() {
    let project = fixtures::project().canonicalize().unwrap();
    compare(|case, accepted| {
        let files = accepted.files();
        let says = |path: &Path| {
            let path = path.to_str().unwrap().as_bytes();
            files.iter().any(|(_, bytes)| bytes.windows(path.len()).any(|window| window == path))
        };
        let wrong = says(&project) || says(Path::new(env!("CARGO_MANIFEST_DIR")));
        wrong.then(|| format!("{} names a folder of this machine", case.name)).into_iter().collect()
    });
}

/// Looks at every accepted case and fails with every difference.
fn compare(mut look: impl FnMut(&Case, &Accepted<'_>) -> Vec<String>) {
    let mut differences = Vec::new();
    for case in fixtures::cases("accept") {
        let found = generator::accept(&case.manifest(), |accepted| look(&case, accepted));
        differences.extend(found);
    }
    expected::assert_none(&differences);
}
