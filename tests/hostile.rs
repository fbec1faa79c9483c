//! Hostile input ends with a fault or a clean surface: nothing escapes into code, nothing panics, nothing takes long.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fewtools_tests::bounded::within;
use fewtools_tests::generator::{self, Verdict};
use fewtools_tests::{fixtures, mutants, tokens};
use serde_json::json;

/// Longer than anything here takes in a debug build on a slow machine, and far shorter than what it would take without
/// bounds.
const SECONDS: u64 = 120;

/// A document whose one operation has this schema for a parameter, its body and its answer.
fn document(schema: &str, components: &str) -> String {
    format!(
        r##"{{"openapi":"3.1.0","info":{{"title":"x","version":"1"}},"servers":[{{"url":"https://x.example"}}],
"paths":{{"/x":{{"post":{{"operationId":"x",
"parameters":[{{"name":"p","in":"query","schema":{schema}}}],
"requestBody":{{"required":true,"content":{{"application/json":{{"schema":{schema}}}}}}},
"responses":{{"200":{{"description":"x","content":{{"application/json":{{"schema":{schema}}}}}}}}}}}}}}},
"components":{components}}}"##
    )
}

/// A manifest that uses it in every way.
const MANIFEST: &str = "curation: 1
server: { name: x, about: x }
document: x
budget: { listing: none, per_tool: none }
schema: { texts: document }
tools:
  open: { about: x, effect: read, call: x, result: All }
  bare: { about: x, args: [p, body], effect: read, call: x, rows: { pick: All } }
projections: { All: [a, b: a/b/a/b/a/b/a/b] }
";

fn judged(document: &str) -> Verdict {
    within(SECONDS, {
        let document = document.to_owned();
        move || generator::judge_and_emit(MANIFEST, &document)
    })
}

#[test]
fn hostile_words_emit_the_tokens_of_their_benign_twin() {
    let mut twins = 0;
    for case in fixtures::cases("hostile") {
        let benign = case.folder.join("benign").join("curation.yaml");
        if !benign.exists() {
            continue;
        }
        twins += 1;
        let (hostile, benign) = (emitted(&case.manifest()), emitted(&benign));
        assert!(hostile != benign, "{} is its own twin", case.name);
        let (hostile, benign) = (tokens::without_literals(&hostile), tokens::without_literals(&benign));
        let differs = hostile.iter().zip(&benign).position(|(hostile, benign)| hostile != benign);
        let around =
            differs.map(|at| hostile.iter().skip(at.saturating_sub(12)).take(20).collect::<Vec<_>>());
        assert!(hostile.len() == benign.len() && around.is_none(), "{}: {around:?}", case.name);
    }
    assert!(twins > 0);
}

fn emitted(manifest: &Path) -> String {
    generator::accept(manifest, |accepted| accepted.rust())
}

#[test]
fn hidden_characters_never_stand_bare_in_a_file_or_a_report() {
    let case = fixtures::folder("hostile/words/curation.yaml");
    let manifest = fs::read_to_string(&case).unwrap().replace("call: ", "call: no ");
    let document = fs::read_to_string(case.with_file_name("openapi.json")).unwrap();
    let report = generator::judge(&manifest, &document).report;
    assert!(report.contains("unknown-operation"), "{report}");
    for text in [emitted(&case), report] {
        let hides = |c: &char| {
            (c.is_control() && *c != '\n')
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
        };
        let hidden: Vec<char> = text.chars().filter(hides).collect();
        assert!(hidden.is_empty(), "{hidden:?}");
    }
}

