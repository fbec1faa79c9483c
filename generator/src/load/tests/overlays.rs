//! Overlays → the document as they leave it, and what is wrong with them.

use serde_json::{Value, json};

use crate::diagnostics::{Fault, Level, Place, Pointer, Sink, line};
use crate::load::{Documents, named_texts};

const MANIFEST: &str = "document: {path: openapi.yaml, overlays: [o.yaml]}\n";

const DOCUMENT: &str = "\
openapi: 3.1.0
info: {title: Shop, x-logo: {url: a}}
paths:
  /pets:
    get:
      tags: [a, b]
      parameters:
        - {name: limit, in: query}
        - {name: id, in: header}
        - {name: limit, in: header}
    post: {x-internal: true, responses: {'200': {description: ok}}}
  /owners:
    get: {deprecated: true, parameters: [{name: id, in: query}]}
  /files: {$ref: files.yaml}
";

fn load(overlays: &[(&str, &str)]) -> (Documents, Vec<Fault>) {
    let names: Vec<_> = overlays.iter().map(|(name, _)| *name).collect();
    let manifest = format!("document: {{path: openapi.yaml, overlays: [{}]}}\n", names.join(", "));
    let mut texts = vec![("curation.yaml", manifest.as_str()), ("openapi.yaml", DOCUMENT)];
    texts.extend(overlays);
    let mut sink = Sink::default();
    let documents = named_texts(&texts, &mut sink);
    (documents, sink.into_faults())
}

fn with_actions(actions: &str) -> String {
    format!("overlay: 1.0.0\ninfo: {{title: Repairs, version: '1'}}\nactions:\n{actions}")
}

/// The document after these actions.
fn overlaid(actions: &str) -> Value {
    let (documents, faults) = load(&[("o.yaml", &with_actions(actions))]);
    assert_eq!(faults, [], "{actions}");
    documents.source(Documents::DOCUMENT).unwrap().tree.clone()
}

/// The only fault of an overlay, and it as a line.
fn refused(overlay: &str) -> (Fault, String) {
    let (documents, faults) = load(&[("o.yaml", overlay)]);
    let [fault] = faults.as_slice() else { panic!("{overlay}\n{faults:#?}") };
    (fault.clone(), line::lines(&faults, &documents).remove(0).text)
}

fn code(overlay: &str) -> (&'static str, String) {
    let (fault, _) = refused(overlay);
    (fault.code.0, fault.place.unwrap().pointer.to_string())
}

#[test]
fn mappings_are_merged_key_by_key_and_lists_at_their_end() {
    let tree = overlaid(
        "- target: $.paths['/pets'].get\n  update: {operationId: list, tags: [c], parameters: [{name: new, in: query}], x-a: {b: {c: 1}}}\n- target: $.info\n  update: {title: Store, x-logo: {alt: b}}\n",
    );
    let get = &tree["paths"]["/pets"]["get"];
    assert_eq!(get["tags"], json!(["a", "b", "c"]));
    assert_eq!((&get["operationId"], &get["parameters"][3]["name"]), (&json!("list"), &json!("new")));
    assert_eq!((&get["parameters"][0]["name"], &get["x-a"]["b"]["c"]), (&json!("limit"), &json!(1)));
    assert_eq!(tree["info"], json!({"title": "Store", "x-logo": {"url": "a", "alt": "b"}}));
}

#[test]
fn a_list_takes_one_item_or_several() {
    let tree = overlaid(
        "- {target: \"$.paths['/owners'].get.parameters\", update: {name: a, in: query}}\n- {target: \"$.paths['/pets'].get.tags\", update: [c, d]}\n- {target: \"$.paths['/pets'].get.tags\", update: e}\n",
    );
    assert_eq!(tree["paths"]["/owners"]["get"]["parameters"][1], json!({"name": "a", "in": "query"}));
    assert_eq!(tree["paths"]["/pets"]["get"]["tags"], json!(["a", "b", "c", "d", "e"]));
}

#[test]
fn a_value_without_parts_is_replaced() {
    let tree = overlaid(
        "- {target: $.info.title, update: Store}\n- {target: $.info, update: {x-logo: {url: {a: 1}}}}\n",
    );
    assert_eq!(tree["info"], json!({"title": "Store", "x-logo": {"url": {"a": 1}}}));
}

