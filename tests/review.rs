//! What a reviewer reads of the broker console beside its tools: who is denied what, what is refused, what models are told.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::process::Command;

use broker_console::tools::CATALOGUE;
use fewtools::contract::{Prompt, PromptPart};
use fewtools::testing;
use fewtools_tests::fixtures;

#[test]
fn who_is_denied_what() {
    let manifest = fixtures::folder("broker-console").join("curation.yaml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_fewtools-under-test"));
    let output = command.args(["explain", "--denials"]).arg(manifest).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}

#[test]
fn what_is_refused() {
    insta::assert_snapshot!(testing::rejections(broker_console::served().unwrap()).unwrap());
}

#[test]
fn what_models_are_told() {
    insta::assert_snapshot!("instructions", CATALOGUE.instructions);
    for prompt in CATALOGUE.prompts {
        insta::assert_snapshot!(format!("prompt_{}", prompt.name), text(prompt));
    }
}

/// The text with the names of its arguments where the caller's words go.
fn text(prompt: &Prompt<'_>) -> String {
    let part = |part: &PromptPart<'_>| match part {
        PromptPart::Text(text) => (*text).to_owned(),
        PromptPart::Argument(index) => format!("<{}>", prompt.arguments[*index].name),
    };
    prompt.text.iter().map(part).collect()
}
