//! The README's numbers, listing, manifest and error, held against what the product does.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

use broker_console::{demo, tools};
use bumpalo::Bump;
use fewtools_build::diagnostics::terminal::{self, Style};
use fewtools_build::{budget, pipeline};
use fewtools_contract::budget::{Beside, Measure, beside};
use fewtools_contract::listing;
use fewtools_tests::console::{Console, Transport};
use fewtools_tests::downstream::Downstream;
use fewtools_tests::wire::{self, Lines, REVISIONS};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// The first block of the README in this language that holds a word.
fn block(language: &str, word: &str) -> String {
    let readme = readme();
    let blocks = readme.split("```").skip(1).step_by(2);
    let found = blocks.filter_map(|block| block.strip_prefix(language)).find(|block| block.contains(word));
    found.unwrap_or_else(|| panic!("the README has no {language} block with {word}")).trim_start().to_owned()
}

#[test]
fn the_numbers_and_the_listed_tool_are_those_of_the_broker_console() {
    let input = pipeline::read(&root().join("fixtures/broker-console/curation.yaml"));
    let arena = Bump::new();
    let checked = pipeline::check(&arena, &input);
    let surface = checked.verified().expect("the broker console passes").get();
    let whole = budget::per_endpoint(surface);
    let readme = readme();
    let thousands = |number: usize| format!("{},{:03}", number / 1000, number % 1000);
    let curated = format!("curated | {} | {} |", thousands(surface.measure.listing), surface.tools.len());
    assert!(readme.contains(&curated), "the README should say: {curated}");
    let simple = simple();
    let also = format!("(`mode: simple`) | {} | {} |", thousands(simple.listing), simple.tools.len());
    assert!(readme.contains(&also), "the README should say: {also}");
    let beside = {
        let Beside { instructions, resources, prompts } = beside(&surface.catalogue);
        format!("{resources}, {prompts} and {instructions} more")
    };
    assert!(readme.contains(&beside), "the README should say: {beside}");
    let dear = format!("only | {} | {} |", thousands(whole.tokens), whole.tools);
    assert!(readme.contains(&dear), "the README should say: {dear}");
    let tool = surface.listing.iter().find(|tool| tool["name"] == "list_resources").expect("it is listed");
    assert_eq!(block("json", "list_resources").trim_end(), listing::one(tool));
}

#[tokio::test]
async fn the_diagnosis_is_what_the_broker_console_answers() {
    let manifest = fs::read_to_string(root().join("fixtures/broker-console/curation.yaml")).unwrap();
    let written = |line: &str| manifest.lines().any(|own| own.split(" #").next() == line.split(" #").next());
    let steps = block("yaml", "listQueueConsumers");
    assert!(steps.lines().skip(1).filter(|line| !line.is_empty()).all(written), "{steps}");
    let console = Console::start(Transport::Lines, &tools::CATALOGUE, None).await;
    let arguments = serde_json::json!({"clusterId": demo::ORDERS, "queue": "orders.dlq"});
    let outcome = console.client(demo::ADMIN).await.call("diagnose_queue", arguments).await;
    assert_eq!(block("json", "findings").trim_end(), outcome.text);
}

/// What the broker console's listing costs where it says what each variant needs.
fn simple() -> Measure {
    let console = root().join("fixtures/broker-console");
    let manifest = fs::read_to_string(console.join("curation.yaml")).unwrap();
    let simple = manifest.replace("mode: terse", "mode: simple");
    assert_ne!(simple, manifest);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("curation.yaml"), simple).unwrap();
    fs::copy(console.join("openapi.yaml"), folder.path().join("openapi.yaml")).unwrap();
    fs::create_dir(folder.path().join("prompts")).unwrap();
    for prompt in fs::read_dir(console.join("prompts")).unwrap() {
        let prompt = prompt.unwrap();
        fs::copy(prompt.path(), folder.path().join("prompts").join(prompt.file_name())).unwrap();
    }
    let input = pipeline::read(&folder.path().join("curation.yaml"));
    let arena = Bump::new();
    pipeline::check(&arena, &input).verified().expect("it passes").get().measure.clone()
}

#[test]
fn the_manifest_passes_and_the_error_is_what_a_renamed_field_gives() {
    let folder = tempfile::tempdir().unwrap();
    let document = fs::read_to_string(root().join("fixtures/broker-console/openapi.yaml")).unwrap();
    let manifest = folder.path().join("curation.yaml");
    fs::write(&manifest, block("yaml", "curation: 1")).unwrap();
    let report = |document: &str| {
        fs::write(folder.path().join("openapi.yaml"), document).unwrap();
        let input = pipeline::read(&manifest);
        let arena = Bump::new();
        let checked = pipeline::check(&arena, &input);
        (checked.verified().is_some(), terminal::report(&checked.faults, &input.documents, Style::Plain))
    };
    let (passes, faults) = report(&document);
    assert!(passes, "{faults}");
    let (passes, faults) = report(&document.replace("presentOn", "presentOnNodes"));
    assert!(!passes);
    let shown = block("text", "unknown-projection-path");
    let plain = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    assert!(plain(&faults).contains(plain(&shown).trim()), "{faults}\nis not\n{shown}");
}

#[tokio::test]
async fn the_program_is_built_and_lists_the_tools_of_the_manifest() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let code = |name: &str| block("rust,ignore", name);
    let program = Downstream::of_program(&folder, &code("// build.rs"), &code("// src/main.rs"));
    fs::write(folder.join("curation.yaml"), block("yaml", "curation: 1")).unwrap();
    fs::copy(root().join("fixtures/broker-console/openapi.yaml"), folder.join("openapi.yaml")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-target");
    let built = program.build(&target);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let mut server = Lines::start(target.join("debug/downstream").to_str().unwrap(), &[]);
    let answer = server.ask(REVISIONS[0], "tools/list").await;
    assert!(wire::tools(&answer).contains("list_resources"), "{answer:?}");
}