#[test]
fn what_is_removed_is_gone_and_may_be_written_anew() {
    let tree = overlaid(
        "- {target: \"$.paths['/pets'].get.parameters[?@.name == 'limit']\", remove: true}\n- {target: $.paths.*.*.deprecated, remove: true}\n- {target: $.info.x-logo, remove: true}\n- {target: $.info, update: {x-logo: {alt: b}}}\n- {target: \"$.paths['/files']\", remove: true}\n",
    );
    assert_eq!(tree["paths"]["/pets"]["get"]["parameters"], json!([{"name": "id", "in": "header"}]));
    assert_eq!(tree["paths"]["/owners"]["get"].as_object().unwrap().len(), 1);
    assert_eq!(tree["info"]["x-logo"], json!({"alt": "b"}));
    assert_eq!(tree["paths"].as_object().unwrap().keys().collect::<Vec<_>>(), ["/pets", "/owners"]);
}

#[test]
fn nodes_in_nodes_are_removed_together() {
    let tree = overlaid("- {target: \"$..[?@.name || @ == 'a' || @.get]\", remove: true}\n");
    assert_eq!(tree["paths"].as_object().unwrap().len(), 1);
    let tree =
        overlaid("- {target: \"$.paths['/pets'].get['tags', 'parameters'][0, 2, 1]\", remove: true}\n");
    assert_eq!(tree["paths"]["/pets"]["get"], json!({"tags": [], "parameters": []}));
}

#[test]
fn actions_and_overlays_follow_each_other() {
    let one = with_actions("- {target: $.info, update: {a: {b: 1}}}\n- {target: $.info.a, update: {c: 1}}\n");
    let two = with_actions("- {target: $.info.a.c, remove: true}\n- {target: $.info, update: {a: {b: 2}}}\n");
    let (documents, faults) = load(&[("one.yaml", &one), ("two.yaml", &two)]);
    assert_eq!(faults, []);
    assert_eq!(documents.sources[1].tree["info"]["a"], json!({"b": 2}));
    let names: Vec<_> = documents.sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["curation.yaml", "openapi.yaml", "one.yaml", "two.yaml"]);
}

#[test]
fn references_that_an_overlay_writes_are_followed() {
    let overlay = with_actions(
        "- {target: $.info, update: {a: {$ref: part.yaml}}}\n- {target: \"$.paths['/files']\", remove: true}\n",
    );
    let (documents, faults) = load(&[("o.yaml", &overlay)]);
    assert_eq!(faults, []);
    assert!(documents.linked(Documents::DOCUMENT, "part.yaml").unwrap().is_err());
    assert!(documents.linked(Documents::DOCUMENT, "files.yaml").is_none());
}

#[test]
fn an_overlay_may_be_json_and_have_extensions() {
    let overlay = r#"{"overlay": "1.1.0", "x-a": 1, "extends": "./openapi.yaml",
        "actions": [{"target": "$.info", "update": {"a": 1}, "x-b": 2, "description": "c"}]}"#;
    let (documents, faults) = load(&[("o.json", overlay)]);
    assert_eq!(faults, []);
    assert_eq!(documents.sources[1].tree["info"]["a"], json!(1));
}

#[test]
fn a_target_that_matches_nothing_is_told_with_what_is_there() {
    for (target, says, instead) in [
        ("$.path", "`$` is there, and nothing in it fits `.path`", "`$.paths`"),
        (
            "$.paths['/pet'].get",
            "`$.paths` is there, and nothing in it fits `['/pet']`",
            "`$.paths['/pets'].get`",
        ),
        ("$.paths['/pets'].gett", "fits `.gett`", "`$.paths['/pets'].get`"),
        (
            "$.paths.*.get.parameters[?@.name == 'x']",
            "`$.paths.*.get.parameters` is there",
            "leave the action out",
        ),
        ("$.paths['/pets'].get.tags[7]", "fits `[7]`", "leave the action out"),
        ("$.paths['/files'].get", "fits `.get`", "`$ref`"),
        ("$..nothing", "`$` is there", "leave the action out"),
    ] {
        let (fault, text) = refused(&with_actions(&format!("- target: {}\n  remove: true\n", json!(target))));
        assert_eq!(fault.code.0, "overlay-without-match");
        assert!(text.starts_with("overlay-without-match o.yaml:4:11:"), "{text}");
        assert!(fault.what.contains(says) && fault.instead.contains(instead), "{fault}");
    }
}

