//! The files that prompts name.

use std::fs;

use super::*;
use crate::load::named_texts;

const DOCUMENT: (&str, &str) = ("openapi.yaml", "openapi: 3.1.0\n");

fn manifest(prompts: &str) -> String {
    format!("document: openapi.yaml\nprompts:\n{prompts}")
}

#[test]
fn the_text_of_a_prompt_is_found_by_the_path_the_manifest_writes() {
    let manifest =
        manifest("  a: { text: ./texts/a.md }\n  b: { text: ./texts/a.md }\n  c: { text: c.md }\n");
    let mut sink = Sink::default();
    let files = [("curation.yaml", manifest.as_str()), DOCUMENT, ("texts/a.md", "Do a."), ("c.md", "Do c.")];
    let documents = named_texts(&files, &mut sink);
    assert_eq!(sink.faults(), []);
    let text = |path| documents.source(documents.prompt(path).unwrap()).map(|source| source.text.as_str());
    assert_eq!((text("./texts/a.md"), text("c.md")), (Some("Do a."), Some("Do c.")));
    assert_eq!(documents.prompt("texts/b.md"), None);
    let names: Vec<_> = documents.sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["curation.yaml", "openapi.yaml", "texts/a.md", "c.md"]);
}

#[test]
fn a_text_outside_the_manifests_folder_is_not_read() {
    let folder = TempDir::new().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(folder.path().join("secret.md"), "Not for models.").unwrap();
    fs::write(inner.join("openapi.yaml"), DOCUMENT.1).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.md"), inner.join("link.md")).unwrap();
    #[cfg(not(unix))]
    fs::copy(folder.path().join("secret.md"), inner.join("link.md")).unwrap();
    for path in ["../secret.md", if cfg!(unix) { "link.md" } else { "../secret.md" }] {
        fs::write(inner.join("curation.yaml"), manifest(&format!("  a: {{ text: {path} }}\n"))).unwrap();
        let mut sink = Sink::default();
        let documents = run(&inner.join("curation.yaml"), &mut sink);
        let codes: Vec<_> = sink.faults().iter().map(|fault| fault.code.0).collect();
        assert_eq!(
            (codes.as_slice(), documents.prompt(path)),
            (["outside-reference"].as_slice(), None),
            "{path}"
        );
    }
}

#[test]
fn a_text_larger_than_a_model_would_read_is_refused() {
    let large = "a".repeat((64 << 10) + 1);
    let mut sink = Sink::default();
    let manifest = manifest("  a: { text: a.md }\n");
    named_texts(&[("curation.yaml", manifest.as_str()), DOCUMENT, ("a.md", &large)], &mut sink);
    let codes: Vec<_> = sink.faults().iter().map(|fault| fault.code.0).collect();
    assert_eq!(codes, ["file-too-large"]);
}
