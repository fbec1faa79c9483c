//! What each published crate may know, held by what cargo says is below it.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::process::Command;

use fewtools_tests::fixtures;

/// What only a generator needs.
const OF_GENERATORS: [&str; 16] = [
    "annotate-snippets",
    "bumpalo",
    "fewtools-build",
    "fewtools-cli",
    "fewtools-templates",
    "granit-parser",
    "minijinja",
    "openapiv3",
    "prettyplease",
    "proc-macro2",
    "quote",
    "saphyr",
    "saphyr-parser",
    "serde-saphyr",
    "serde_yaml",
    "syn",
];

/// What only a server or a client needs.
const OF_SERVERS: [&str; 9] =
    ["axum", "fewtools", "http", "hyper", "hyper-util", "reqwest", "rmcp", "tokio", "tower"];

/// The names of a crate and of everything that is linked into it with all its features, procedural macros and what is
/// below them left out: they run in the compiler and are in no program.
fn linked(name: &str) -> BTreeSet<String> {
    tree(&["--package", name, "--all-features", "--edges", "normal,no-proc-macro"])
}

fn tree(arguments: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["tree", "--offline", "--prefix", "none", "--format", "{p}"]).args(arguments);
    let output = command.current_dir(fixtures::project()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

fn assert_none_of(found: &BTreeSet<String>, forbidden: &[&str]) {
    let wrong: Vec<_> = forbidden.iter().filter(|name| found.contains(**name)).collect();
    assert!(wrong.is_empty(), "{wrong:?} among {found:?}");
}

/// `syn`, `quote` and `proc-macro2` are below derive macros (serde's, for one) and nowhere else.
#[test]
fn a_server_holds_no_part_of_the_generator() {
    let found = linked("fewtools");
    assert!(found.contains("rmcp") && found.contains("fewtools-contract"), "{found:?}");
    assert_none_of(&found, &OF_GENERATORS);
    let direct = tree(&["--package", "fewtools", "--all-features", "--edges", "normal", "--depth", "1"]);
    assert_none_of(&direct, &OF_GENERATORS);
}

#[test]
fn the_generator_holds_no_part_of_a_server() {
    let found = linked("fewtools-build");
    assert!(found.contains("minijinja") && found.contains("fewtools-contract"), "{found:?}");
    assert_none_of(&found, &OF_SERVERS);
    assert_none_of(&found, &["openapiv3", "serde_yaml"]);
}

#[test]
fn what_both_share_is_small() {
    let contract = linked("fewtools-contract");
    assert_none_of(&contract, &OF_SERVERS);
    assert_none_of(&contract, &OF_GENERATORS);
    assert!(contract.len() <= 12, "{contract:?}");
    assert_eq!(linked("fewtools-templates"), BTreeSet::from(["fewtools-templates".to_owned()]));
}
