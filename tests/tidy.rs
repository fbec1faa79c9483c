//! What the project promises about its own files.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;

use fewtools_tests::fixtures::project;
use fewtools_tests::sources::{Source, files};

/// The most lines of a file that is written by hand.
const MAX_LINES: usize = 400;

/// Files that a program wrote and a test compares.
fn is_emitted(path: &str) -> bool {
    path.ends_with("/golden.rs") && path.starts_with("fixtures/") || path.contains("/golden/")
}

fn rust() -> Vec<Source> {
    files(".", ".rs").into_iter().filter(|source| !is_emitted(&source.path)).collect()
}

fn none(found: Vec<String>) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_file_has_at_most_400_lines() {
    let long = rust().into_iter().map(|source| (source.text.lines().count(), source.path));
    none(
        long.filter(|(lines, _)| *lines > MAX_LINES)
            .map(|(lines, path)| format!("{path}: {lines}"))
            .collect(),
    );
}

#[test]
fn a_file_opens_with_a_sentence_about_itself() {
    let opens = |text: &str| text.lines().next().unwrap_or_default().len() > "//! ".len() + 10;
    let opens = |text: &str| text.starts_with("//! ") && opens(text);
    none(rust().into_iter().filter(|source| !opens(&source.text)).map(|source| source.path).collect());
}

#[test]
fn no_module_is_a_drawer_for_anything() {
    let drawers = ["utils", "util", "helpers", "helper", "common", "misc", "manager"];
    let is_drawer = |line: &str| {
        let word =
            line.trim().trim_start_matches("pub ").trim_start_matches("pub(crate) ").strip_prefix("mod ");
        word.is_some_and(|word| drawers.contains(&word.trim_end_matches([';', '{', ' '])))
    };
    let lines = rust().into_iter().flat_map(|source| {
        let found: Vec<_> = source.text.lines().filter(|line| is_drawer(line)).map(str::to_owned).collect();
        found.into_iter().map(move |line| format!("{}: {line}", source.path))
    });
    none(lines.collect());
}

#[test]
fn nothing_is_left_to_be_done_and_no_path_is_of_one_machine() {
    // Put together here, so that this file does not hold them.
    let mut marks = vec![format!("TO{}", "DO"), format!("FIX{}", "ME"), format!("XX{}", "X:")];
    marks.extend(["root", "work", "Users", "tmp/wt"].map(|folder| format!("/{folder}/")));
    let mut found = Vec::new();
    for ending in [".rs", ".md", ".toml", ".yaml", ".json", ".j2", ".txt", ".snap", "run"] {
        for source in files(".", ending) {
            let hits = marks.iter().filter(|mark| source.text.contains(mark.as_str()));
            found.extend(hits.map(|mark| format!("{}: {mark}", source.path)));
        }
    }
    none(found);
}

#[test]
fn a_link_in_a_page_leads_to_a_file() {
    let mut found = Vec::new();
    for page in files(".", ".md") {
        let folder = project().join(Path::new(&page.path).parent().unwrap());
        let targets = page.text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.map(|target| target.split('#').next().unwrap_or_default()) {
            let is_file = !target.is_empty() && !target.contains("://") && !target.contains(' ');
            if is_file && !folder.join(target).exists() {
                found.push(format!("{}: {target}", page.path));
            }
        }
    }
    none(found);
}

#[test]
fn every_folder_that_needs_one_has_a_page() {
    let pages = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "fixtures/README.md",
        "templates/README.md",
        "tests/README.md",
    ];
    none(pages.into_iter().filter(|page| !project().join(page).is_file()).map(str::to_owned).collect());
}

#[test]
fn every_test_file_is_run_and_named_in_the_page_on_tests() {
    let cargo = std::fs::read_to_string(project().join("tests/Cargo.toml")).unwrap();
    let page = std::fs::read_to_string(project().join("tests/README.md")).unwrap();
    let mut found = Vec::new();
    for source in files("tests", ".rs").into_iter().filter(|source| source.path.matches('/').count() == 1) {
        let name = source.path.trim_start_matches("tests/").trim_end_matches(".rs").to_owned();
        if name != "build"
            && (!cargo.contains(&format!("name = \"{name}\"")) || !page.contains(&format!("`{name}`")))
        {
            found.push(source.path);
        }
    }
    none(found);
}

#[test]
fn no_snapshot_waits_to_be_accepted() {
    none(files(".", ".snap.new").into_iter().map(|source| source.path).collect());
}