#[test]
fn an_overlay_says_only_what_is_read() {
    let actions = "- {target: $.info, update: {a: 1}}\n";
    for (overlay, expected, at) in [
        ("a: 1\n".to_owned(), "not-an-overlay", ""),
        ("openapi: 3.1.0\n".to_owned(), "not-an-overlay", ""),
        (format!("overlay: 2.0.0\nactions:\n{actions}"), "unsupported-version", "/overlay"),
        (format!("overlay: 1.2.0\nactions:\n{actions}"), "unsupported-version", "/overlay"),
        ("overlay: 1.0.0\n".to_owned(), "missing-key", ""),
        ("overlay: 1.0.0\nactions: []\n".to_owned(), "wrong-type", "/actions"),
        ("overlay: 1.0.0\nactions: {}\n".to_owned(), "wrong-type", "/actions"),
        (format!("overlay: 1.0.0\naction: 1\nactions:\n{actions}"), "unknown-key", "/action"),
        (with_actions("- 7\n"), "wrong-type", "/actions/0"),
        (with_actions("- {update: {a: 1}}\n"), "missing-key", "/actions/0"),
        (with_actions("- {target: 7, update: {a: 1}}\n"), "wrong-type", "/actions/0/target"),
        (with_actions("- {target: $.info}\n"), "missing-key", "/actions/0"),
        (with_actions("- {target: $.info, remove: false}\n"), "missing-key", "/actions/0"),
        (with_actions("- {target: $.info, remove: yes}\n"), "wrong-type", "/actions/0/remove"),
        (with_actions("- {target: $.info, updates: 1, remove: true}\n"), "unknown-key", "/actions/0/updates"),
        (with_actions("- {target: $.info, copy: $.paths}\n"), "not-built-yet", "/actions/0/copy"),
        (with_actions("- {target: $, remove: true}\n"), "bad-target", "/actions/0/target"),
        (with_actions("- {target: info, remove: true}\n"), "bad-target", "/actions/0/target"),
        (with_actions("- {target: $.info, update: text}\n"), "overlay-mismatch", "/actions/0/update"),
        (
            with_actions("- {target: $.info, update: {x-logo: 7}}\n"),
            "overlay-mismatch",
            "/actions/0/update/x-logo",
        ),
        (with_actions("- {target: $, update: {info: }}\n"), "overlay-mismatch", "/actions/0/update/info"),
        (
            with_actions("- {target: \"$.paths['/pets'].get\", update: {tags: a}}\n"),
            "overlay-mismatch",
            "/actions/0/update/tags",
        ),
    ] {
        assert_eq!(code(&overlay), (expected, at.to_owned()), "{overlay}");
    }
}

#[test]
fn what_does_nothing_or_is_for_another_document_is_a_warning() {
    for (overlay, expected) in [
        (with_actions("- {target: $.info.title, remove: true, update: 1}\n"), "unused-update"),
        (
            format!("extends: other.yaml\n{}", with_actions("- {target: $.info.title, remove: true}\n")),
            "other-document",
        ),
    ] {
        let (fault, _) = refused(&overlay);
        assert_eq!((fault.code.0, fault.level), (expected, Level::Warning));
    }
    let elsewhere = format!(
        "extends: https://example.com/a.yaml\n{}",
        with_actions("- {target: $.info.title, remove: true}\n")
    );
    assert_eq!(load(&[("o.yaml", &elsewhere)]).1, []);
}

#[test]
fn one_run_tells_the_faults_of_every_action() {
    let overlay = with_actions(
        "- {target: $.inf, remove: true}\n- {target: '$[', remove: true}\n- {target: $.info, update: {a: 1}}\n- {target: $.a, remove: true}\n",
    );
    let (documents, faults) = load(&[("o.yaml", &overlay)]);
    assert_eq!(
        faults.iter().map(|fault| fault.code.0).collect::<Vec<_>>(),
        ["overlay-without-match", "bad-target", "overlay-without-match"]
    );
    assert_eq!(documents.sources[1].tree["info"]["a"], json!(1));
}

#[test]
fn targets_are_bounded() {
    for target in [
        format!("$[?{}@.a{}]", "(".repeat(1_000), ")".repeat(1_000)),
        format!("$[?{}@.a]", "!".repeat(1_000)),
        format!("${}", "[?@".repeat(1_000)),
        format!("$.{}", "a".repeat(100_000)),
    ] {
        assert_eq!(code(&with_actions(&format!("- {{target: '{target}', remove: true}}\n"))).0, "bad-target");
    }
}

