//! What the build script emitted for every accepted and hostile fixture compiles without a warning, and is what was
//! measured.
#![deny(warnings)]

use std::fs;
use std::path::Path;

use fewtools_tests::{fixtures, generator};

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

#[test]
fn the_compiled_catalogue_is_the_one_that_was_measured() {
    for (name, compiled) in CASES {
        let manifest = fixtures::folder(name).join("curation.yaml");
        let measured = generator::accept(&manifest, |accepted| {
            serde_json::to_string_pretty(&accepted.surface.get().catalogue).unwrap()
        });
        let compiled = serde_json::to_string_pretty(compiled).unwrap();
        assert!(compiled == measured, "{name}: {}", first_difference(&measured, &compiled));
    }
}

#[test]
fn the_compiled_catalogue_lists_what_the_build_wrote_beside_it() {
    for (name, compiled) in CASES {
        let folder = Path::new(env!("OUT_DIR")).join(name.replace(['/', '-'], "_"));
        let written = fs::read_to_string(folder.join("listing.json")).unwrap();
        let served = fewtools_contract::listing::tools(compiled).unwrap();
        let measured = fewtools_contract::budget::measure(&served);
        assert_eq!(written.trim_end(), serde_json::to_string_pretty(&served).unwrap(), "{name}");
        generator::accept(&fixtures::folder(name).join("curation.yaml"), |accepted| {
            assert_eq!(accepted.surface.get().measure, measured, "{name}");
        });
    }
}

#[test]
fn every_fixture_is_compiled() {
    let compiled = |wanted: String| CASES.iter().any(|(name, _)| *name == wanted);
    for kind in ["accept", "hostile"] {
        for case in fixtures::cases(kind) {
            assert!(compiled(format!("{kind}/{}", case.name)), "{}", case.name);
        }
    }
}

fn first_difference(one: &str, other: &str) -> String {
    let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    let (one, other) = lines.unwrap_or(("one is longer", ""));
    format!("measured `{}`, compiled `{}`", one.trim(), other.trim())
}
