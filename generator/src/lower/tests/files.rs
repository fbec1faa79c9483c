//! Documents of several files → the operations and schemas that are read from them.

use std::rc::Rc;

use serde_json::{Value, json};

use crate::diagnostics::{FileId, Place, Sink, line};
use crate::load::{Documents, named_texts};
use crate::lower::{self, Api};

/// Reads a document and its parts; a warning is none of the faults.
fn read(document: &str, parts: &[(&str, &str)]) -> (Rc<Documents>, Api) {
    let mut texts = vec![("curation.yaml", "document: openapi.yaml\n"), ("openapi.yaml", document)];
    texts.extend(parts);
    let mut sink = Sink::default();
    let documents = Rc::new(named_texts(&texts, &mut sink));
    let api = lower::api(Rc::clone(&documents), &mut sink).unwrap();
    assert!(!sink.failed(), "{:?}", sink.faults());
    (documents, api)
}

fn ids(api: &Api) -> Vec<&str> {
    api.operations.iter().map(|operation| operation.id.as_str()).collect()
}

/// The lowered schema of the body of an operation.
fn body(api: &Api, operation: usize) -> Value {
    let body = api.operations[operation].body.as_ref().unwrap();
    api.schemas.at(body.media[0].schema.as_ref().unwrap()).unwrap().as_ref().clone()
}

/// An operation whose body is a reference to a schema.
fn with_body(reference: &str) -> String {
    let schema = json!({"$ref": reference});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    json!({"openapi": "3.1.0", "paths": {"/a": {"post": {"requestBody": body}}}}).to_string()
}

