//! Each folder of `fixtures/reject` breaks the one rule it is named after, and its report reads as it should.

use std::collections::BTreeSet;

use fewtools_build::diagnostics::Fault;
use fewtools_build::pipeline::Checked;
use fewtools_build::verify::RULES;
use fewtools_tests::fixtures::Case;
use fewtools_tests::generator::Faults;
use fewtools_tests::{expected, fixtures, generator, sources};

/// Faults of input that is too large to keep in a folder, which `hostile` and the loader's own tests make, and the notes
/// of schemas, which no report shows.
const ELSEWHERE: &[&str] =
    &["file-too-large", "overlay-too-large", "schema-keyword", "too-many-files", "too-many-values"];

/// Rules that judge and let the run go on.
const NO_ERRORS: &[&str] = &[
    "bad-reference",
    "bad-server",
    "credential-parameter",
    "dangling-reference",
    "deprecated-operation",
    "duplicate-operation-id",
    "exposed-credential",
    "hidden-characters",
    "ignored-header",
    "look-alike-values",
    "missing-file",
    "other-document",
    "outside-reference",
    "remote-reference",
    "settled-parameter",
    "undecided-parameter",
    "unfit-default",
    "unknown-method",
    "unread-answer",
    "unsent-credential",
    "unused-path-parameter",
    "unused-update",
    "whole-answer",
    "wrong-shape",
];

#[test]
fn every_report_reads_as_it_should() {
    let mut differences = Vec::new();
    for case in fixtures::cases("reject") {
        let report = generator::check(&case.manifest(), |_, faults| faults.report());
        differences.extend(expected::difference(&case.folder.join("report.txt"), &report));
    }
    expected::assert_none(&differences);
}

#[test]
fn every_case_breaks_the_rule_it_is_named_after_and_no_other() {
    complain(|case, checked, faults| {
        let others: Vec<_> = faults.codes().into_iter().filter(|code| *code != case.group()).collect();
        [
            (faults.all.is_empty(), "nothing was found".to_owned()),
            (!others.is_empty(), format!("{others:?} were found too")),
            (!faults.failed() && !NO_ERRORS.contains(&case.group()), "the run did not fail".to_owned()),
            (faults.failed() == checked.verified().is_some(), "judged and found are not the same".to_owned()),
        ]
        .into_iter()
        .filter_map(|(wrong, what)| wrong.then_some(what))
        .collect()
    });
}

#[test]
fn every_fault_has_a_place_and_says_what_to_write_instead() {
    complain(|_, _, faults| faults.all.iter().flat_map(unhelpful).collect());
}

/// What a reader would miss in a fault.
fn unhelpful(fault: &Fault) -> Vec<String> {
    let stopped = |text: &str| text.ends_with('.') && !text.ends_with("..");
    [
        (fault.place.is_none(), "has no place"),
        (fault.instead.is_empty() && !says_itself(fault), "does not say what to write instead"),
        (stopped(&fault.what) || stopped(&fault.instead), "ends in a full stop"),
        (
            fault.what.starts_with(char::is_uppercase) && !fault.what.starts_with("OpenAPI"),
            "begins with a capital",
        ),
        (fault.to_string().contains("``"), "quotes nothing"),
    ]
    .into_iter()
    .filter(|(wrong, _)| *wrong)
    .map(|(_, what)| format!("{what}: {fault}"))
    .collect()
}

/// Whether what is wrong says what is right: a type that was expected, or the parser's own words.
fn says_itself(fault: &Fault) -> bool {
    fault.what.contains("expected ") || fault.code.0 == "syntax"
}

/// Looks at every case and fails with all that is wrong with any of them.
fn complain(look: impl Fn(&Case, &Checked<'_>, &Faults<'_>) -> Vec<String>) {
    let mut complaints = Vec::new();
    for case in fixtures::cases("reject") {
        let found = generator::check(&case.manifest(), |checked, faults| look(&case, checked, faults));
        complaints.extend(found.into_iter().map(|complaint| format!("{}: {complaint}", case.name)));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_fault_has_a_case_and_every_case_a_fault() {
    let mut faults = sources::fault_codes();
    faults.extend(RULES.iter().map(|rule| rule.code.to_owned()));
    let cases = fixtures::cases("reject");
    let groups: BTreeSet<String> = cases.iter().map(|case| case.group().to_owned()).collect();
    let of_operations = cases.iter().filter(|case| case.group() == "unusable-operation");
    let of_operations: BTreeSet<&str> = of_operations.map(|case| case.short_name()).collect();
    let shown = |code: &&String| groups.contains(*code) || of_operations.contains(code.as_str());
    let missing: Vec<_> =
        faults.iter().filter(|code| !shown(code) && !ELSEWHERE.contains(&code.as_str())).collect();
    let nameless: Vec<_> = groups.difference(&faults).collect();
    assert!(missing.is_empty(), "no case in `fixtures/reject` for {missing:?}");
    assert!(nameless.is_empty(), "no rule or fault is called {nameless:?}");
}