#[test]
fn a_document_cannot_grow_without_end() {
    let grow = "- {target: $..a, update: {a: {}, b: {a: {}}}}\n".repeat(40);
    let (_, faults) =
        load(&[("o.yaml", &with_actions(&format!("- {{target: $, update: {{a: {{}}}}}}\n{grow}")))]);
    assert!(faults.iter().all(|fault| fault.code.0 == "overlay-too-large"), "{faults:#?}");
    assert!(!faults.is_empty());
}

#[test]
fn a_document_cannot_be_nested_ever_deeper() {
    let action = |from: usize| {
        let value = format!("{}{{}}{}", "{a: ".repeat(60), "}".repeat(60));
        format!("- {{target: '${}', update: {value}}}\n", ".a".repeat(from))
    };
    let (_, faults) = load(&[("o.yaml", &with_actions(&[0, 60].map(action).concat()))]);
    assert_eq!(faults, []);
    assert_eq!(
        code(&with_actions(&[0, 60, 120].map(action).concat())),
        ("too-deep", "/actions/2/update".to_owned())
    );
}

#[test]
fn what_an_overlay_wrote_has_its_place_in_the_overlay() {
    let overlay = with_actions(
        "- target: $.paths['/pets'].get.parameters[0]\n  remove: true\n- target: $.paths['/pets'].get\n  update:\n    parameters:\n      - {name: new}\n    x-new:\n      deep: [1, 2]\n- target: $.paths['/pets'].get.parameters[0]\n  remove: true\n",
    );
    let (documents, faults) = load(&[("o.yaml", &overlay)]);
    assert_eq!(faults, []);
    let at = |pointer: &str| {
        let fault = Fault::error("x", Place::new(Documents::DOCUMENT, Pointer::parse(pointer)), "y");
        line::lines(&[fault], &documents).remove(0).text
    };
    assert_eq!(
        documents.sources[1].tree["paths"]["/pets"]["get"]["parameters"],
        json!([{"name": "limit", "in": "header"}, {"name": "new"}])
    );
    assert_eq!(at("/paths/~1pets/get/parameters/0/name"), "x openapi.yaml:10:18: y");
    assert_eq!(at("/paths/~1pets/get/parameters/1/name"), "x o.yaml:9:16: y");
    assert_eq!(at("/paths/~1pets/get/x-new/deep/1"), "x o.yaml:11:17: y");
    assert_eq!(at("/paths/~1pets/get/tags/1"), "x openapi.yaml:6:17: y");
}

#[test]
fn the_manifest_names_overlays_as_a_list_of_paths() {
    for (document, expected, at) in [
        ("{path: openapi.yaml, overlays: o.yaml}", "wrong-type", "/document/overlays"),
        ("{path: openapi.yaml, overlays: [7]}", "wrong-type", "/document/overlays/0"),
        ("{path: openapi.yaml, overlays: [o.yaml, o.yaml]}", "duplicate-name", "/document/overlays/1"),
        ("{path: openapi.yaml, overlays: [p.yaml]}", "missing-file", "/document/overlays/0"),
        ("{path: openapi.yaml, overlays: ['https://a/b.yaml']}", "remote-document", "/document/overlays/0"),
        ("{path: openapi.yaml, overlay: [o.yaml]}", "unknown-key", "/document/overlay"),
        ("{overlays: [o.yaml]}", "missing-key", "/document"),
    ] {
        let manifest = format!("document: {document}\n");
        let overlay = with_actions("- {target: $.info, update: {a: 1}}\n");
        let mut sink = Sink::default();
        named_texts(
            &[("curation.yaml", &manifest), ("openapi.yaml", DOCUMENT), ("o.yaml", &overlay)],
            &mut sink,
        );
        let [fault] = sink.faults() else { panic!("{document} {:#?}", sink.faults()) };
        assert_eq!(
            (fault.code.0, fault.place.as_ref().unwrap().pointer.as_str()),
            (expected, at),
            "{document}"
        );
    }
    let mut sink = Sink::default();
    let documents = named_texts(
        &[("curation.yaml", MANIFEST), ("openapi.yaml", DOCUMENT), ("o.yaml", "overlay: [\n")],
        &mut sink,
    );
    assert_eq!(sink.faults()[0].code.0, "syntax");
    assert_eq!(documents.sources.len(), 3);
}