#[test]
fn every_part_of_an_operation_may_stand_in_another_file() {
    let (_, api) = read(
        "openapi: 3.1.0\npaths:\n  /a/{id}: {$ref: paths/a.yaml}\n  /b: {get: {$ref: 'paths/a.yaml#/x-more/b'}}\n  /c: {$ref: 'paths/all.json#/~1c~1%7Bid%7D'}\n  /e: {$ref: 'paths/e.yaml#/'}\n",
        &[
            (
                "paths/a.yaml",
                "parameters: [{$ref: ../parameters.yaml#/id}]\npost:\n  operationId: a\n  requestBody: {$ref: ../body.yaml}\n  responses: {default: {$ref: ../responses.yaml#/default}}\nx-more:\n  b: {operationId: b, parameters: [{$ref: '#/post/requestBody/none'}, {$ref: ../parameters.yaml#/id}]}\n",
            ),
            ("paths/all.json", r#"{"/c/{id}": {"get": {"operationId": "c"}, "put": {"operationId": "d"}}}"#),
            ("paths/e.yaml", "get: {operationId: e}\n"),
            ("parameters.yaml", "id: {name: id, in: path, schema: {type: integer}}\n"),
            ("body.yaml", "content: {text/plain: {schema: {$ref: text.yaml}}}\n"),
            (
                "responses.yaml",
                "default: {description: Wrong., content: {text/plain: {schema: {$ref: text.yaml}}}}\n",
            ),
            ("text.yaml", "type: string\n"),
        ],
    );
    assert_eq!(ids(&api), ["a", "c", "d", "e"]);
    let a = &api.operations[0];
    assert_eq!((a.parameters[0].name.as_str(), a.responses[0].description.as_str()), ("id", "Wrong."));
    assert_eq!(
        *api.schemas.at(a.parameters[0].schema.as_ref().unwrap()).unwrap(),
        json!({"type": "integer"})
    );
    assert_eq!(body(&api, 0), json!({"$ref": "#/$defs/text"}));
    let unreadable = &api.unreadable[0];
    assert_eq!((unreadable.id.as_str(), unreadable.fault.code.0), ("GET /b", "dangling-reference"));
}

#[test]
fn a_reference_is_relative_to_its_own_file() {
    let (_, api) = read(
        &with_body("schemas/pet.yaml#/Pet"),
        &[
            (
                "schemas/pet.yaml",
                "Pet: {properties: {tag: {$ref: '#/Tag'}, owner: {$ref: deep/owner.yaml}, up: {$ref: ../top.yaml}, same: {$ref: pet.yaml#/Tag}}}\nTag: {type: string}\n",
            ),
            ("schemas/deep/owner.yaml", "items: {$ref: ../pet.yaml#/Pet}\n"),
            (
                "top.yaml",
                "properties: {back: {$ref: 'openapi.yaml#/paths/~1a/post/requestBody/content/application~1json/schema'}}\n",
            ),
        ],
    );
    assert_eq!(body(&api, 0), json!({"$ref": "#/$defs/pet.Pet"}));
    let pet = api.schemas.definition("pet.Pet").unwrap();
    assert_eq!(
        *pet,
        json!({"properties": {
            "tag": {"$ref": "#/$defs/pet.Tag"},
            "owner": {"$ref": "#/$defs/owner"},
            "up": {"$ref": "#/$defs/top"},
            "same": {"$ref": "#/$defs/pet.Tag"},
        }})
    );
    assert_eq!(*api.schemas.definition("owner").unwrap(), json!({"items": {"$ref": "#/$defs/pet.Pet"}}));
    let top = api.schemas.definition("top").unwrap();
    let key = top["properties"]["back"]["$ref"].as_str().unwrap().trim_start_matches("#/$defs/");
    assert_eq!(*api.schemas.definition(key).unwrap(), json!({"$ref": "#/$defs/pet.Pet"}));
}

#[test]
fn circles_over_files_stay_references() {
    let parts = [("a.yaml", "items: {$ref: b.yaml}\n"), ("b.yaml", "items: {$ref: a.yaml}\n")];
    let (_, api) = read(&with_body("a.yaml"), &parts);
    assert_eq!(body(&api, 0), json!({"$ref": "#/$defs/a"}));
    assert_eq!(*api.schemas.definition("a").unwrap(), json!({"items": {"$ref": "#/$defs/b"}}));
    assert_eq!(*api.schemas.definition("b").unwrap(), json!({"items": {"$ref": "#/$defs/a"}}));
}

#[test]
fn a_circle_of_path_items_over_files_is_a_warning() {
    let (_, api) = read(
        "openapi: 3.1.0\npaths: {/a: {$ref: a.yaml}, /b: {get: {}}}\n",
        &[("a.yaml", "$ref: b.yaml\n"), ("b.yaml", "$ref: a.yaml\n")],
    );
    assert_eq!(ids(&api), ["GET /b"]);
}

#[test]
fn definitions_of_other_files_have_short_names_of_their_own() {
    let names = [
        "a/pet.yaml",
        "b/pet.yaml",
        "own.yaml",
        "odd name.yaml",
        "defs.json#/definitions/X",
        "defs.json#/a/b",
    ];
    let items: Vec<_> = names.map(|name| json!({"$ref": name})).to_vec();
    let body = json!({"content": {"application/json": {"schema": {"oneOf": items}}}});
    let document = json!({
        "openapi": "3.1.0",
        "paths": {"/a": {"post": {"requestBody": body}}},
        "components": {"schemas": {"own": {"type": "string"}}},
    });
    let parts = [
        ("a/pet.yaml", "a: 1\n"),
        ("b/pet.yaml", "a: 1\n"),
        ("own.yaml", "type: integer\n"),
        ("odd name.yaml", "a: 1\n"),
        ("defs.json", r#"{"definitions": {"X": {}}, "a": {"b": {}}}"#),
    ];
    let keys = || {
        let (_, api) = read(&document.to_string(), &parts);
        let schema = self::body(&api, 0);
        let items = schema["oneOf"].as_array().unwrap().iter();
        items
            .map(|item| item["$ref"].as_str().unwrap().trim_start_matches("#/$defs/").to_owned())
            .collect::<Vec<_>>()
    };
    let keys_now = keys();
    assert_eq!(keys_now[..2], ["a_pet", "b_pet"]);
    assert_eq!(keys_now[3..5], ["odd_name", "defs.X"]);
    assert!(keys_now[2].starts_with("own:") && keys_now[5].starts_with("a_b:"), "{keys_now:?}");
    assert_eq!(keys_now, keys());
}

#[test]
fn a_mapping_names_files_and_the_schemas_of_the_document() {
    let part = "oneOf: [{$ref: cat.yaml}]\ndiscriminator: {propertyName: kind, mapping: {cat: cat.yaml, lynx: ./lynx.yaml, dog: Dog, cow: Cow}}\n";
    let mut document: Value = serde_json::from_str(&with_body("parts/pet.yaml")).unwrap();
    document["components"] = json!({"schemas": {"Dog": {"type": "object"}}});
    let parts = [
        ("parts/pet.yaml", part),
        ("parts/cat.yaml", "a: 1\n"),
        ("parts/lynx.yaml", "properties: {a: {$ref: cat.yaml}}\n"),
    ];
    let (_, api) = read(&document.to_string(), &parts);
    body(&api, 0);
    let mapping = &api.schemas.definition("pet").unwrap()["discriminator"]["mapping"];
    assert_eq!(*mapping, json!({"cat": "#/$defs/cat", "lynx": "#/$defs/lynx", "dog": "#/$defs/Dog"}));
    assert!(api.schemas.definition("lynx").is_ok());
}

#[test]
fn what_is_wrong_with_a_file_is_told_where_it_is_needed() {
    let (documents, api) = read(
        "openapi: 3.1.0\npaths:\n  /a: {get: {parameters: [{$ref: p.yaml#/idd}]}}\n  /b: {get: {parameters: [{$ref: bad.yaml#/id}]}}\n  /c: {get: {parameters: [{$ref: ../up.yaml}]}}\n  /d: {get: {}}\n",
        &[("p.yaml", "id: {name: id, in: query}\n"), ("bad.yaml", "id: 1\nid: 2\n")],
    );
    assert_eq!(ids(&api), ["GET /d"]);
    let faults: Vec<_> = api.unreadable.iter().map(|operation| operation.fault.clone()).collect();
    let lines: Vec<_> = line::lines(&faults, &documents).into_iter().map(|line| line.text).collect();
    assert_eq!(
        lines,
        [
            "dangling-reference openapi.yaml:3:34: `$ref` to `p.yaml#/idd` leads nowhere; instead: `p.yaml#/id`",
            "duplicate-key openapi.yaml:4:34: `$ref` to `bad.yaml`: `bad.yaml` cannot be used: the key `id` is there twice; instead: keep one of the two",
            "outside-reference openapi.yaml:5:34: `$ref` to `../up.yaml` leads out of the folder of the document; instead: copy the file into that folder, or name a folder that holds both in the manifest: `document: { path: …, base: .. }`",
        ]
    );
}

#[test]
fn a_fault_in_a_file_has_its_place_there() {
    let (documents, api) = read(&with_body("a.yaml"), &[("a.yaml", "properties:\n  b:\n    $ref: c.yaml\n")]);
    body(&api, 0);
    let fault = api.schemas.at(&Place::new(FileId(2), Default::default())).unwrap_err();
    let lines = line::lines(&[fault], &documents);
    assert!(lines[0].text.starts_with("missing-file a.yaml:3:11: `$ref` to `c.yaml`"), "{}", lines[0].text);
}
