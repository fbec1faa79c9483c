//! Documents and manifests made by chance → whatever `check` accepts, what `generate` makes of it compiles.
//!
//! The same every time: a surface is its number. Those that fail are named by it, and their inputs lie in the target
//! folder.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test")]

mod accepted;
mod dice;
mod document;
mod manifest;
mod words;

use std::path::Path;
use std::{env, fs};

use fewtools_tests::downstream::Downstream;

use self::accepted::{Surface, accepted};
use self::dice::Dice;

/// How many pairs of a document and a manifest are made, where `FEWTOOLS_SURFACES` says no other number.
const MADE: usize = 600;

#[test]
fn whatever_check_accepts_compiles() {
    let documents = document::all();
    let mut surfaces: Vec<(usize, Surface)> = Vec::new();
    let made = env::var("FEWTOOLS_SURFACES").map_or(MADE, |made| made.parse().unwrap());
    for number in 0..made {
        let mut dice = Dice::new(number as u64);
        let document = document::changed(&documents, &mut dice);
        let surface = accepted(&document, &mut dice);
        surfaces.extend(surface.map(|surface| (number, surface)));
    }
    surfaces.sort_by(|(_, one), (_, other)| one.rust.cmp(&other.rust));
    surfaces.dedup_by(|(_, one), (_, other)| one.rust == other.rust);
    tell(&surfaces, made);
    assert!(surfaces.len() * 2 >= made, "{} of {made} are accepted and differ", surfaces.len());
    compile(&surfaces);
}

#[expect(clippy::print_stdout, reason = "a test of nothing would pass too")]
fn tell(surfaces: &[(usize, Surface)], made: usize) {
    let tools: usize = surfaces.iter().map(|(_, surface)| surface.tools).sum();
    println!("{} surfaces of {made} are accepted, with {tools} tools", surfaces.len());
}

/// Compiles all of them as the modules of one crate.
fn compile(surfaces: &[(usize, Surface)]) {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let modules: Vec<_> = surfaces
        .iter()
        .map(|(number, surface)| (format!("surface_{number}"), surface.rust.as_str()))
        .collect();
    let crate_ = Downstream::of_modules(&scratch.join("surfaces"), &modules);
    let inputs = crate_.path().join("inputs");
    fs::create_dir(&inputs).unwrap();
    for (number, surface) in surfaces {
        fs::write(inputs.join(format!("{number}.curation.json")), &surface.manifest).unwrap();
        fs::write(inputs.join(format!("{number}.openapi.json")), &surface.document).unwrap();
    }
    let built = crate_.build(scratch.parent().unwrap());
    assert!(built.status.success(), "{}", rendered(&built.stdout));
}

/// What the compiler says to people, from its messages to programs.
fn rendered(messages: &[u8]) -> String {
    let messages = String::from_utf8_lossy(messages);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    messages.filter_map(|message| Some(message["message"]["rendered"].as_str()?.to_owned())).collect()
}