#[test]
fn references_that_multiply_take_no_longer_than_they_are() {
    let levels = 30;
    for keyword in [
        r#""properties":{"a":R,"b":R}"#,
        r#""allOf":[R,R]"#,
        r#""oneOf":[R,R]"#,
        r#""anyOf":[{"not":R},R]"#,
        r#""items":R,"prefixItems":[R,R]"#,
        r#""additionalProperties":R,"patternProperties":{"x":R}"#,
    ] {
        let mut schemas = String::new();
        for level in 0..levels {
            let next = format!("{{\"$ref\":\"#/components/schemas/S{}\"}}", level + 1);
            write!(schemas, "\"S{level}\":{{{}}},", keyword.replace('R', &next)).unwrap();
        }
        write!(schemas, "\"S{levels}\":{{\"type\":\"string\"}}").unwrap();
        let document =
            document(r##"{"$ref":"#/components/schemas/S0"}"##, &format!("{{\"schemas\":{{{schemas}}}}}"));
        judged(&document);
    }
}

#[test]
fn a_schema_that_branches_into_itself_is_listed_less_deep() {
    let properties: Vec<String> =
        (0..60).map(|index| format!(r##""p{index}":{{"$ref":"#/components/schemas/A"}}"##)).collect();
    let components =
        format!(r#"{{"schemas":{{"A":{{"type":"object","properties":{{{}}}}}}}}}"#, properties.join(","));
    judged(&document(r##"{"$ref":"#/components/schemas/A"}"##, &components));
}

#[test]
fn references_that_lead_round_in_a_circle_end() {
    let to = |name: &str| format!("{{\"$ref\":\"#/components/schemas/{name}\"}}");
    let schemas = format!(
        r#"{{"schemas":{{"A":{},"B":{},"P":{{"properties":{{"a":{},"b":{}}}}},"L":{{"allOf":[{}]}},
"O":{{"oneOf":[{},{}]}},"I":{{"items":{}}},"N":{{"not":{}}},"M":{{"additionalProperties":{}}}}}}}"#,
        to("B"),
        to("A"),
        to("P"),
        to("I"),
        to("L"),
        to("O"),
        to("M"),
        to("I"),
        to("N"),
        to("P"),
    );
    for name in ["A", "P", "L", "O", "I", "N", "M"] {
        judged(&document(&to(name), &schemas));
    }
}

#[test]
fn circles_outside_schemas_are_faults_of_their_operation() {
    let parts = r##"{"parameters":{"p":{"$ref":"#/components/parameters/q"},"q":{"$ref":"#/components/parameters/p"}},
"requestBodies":{"b":{"$ref":"#/components/requestBodies/b"}},"responses":{"r":{"$ref":"#/components/responses/r"}},
"pathItems":{"i":{"$ref":"#/components/pathItems/i"}}}"##;
    for (from, to) in [
        (
            r#""parameters":[{"name":"p","in":"query","schema":{}}]"#,
            r##""parameters":[{"$ref":"#/components/parameters/p"}]"##,
        ),
        (
            r#""requestBody":{"required":true,"content":{"application/json":{"schema":{}}}}"#,
            r##""requestBody":{"$ref":"#/components/requestBodies/b"}"##,
        ),
        (
            r#""200":{"description":"x","content":{"application/json":{"schema":{}}}}"#,
            r##""200":{"$ref":"#/components/responses/r"}"##,
        ),
    ] {
        let whole = document("{}", parts);
        assert!(whole.contains(from));
        let verdict = judged(&whole.replace(from, to));
        assert!(verdict.codes.contains(&"unusable-operation"), "{to}: {:?}", verdict.codes);
    }
    let item =
        document("{}", parts).replace(r#""/x":{"#, r##""/y":{"$ref":"#/components/pathItems/i"},"/x":{"##);
    assert!(judged(&item).codes.contains(&"reference-loop"));
}

#[test]
fn numbers_out_of_every_range_are_read() {
    for number in [
        "1e999",
        "-1e999",
        "123456789012345678901234567890",
        "0.000000000000000000000000000000001",
        "-0",
        "1E-400",
    ] {
        for keyword in [
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "multipleOf",
            "maxLength",
            "minItems",
            "default",
            "const",
        ] {
            judged(&document(&format!("{{\"type\":[\"integer\",\"string\"],\"{keyword}\":{number}}}"), "{}"));
        }
        judged(&document(&format!("{{\"enum\":[{number},1]}}"), "{}"));
    }
}

#[test]
fn nesting_is_refused_before_the_stack_ends() {
    let levels = 200_000;
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"not\":", "}")] {
        let nested = format!("{}{{}}{}", open.repeat(levels), close.repeat(levels));
        let verdict = judged(&document(&nested, "{}"));
        assert!(verdict.codes.contains(&"too-deep"), "{open}: {:?}", verdict.codes);
    }
    let yaml = (0..levels).fold(String::from("a:\n"), |text, _| text + "- ");
    let verdict = judged(&yaml);
    assert!(!verdict.passed);
    let just_under = format!("{}{{}}{}", "{\"items\":".repeat(90), "}".repeat(90));
    judged(&document(&just_under, "{}"));
}

