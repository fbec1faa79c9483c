//! Every fuzz target takes every input that it starts from: a target that is broken, or finds something there, fails.

use fewtools_tests::fixtures::project;

#[allow(clippy::indexing_slicing, reason = "a target tells what it finds by a panic")]
#[path = "fuzz/src/lib.rs"]
mod fuzz;

#[test]
fn documents() {
    for bytes in seeds("load_document") {
        fuzz::load_document(&bytes);
    }
}

#[test]
fn manifests() {
    for bytes in seeds("load_manifest") {
        fuzz::load_manifest(&bytes);
    }
}

/// A seed that is refused leads nowhere.
#[test]
fn arguments() {
    for bytes in seeds("check_arguments") {
        assert_eq!(fuzz::check_arguments(&bytes), 1);
    }
}

#[test]
fn requests() {
    for bytes in seeds("build_request") {
        assert_ne!(fuzz::build_request(&bytes), 0);
    }
}

/// The inputs of a target, each of which is named before it is taken.
#[expect(clippy::print_stdout, reason = "the last name is that of the input that failed")]
fn seeds(target: &str) -> impl Iterator<Item = Vec<u8>> {
    let seeds = fuzz::seeds(project(), target);
    assert!(!seeds.is_empty());
    seeds.into_iter().map(|seed| {
        println!("{}", seed.file.display());
        seed.bytes
    })
}
