//! Documents of several files → the files that were read, and what is said of the others.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::{folder, run_in};
use crate::diagnostics::{Fault, FileId, Sink};
use crate::load::{Documents, MAX_FILES, MAX_NODES, named_texts};

/// The manifest of most tests, and a document.
fn loaded(document: &str, parts: &[(&str, &str)]) -> Documents {
    let mut texts = vec![("curation.yaml", "document: api/openapi.yaml\n"), ("api/openapi.yaml", document)];
    texts.extend(parts);
    let mut sink = Sink::default();
    let documents = named_texts(&texts, &mut sink);
    assert_eq!(sink.faults(), []);
    documents
}

fn names(documents: &Documents) -> Vec<&str> {
    documents.sources.iter().skip(1).map(|source| source.name.as_str()).collect()
}

/// What the document's reference to a file gave.
fn linked<'a>(documents: &'a Documents, file: &str) -> &'a Result<FileId, Fault> {
    documents.linked(Documents::DOCUMENT, file).unwrap()
}

/// The fault of the document's reference to a file.
fn refused(documents: &Documents, file: &str) -> Fault {
    linked(documents, file).clone().unwrap_err()
}

#[test]
fn files_are_read_breadth_first_and_once() {
    let documents = loaded(
        "a: {$ref: b/one.yaml}\nb: {$ref: ./two.json#/x}\nc: {$ref: b/./../two.json}\n",
        &[
            ("api/b/one.yaml", "x: {$ref: three.yaml}\ny: {$ref: ../two.json}\n"),
            ("api/two.json", r#"{"x": {"$ref": "four.yml"}}"#),
            ("api/b/three.yaml", "back: {$ref: '../openapi.yaml#/a'}\n"),
            ("api/four.yml", "[1, 2]\n"),
            ("api/five.yaml", "x: 1\n"),
        ],
    );
    assert_eq!(
        names(&documents),
        ["api/openapi.yaml", "api/b/one.yaml", "api/two.json", "api/b/three.yaml", "api/four.yml"]
    );
    assert_eq!(linked(&documents, "./two.json"), linked(&documents, "b/./../two.json"));
    assert_eq!(documents.linked(FileId(4), "../openapi.yaml"), Some(&Ok(Documents::DOCUMENT)));
    assert_eq!(documents.sources[5].tree, json!([1, 2]));
}

#[test]
fn a_document_may_call_itself_by_its_address() {
    let documents = loaded(
        "$self: https://example.com/api\na: {$ref: 'https://example.com/api#/b'}\nb: {$ref: p.yaml}\n",
        &[("api/p.yaml", "x: {$ref: 'https://example.com/api#/b'}\n")],
    );
    for file in [Documents::DOCUMENT, FileId(2)] {
        assert_eq!(documents.linked(file, "https://example.com/api"), Some(&Ok(Documents::DOCUMENT)));
    }
}

#[test]
fn names_are_unescaped() {
    let documents = loaded(
        "a: {$ref: 'my%20part%2eyaml#/x'}\n",
        &[("api/my part.yaml", "x: {$ref: 'é.yaml'}\n"), ("api/é.yaml", "a: 1\n")],
    );
    assert_eq!(names(&documents), ["api/openapi.yaml", "api/my part.yaml", "api/é.yaml"]);
}

#[test]
fn files_may_refer_to_each_other() {
    let documents = loaded(
        "a: {$ref: a.yaml}\n",
        &[
            ("api/a.yaml", "x: {$ref: b.yaml}\ny: {$ref: a.yaml}\n"),
            ("api/b.yaml", "x: {$ref: 'a.yaml#/x'}\n"),
        ],
    );
    assert_eq!(names(&documents).len(), 3);
}

#[test]
fn a_long_chain_is_followed_to_its_end() {
    let texts: Vec<_> = (0..1_000)
        .map(|index| (format!("api/{index}.yaml"), format!("x: {{$ref: '{}.yaml#/x'}}\n", index + 1)))
        .collect();
    let parts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let documents = loaded("a: {$ref: '0.yaml#/x'}\n", &parts);
    assert_eq!(documents.sources.len(), 2 + 1_000);
    let last = documents.linked(FileId(1_001), "1000.yaml").unwrap().as_ref().unwrap_err();
    assert_eq!(last.code.0, "missing-file");
}

#[test]
fn there_is_a_bound_on_files() {
    let texts: Vec<_> = (0..MAX_FILES + 5).map(|index| (format!("api/{index}.yaml"), "a: 1\n")).collect();
    let parts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let references: String = (0..MAX_FILES + 5).map(|index| format!("- $ref: {index}.yaml\n")).collect();
    let documents = loaded(&format!("a:\n{references}"), &parts);
    assert_eq!(documents.sources.len(), MAX_FILES + 1);
    assert_eq!(refused(&documents, &format!("{}.yaml", MAX_FILES + 4)).code.0, "too-many-files");
}

#[test]
fn there_is_a_bound_on_the_values_of_all_files_together() {
    let text = format!("[{}0]", "0,".repeat(MAX_NODES / 3));
    let texts: Vec<_> = (0..6).map(|index| (format!("api/{index}.json"), text.as_str())).collect();
    let parts: Vec<_> = texts.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let references: String = (0..6).map(|index| format!("- $ref: {index}.json\n")).collect();
    let documents = loaded(&format!("a:\n{references}"), &parts);
    assert!(linked(&documents, "0.json").is_ok());
    assert_eq!(refused(&documents, "5.json").code.0, "too-many-files");
}

#[test]
fn only_references_that_can_be_reached_are_followed() {
    let parts = [
        ("api/yes.yaml", "default: {$ref: yes/default.yaml}\nother: {$ref: no.yaml}\n"),
        ("api/yes/default.yaml", "x: 1\n"),
        (
            "api/yes/words.yaml",
            "default: {$ref: ../no.yaml}\nx-a: {$ref: ../no.yaml}\nitems: {$ref: items.yaml}\n",
        ),
        ("api/yes/items.yaml", "x: 1\n"),
        ("api/yes/names.yaml", "default: {$ref: items.yaml}\n"),
        ("api/no.yaml", "x: 1\n"),
    ];
    for (document, expected) in [
        ("example: {$ref: no.yaml}\nexamples: {a: {$ref: no.yaml}}\n", vec![]),
        ("schema: {default: {$ref: no.yaml}, enum: [{$ref: no.yaml}], const: {$ref: no.yaml}}\n", vec![]),
        ("x-part: {a: {$ref: no.yaml}}\n", vec![]),
        ("a: {$ref: 7}\nb: {$ref: [no.yaml]}\nc: no.yaml\n", vec![]),
        ("responses: {default: {$ref: yes/items.yaml}}\n", vec!["items"]),
        ("properties: {default: {$ref: yes/items.yaml}, x-a: {const: {$ref: no.yaml}}}\n", vec!["items"]),
        ("a: {$ref: 'yes.yaml#/default'}\n", vec!["yes", "default"]),
        (
            "a: {$ref: '#/x-parts/b'}\nx-parts: {a: {$ref: no.yaml}, b: {$ref: yes/items.yaml}}\n",
            vec!["items"],
        ),
        ("schema: {$ref: yes/words.yaml}\n", vec!["words", "items"]),
        ("responses: {$ref: yes/names.yaml}\n", vec!["names", "items"]),
        ("discriminator: {mapping: {a: ./yes/items.yaml, b: Cat, c: '#/d'}}\n", vec!["items"]),
    ] {
        let documents = loaded(document, &parts);
        let stems: Vec<_> =
            documents.sources.iter().skip(2).filter_map(|source| source.path.file_stem()?.to_str()).collect();
        assert_eq!(stems, expected, "{document}");
    }
}

#[test]
fn references_that_leave_the_folder_are_refused_by_name() {
    for (reference, code, says) in [
        ("../openapi.yaml", "outside-reference", "base: .."),
        ("../../../../../../etc/hostname", "outside-reference", "folder"),
        ("a/../../secret.yaml", "outside-reference", "folder"),
        ("%2e%2e/secret.yaml", "outside-reference", "folder"),
        ("..%2fsecret.yaml", "outside-reference", "folder"),
        ("%2E./%2e%2e/secret.yaml", "outside-reference", "folder"),
        ("/etc/hostname", "outside-reference", "relative"),
        ("%2fetc/hostname", "outside-reference", "relative"),
        ("file:///etc/hostname", "outside-reference", "relative"),
        ("FILE:/etc/hostname", "outside-reference", "relative"),
        ("C:/secret.yaml", "outside-reference", "relative"),
        (r"C:\secret.yaml", "outside-reference", "relative"),
        ("http://127.0.0.1:9/schema.json", "remote-reference", "curl -O http://127.0.0.1:9/schema.json"),
        ("HTTPS://example.com/a.json", "remote-reference", "download"),
        ("urn:example:a", "remote-reference", "download"),
        ("//192.0.2.1/latest", "remote-reference", "download"),
        ("%2f%2f192.0.2.1/latest", "remote-reference", "download"),
        (r"\\192.0.2.1\share\a.yaml", "remote-reference", "download"),
        (r"..\secret.yaml", "bad-reference", "`/`"),
        ("a%5c..%5csecret.yaml", "bad-reference", "`/`"),
        ("a%00.yaml", "bad-reference", "relative"),
        ("%ff.yaml", "bad-reference", "relative"),
    ] {
        let document = json!({"x": {"$ref": format!("{reference}#/A")}}).to_string();
        let documents = loaded(&document, &[("secret.yaml", "A: 1\n"), ("openapi.yaml", "A: 1\n")]);
        let fault = refused(&documents, reference);
        assert_eq!((fault.code.0, documents.sources.len()), (code, 2), "{fault}");
        assert!(fault.what.contains(reference) && fault.instead.contains(says), "{fault}");
    }
}

#[test]
fn a_file_that_cannot_be_used_is_told_to_what_needs_it() {
    let documents = loaded(
        "a: [{$ref: Pett.yaml}, {$ref: bad.yaml}, {$ref: twice.yaml}, {$ref: words.md}, {$ref: .}, {$ref: good.yaml}]\n",
        &[
            ("api/bad.yaml", "a: [1\n"),
            ("api/twice.yaml", "a: 1\na: 2\nb: 1\nb: 2\n"),
            ("api/words.md", "just words\n"),
            ("api/good.yaml", "a: 1\n"),
        ],
    );
    for (file, code, says, also) in [
        ("Pett.yaml", "missing-file", "there is no file `api/Pett.yaml`", 0),
        ("bad.yaml", "syntax", "`api/bad.yaml` cannot be used", 1),
        ("twice.yaml", "duplicate-key", "the key `a` is there twice", 3),
        ("words.md", "not-a-mapping", "holds a text", 1),
    ] {
        let fault = refused(&documents, file);
        assert_eq!((fault.code.0, fault.also.len()), (code, also), "{fault:#?}");
        assert!(fault.what.contains(says) && fault.what.contains(&format!("`$ref` to `{file}`")), "{fault}");
        assert_eq!(fault.place, None);
    }
    assert!(refused(&documents, ".").what.contains("`.`"));
    assert!(linked(&documents, "good.yaml").is_ok());
}

#[test]
fn a_missing_file_has_a_nearest_name() {
    let folder = folder(&[
        ("curation.yaml", b"document: openapi.yaml\n"),
        ("openapi.yaml", b"a: {$ref: schemas/Pett.yaml}\n"),
        ("schemas/Pet.yaml", b"a: 1\n"),
    ]);
    let (documents, faults) = run_in(folder.path());
    assert_eq!(faults, []);
    let fault = refused(&documents, "schemas/Pett.yaml");
    assert_eq!(fault.instead, "`Pet.yaml`");
    assert!(!fault.to_string().contains(folder.path().to_str().unwrap()));
}

#[test]
fn every_file_that_was_read_is_named_for_cargo() {
    let folder = folder(&[
        ("curation.yaml", b"document: api/openapi.yaml\n"),
        ("api/openapi.yaml", b"a: {$ref: ./s/a.yaml}\nb: {$ref: s/bad.yaml}\n"),
        ("api/s/a.yaml", b"a: 1\n"),
        ("api/s/bad.yaml", b"a: [\n"),
    ]);
    let (documents, _) = run_in(folder.path());
    let paths: Vec<_> = documents.sources.iter().map(|source| source.path.as_path()).collect();
    let expected = ["curation.yaml", "api/openapi.yaml", "api/s/a.yaml", "api/s/bad.yaml"];
    assert_eq!(paths, expected.map(|name| folder.path().join(name)));
}

#[test]
fn a_base_folder_may_hold_more_than_the_document() {
    fn texts(manifest: &str) -> [(&str, &str); 4] {
        [
            ("m/curation.yaml", manifest),
            ("m/api/spec/openapi.yaml", "a: {$ref: ../common/a.yaml}\nb: {$ref: ../../../secret.yaml}\n"),
            ("m/api/common/a.yaml", "a: {$ref: ../spec/openapi.yaml}\n"),
            ("secret.yaml", "a: 1\n"),
        ]
    }
    let mut sink = Sink::default();
    let documents = named_texts(&texts("document: {path: api/spec/openapi.yaml, base: ./api}\n"), &mut sink);
    assert_eq!(sink.faults(), []);
    assert_eq!(names(&documents), ["api/spec/openapi.yaml", "api/common/a.yaml"]);
    assert!(refused(&documents, "../../../secret.yaml").what.contains("the base folder"));

    for (base, code) in [
        ("api/common", "outside-base"),
        ("'7'", "outside-base"),
        ("''", "wrong-type"),
        ("https://a/b", "remote-document"),
    ] {
        let mut sink = Sink::default();
        let manifest = format!("document: {{path: api/spec/openapi.yaml, base: {base}}}\n");
        named_texts(&texts(&manifest), &mut sink);
        let [fault] = sink.faults() else { panic!("{base}: {:#?}", sink.faults()) };
        assert_eq!((fault.code.0, fault.place.as_ref().unwrap().pointer.as_str()), (code, "/document/base"));
    }
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    fn with_links(link: impl Fn(&Path), document: &str) -> Documents {
        let folder = folder(&[
            ("curation.yaml", b"document: api/openapi.yaml\n"),
            ("api/openapi.yaml", document.as_bytes()),
            ("api/in/part.yaml", b"a: {$ref: beside.yaml}\n"),
            ("api/beside.yaml", b"a: 1\n"),
            ("secret.yaml", b"a: 1\n"),
        ]);
        link(folder.path());
        let (documents, faults) = run_in(folder.path());
        assert_eq!(faults, []);
        documents
    }

    #[test]
    fn a_link_out_of_the_folder_is_refused() {
        let link = |folder: &Path| {
            symlink("../secret.yaml", folder.join("api/file.yaml")).unwrap();
            symlink(folder, folder.join("api/up")).unwrap();
            symlink("loop.yaml", folder.join("api/loop.yaml")).unwrap();
        };
        let documents = with_links(
            link,
            "a: [{$ref: file.yaml}, {$ref: up/secret.yaml}, {$ref: loop.yaml}, {$ref: up/non.yaml}]\n",
        );
        assert_eq!(documents.sources.len(), 2);
        assert_eq!(refused(&documents, "file.yaml").code.0, "outside-reference");
        assert_eq!(refused(&documents, "up/secret.yaml").code.0, "outside-reference");
        assert_eq!(refused(&documents, "loop.yaml").code.0, "unreadable-file");
        assert_eq!(refused(&documents, "up/non.yaml").instead, "a path relative to the file that refers");
    }

    #[test]
    fn a_link_inside_the_folder_is_the_file_it_leads_to() {
        let link = |folder: &Path| symlink("in/part.yaml", folder.join("api/link.yaml")).unwrap();
        let documents = with_links(link, "a: {$ref: link.yaml}\nb: {$ref: in/part.yaml}\n");
        assert_eq!(names(&documents), ["api/openapi.yaml", "api/link.yaml", "api/beside.yaml"]);
        assert_eq!(linked(&documents, "link.yaml"), linked(&documents, "in/part.yaml"));
    }

    #[test]
    fn a_document_may_itself_be_a_link() {
        let folder = folder(&[
            ("curation.yaml", b"document: api/openapi.yaml\n"),
            ("store/openapi.yaml", b"a: {$ref: part.yaml}\n"),
            ("api/part.yaml", b"a: {$ref: openapi.yaml}\n"),
        ]);
        symlink("../store/openapi.yaml", folder.path().join("api/openapi.yaml")).unwrap();
        let (documents, faults) = run_in(folder.path());
        assert_eq!(faults, []);
        assert_eq!(names(&documents), ["api/openapi.yaml", "api/part.yaml"]);
    }

    #[test]
    fn nobody_waits_for_a_pipe() {
        let folder = folder(&[
            ("curation.yaml", b"document: openapi.yaml\n"),
            ("openapi.yaml", b"a: {$ref: pipe.yaml}\n"),
        ]);
        let pipe = folder.path().join("pipe.yaml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|made| made.success()) {
            let (documents, _) = run_in(folder.path());
            assert_eq!(refused(&documents, "pipe.yaml").code.0, "unreadable-file");
        }
        drop(fs::remove_file(pipe));
    }
}
