//! Trees that are no documents: every node of one replaced by what does not belong there.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;

use serde_json::{Value, json};

use super::seeds;
use crate::diagnostics::{Place, Sink};
use crate::load::{Documents, Source};
use crate::lower::{self, Api};

fn intruders() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(-1.5),
        json!("x"),
        json!(""),
        json!("{"),
        json!([]),
        json!([null]),
        json!({}),
        json!({"": 5}),
        json!({"$ref": "#"}),
        json!({"$ref": 5}),
        json!({"$ref": "#/paths/~1a~1%7Bid%7D/post"}),
        json!({"$ref": "#/components/schemas/S/properties/self"}),
        json!({"$ref": "#/%FF/~2"}),
        json!({"$ref": "#/definitions/S"}),
        json!({"type": "array", "items": {"type": "file"}}),
        json!([{"name": "f", "in": "formData", "schema": {"$ref": "#/definitions/S"}}]),
        json!({"$dynamicRef": "#x"}),
    ]
}

fn read(tree: Value) -> Option<Api> {
    let source =
        |tree| Source { name: "openapi.yaml".into(), path: PathBuf::new(), text: String::new(), tree };
    let documents = Documents { sources: vec![source(Value::Null), source(tree)], ..Documents::default() };
    lower::api(Rc::new(documents), &mut Sink::default())
}

/// Asks for every schema of every operation and for all that these refer to; gives how many there were.
fn force(api: &Api) -> usize {
    let mut queue: Vec<String> = Vec::new();
    for operation in &api.operations {
        let parameters = operation.parameters.iter().filter_map(|parameter| parameter.schema.as_ref());
        let bodies = operation.body.iter().flat_map(|body| &body.media);
        let media = bodies.chain(operation.responses.iter().flat_map(|response| &response.media));
        let places: Vec<&Place> = parameters.chain(media.filter_map(|media| media.schema.as_ref())).collect();
        for schema in places.into_iter().filter_map(|place| api.schemas.at(place).ok()) {
            references(&schema, &mut queue);
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(key) = queue.pop() {
        if seen.insert(key.clone())
            && let Ok(schema) = api.schemas.definition(&key)
        {
            references(&schema, &mut queue);
        }
    }
    seen.len()
}

fn references(schema: &Value, keys: &mut Vec<String>) {
    match schema {
        Value::Object(members) => members.values().for_each(|member| references(member, keys)),
        Value::Array(items) => items.iter().for_each(|item| references(item, keys)),
        Value::String(text) => keys.extend(text.strip_prefix("#/$defs/").map(str::to_owned)),
        _ => {}
    }
}

/// The pointer of every node below a value.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => members.iter().for_each(|(key, member)| {
            pointers(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), all);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), all));
        }
        _ => {}
    }
}

/// Puts each intruder in the place of each node of a document, and reads what comes out. Nothing but the document as a
/// whole and the path itself loses `/safe`.
fn intrude(seed: &str) {
    let seed: Value = serde_json::from_str(seed).unwrap();
    let mut all = Vec::new();
    pointers(&seed, "", &mut all);
    for pointer in &all {
        for intruder in intruders() {
            let mut tree = seed.clone();
            *tree.pointer_mut(pointer).unwrap() = intruder.clone();
            let api = read(tree);
            if let Some(api) = &api {
                force(api);
            }
            let lost = ["", "/openapi", "/swagger", "/paths"].contains(&pointer.as_str())
                || pointer.starts_with("/paths/~1safe");
            let safe =
                api.is_some_and(|api| api.operations.iter().any(|operation| operation.path == "/safe"));
            assert!(safe || lost, "{pointer} {intruder}");
        }
    }
}

/// The operations that are read, those that are not, and the definitions that all of their schemas refer to.
fn counts(seed: &str) -> (usize, usize, usize) {
    let whole = read(serde_json::from_str(seed).unwrap()).unwrap();
    (whole.operations.len(), whole.unreadable.len(), force(&whole))
}

#[test]
fn nothing_in_place_of_any_node_loses_the_other_operations() {
    assert_eq!(counts(seeds::V30), (3, 0, 2));
    intrude(seeds::V30);
}

#[test]
fn nothing_in_place_of_any_node_of_2_0_loses_the_other_operations() {
    assert_eq!(counts(seeds::V20), (4, 0, 2));
    intrude(seeds::V20);
}

#[test]
fn nothing_in_place_of_any_node_of_3_2_loses_the_other_operations() {
    assert_eq!(counts(seeds::V32), (5, 0, 2));
    intrude(seeds::V32);
}

#[test]
fn references_that_double_thirty_times_are_lowered_once_each() {
    let mut schemas = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({"$ref": format!("#/components/schemas/L{}", level + 1)});
        schemas.insert(format!("L{level}"), json!({"properties": {"a": next, "b": next}}));
    }
    schemas.insert("L30".to_owned(), json!({"type": "string"}));
    let body = json!({"content": {"application/json": {"schema": {"$ref": "#/components/schemas/L0"}}}});
    let tree = json!({
        "openapi": "3.1.0", "paths": {"/a": {"post": {"requestBody": body}}}, "components": {"schemas": schemas}
    });
    assert_eq!(force(&read(tree).unwrap()), 31);
}

#[test]
fn path_items_that_refer_to_each_other_have_the_methods_on_the_way() {
    let tree = json!({
        "openapi": "3.1.0",
        "paths": {"/a": {"$ref": "#/paths/~1b"}, "/b": {"$ref": "#/paths/~1a", "get": {}}, "/c": {"get": {}}}
    });
    let api = read(tree).unwrap();
    let paths: Vec<_> = api.operations.iter().map(|operation| operation.path.as_str()).collect();
    assert_eq!(paths, ["/a", "/b", "/c"]);
}

#[test]
fn a_schema_nested_without_end_is_refused() {
    let mut schema = json!({});
    for _ in 0..400 {
        schema = json!({"not": schema});
    }
    let tree = json!({
        "openapi": "3.1.0",
        "paths": {"/a": {"get": {"parameters": [{"name": "q", "in": "query", "schema": schema}]}}}
    });
    let api = read(tree).unwrap();
    let place = api.operations[0].parameters[0].schema.clone().unwrap();
    assert_eq!(api.schemas.at(&place).unwrap_err().code.0, "too-deep");
}