#[test]
fn aliases_that_multiply_are_refused() {
    let mut bomb = String::from("openapi: 3.1.0\nx0: &x0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n");
    for level in 1..12 {
        let before = format!("*x{}, ", level - 1).repeat(9);
        writeln!(bomb, "x{level}: &x{level} [{before}]").unwrap();
    }
    assert_eq!(judged(&bomb).codes, ["alias-expansion"]);
    let manifest = format!("curation: 1\n{}", &bomb["openapi: 3.1.0\n".len()..]);
    let verdict = within(SECONDS, move || generator::judge(&manifest, "openapi: 3.1.0\npaths: {}\n"));
    assert!(verdict.codes.contains(&"alias-expansion"), "{:?}", verdict.codes);
}

#[test]
fn files_beyond_every_bound_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let manifest = |document: &str| {
        let manifest = at("curation.yaml");
        fs::write(&manifest, MANIFEST.replace("document: x", &format!("document: {document}"))).unwrap();
        within(SECONDS, move || generator::check(&manifest, |_, faults| faults.codes()))
    };
    let large = fs::File::create(at("large.json")).unwrap();
    large.set_len(fewtools_build::load::MAX_BYTES + 1).unwrap();
    assert_eq!(manifest("large.json"), ["file-too-large"]);
    fs::write(at("many.json"), format!("{{\"x\":[0{}]}}", ",0".repeat(fewtools_build::load::MAX_NODES)))
        .unwrap();
    assert_eq!(manifest("many.json"), ["too-many-values"]);
    let files = fewtools_build::load::MAX_FILES + 2;
    let part = |index| format!("\"/{index}\":{{\"$ref\":\"part{index}.yaml\"}}");
    let paths: Vec<String> = (0..files).map(part).collect();
    (0..files).for_each(|index| fs::write(at(&format!("part{index}.yaml")), "get: {}\n").unwrap());
    fs::write(at("parts.json"), format!("{{\"openapi\":\"3.1.0\",\"paths\":{{{}}}}}", paths.join(",")))
        .unwrap();
    assert!(manifest("parts.json").contains(&"too-many-files"));
    let endless = Path::new("/dev/zero");
    if endless.exists() {
        assert_eq!(manifest("/dev/zero").len(), 1);
    }
}

#[test]
fn no_value_in_any_place_of_a_document_or_manifest_stops_the_generator() {
    for case in ["bodies", "projections", "failures", "types"] {
        let folder = fixtures::folder("accept").join(case);
        let manifest = mutants::read(&folder.join("curation.yaml"));
        let document = mutants::read(&folder.join("openapi.yaml"));
        within(2 * SECONDS, move || {
            for value in [json!(null), json!(7), json!([[]]), json!({"$ref": "#"})] {
                for mutant in mutants::of(&manifest, &value) {
                    generator::judge(&mutant, &document.to_string());
                }
                for mutant in mutants::of(&document, &value) {
                    generator::judge(&manifest.to_string(), &mutant);
                }
            }
        });
    }
}
