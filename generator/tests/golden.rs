//! The golden file, compiled: it is the catalogue it was made from, and no lint finds fault with it.

#[path = "../src/write/tests/sample/mod.rs"]
mod sample;

use fewtools_contract::Catalogue;

#[deny(warnings, clippy::all, clippy::pedantic, missing_docs, unreachable_pub)]
pub mod golden {
    //! What `sample::catalogue` becomes; see `write::tests` for how it is written anew.
    include!("golden/fewtools.rs");
}

#[test]
fn the_compiled_file_holds_the_catalogue_it_was_made_from() {
    let json = |catalogue: &Catalogue<'_>| serde_json::to_value(catalogue).unwrap();
    assert_eq!(json(&golden::tools::CATALOGUE), json(&sample::catalogue(|text| text)));
}
