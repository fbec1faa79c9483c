//! Schemas as they are asked for: one dialect, references as keys.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use crate::diagnostics::{Fault, Place, Pointer, Sink};
use crate::load::{self, Documents};
use crate::lower::{self, Schemas};

/// The schemas of a document of this version with these components.
fn schemas(version: &str, components: Value) -> Schemas {
    let document = match version {
        "2.0" => json!({"swagger": version, "definitions": components}),
        version => json!({"openapi": version, "components": {"schemas": components}}),
    };
    let documents = load::texts("{}", &document.to_string(), &mut Sink::default());
    lower::api(Rc::new(documents), &mut Sink::default()).unwrap().schemas
}

fn place(pointer: &str) -> Place {
    Place::new(Documents::DOCUMENT, Pointer::parse(pointer))
}

fn lowered(version: &str, schema: Value) -> Result<Value, Fault> {
    let all = schemas(version, json!({"T": schema, "Other": {"type": "string"}}));
    all.at(&place("/components/schemas/T")).map(|schema| (*schema).clone())
}

/// What a schema of 3.0 becomes.
fn of_30(schema: Value) -> Value {
    lowered("3.0.3", schema).unwrap()
}

/// What a schema of 3.1 becomes.
fn of_31(schema: Value) -> Value {
    lowered("3.1.0", schema).unwrap()
}

#[test]
fn nullable_adds_null_to_what_the_schema_lists() {
    let null = json!({"type": "null"});
    let cases = [
        (json!({"type": "string", "nullable": true}), json!({"type": ["string", "null"]})),
        (json!({"type": "string", "nullable": false}), json!({"type": "string"})),
        (
            json!({"type": "string", "nullable": true, "enum": ["a"]}),
            json!({"type": ["string", "null"], "enum": ["a", null]}),
        ),
        (json!({"nullable": true, "enum": ["a", null]}), json!({"enum": ["a", null]})),
        (
            json!({"nullable": true, "anyOf": [{"type": "string"}]}),
            json!({"anyOf": [{"type": "string"}, null]}),
        ),
        (
            json!({"nullable": true, "oneOf": [{"type": "string"}]}),
            json!({"anyOf": [{"oneOf": [{"type": "string"}]}, null]}),
        ),
        (json!({"nullable": true, "allOf": [{"type": "string"}]}), json!({"allOf": [{"type": "string"}]})),
        (json!({"nullable": true}), json!({})),
    ];
    for (written, mut expected) in cases {
        for alternative in expected.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten() {
            if alternative.is_null() {
                *alternative = null.clone();
            }
        }
        assert_eq!(of_30(written), expected);
    }
}

#[test]
fn nullable_is_no_keyword_of_3_1() {
    let all = schemas("3.1.0", json!({"T": {"type": "string", "nullable": true}}));
    let schema = all.at(&place("/components/schemas/T")).unwrap();
    assert_eq!(*schema, json!({"type": "string"}));
    assert_eq!(all.notes()[0].what, "`nullable` means nothing since OpenAPI 3.1; null is a type there");
}

#[test]
fn a_switch_for_an_exclusive_bound_becomes_the_bound() {
    let cases = [
        (json!({"minimum": 0, "exclusiveMinimum": true}), json!({"exclusiveMinimum": 0})),
        (json!({"maximum": 1, "exclusiveMaximum": false}), json!({"maximum": 1})),
        (json!({"exclusiveMinimum": true}), json!({})),
        (json!({"exclusiveMaximum": 7}), json!({"exclusiveMaximum": 7})),
    ];
    for (written, expected) in cases {
        assert_eq!(of_30(written), expected);
    }
}

#[test]
fn beside_a_reference_only_texts_count_in_3_0_and_everything_in_3_1() {
    let written =
        json!({"$ref": "#/components/schemas/Other", "description": "d", "maxLength": 3, "nullable": true});
    assert_eq!(of_30(written.clone()), json!({"$ref": "#/$defs/Other", "description": "d"}));
    assert_eq!(of_31(written), json!({"$ref": "#/$defs/Other", "description": "d", "maxLength": 3}));
}

#[test]
fn what_says_nothing_about_values_is_gone() {
    let written = json!({
        "type": "string", "xml": {}, "externalDocs": {}, "x-any": 1, "$id": "a", "$anchor": "b", "$comment": "c",
        "$defs": {}, "example": "e", "examples": ["e"], "format": "binary", "pattern": "(?<n>[", "readOnly": true
    });
    let expected = json!({"type": "string", "format": "binary", "pattern": "(?<n>[", "readOnly": true});
    assert_eq!(of_31(written), expected);
}

#[test]
fn keywords_of_2020_12_are_kept() {
    let written = json!({
        "type": ["object", "null"], "const": null, "prefixItems": [true], "items": false, "if": {}, "then": {"not": true},
        "patternProperties": {"^a": {"type": "integer"}}, "dependentRequired": {"a": ["b"]}, "unevaluatedProperties": false
    });
    assert_eq!(of_31(written.clone()), written);
}

#[test]
fn older_spellings_are_read() {
    assert_eq!(
        of_30(json!({"items": [{"type": "string"}], "additionalItems": {"type": "null"}})),
        json!({"prefixItems": [{"type": "string"}], "items": {"type": "null"}})
    );
    assert_eq!(of_30(json!({"type": "file"})), json!({"type": "string", "format": "binary"}));
    assert_eq!(of_30(json!({"type": "String"})), json!({"type": "string"}));
    assert_eq!(of_31(json!({"anyOf": [{"type": null}]})), json!({"anyOf": [{"type": "null"}]}));
    assert_eq!(of_30(json!({"maxLength": 5.0})), json!({"maxLength": 5}));
}

#[test]
fn what_is_no_value_of_its_keyword_is_left_out_with_a_note() {
    let written = json!({
        "type": "any", "required": true, "enum": null, "minLength": -1, "pattern": 5, "multipleOf": 0, "allOf": [],
        "properties": {"a": 5, "b": {"type": "integer", "required": true}}, "minLenght": 3,
        "not": 5, "oneOf": [{"type": "string"}, null]
    });
    let all = schemas("3.0.3", json!({"T": written}));
    let schema = all.at(&place("/components/schemas/T")).unwrap();
    assert_eq!(*schema, json!({"properties": {"a": {}, "b": {"type": "integer"}}}));
    let noted: Vec<_> =
        all.notes().into_iter().filter_map(|note| Some(note.place?.pointer.to_string())).collect();
    assert_eq!(noted.len(), 12);
    assert!(noted.contains(&"/components/schemas/T/properties/b/required".to_owned()));
}

#[test]
fn a_node_that_is_no_schema_is_a_fault() {
    let fault = lowered("3.1.0", json!(5)).unwrap_err();
    assert_eq!(
        (fault.code.0, fault.what.as_str()),
        ("no-schema", "a schema is an object, `true` or `false`, not a number")
    );
    assert_eq!(of_31(json!(false)), json!(false));
}

#[test]
fn a_reference_is_the_name_of_its_component_and_cycles_stay() {
    let all =
        schemas("3.1.0", json!({"Tree": {"properties": {"up": {"$ref": "#/components/schemas/Tree"}}}}));
    let root = all.at(&place("/components/schemas/Tree/properties/up")).unwrap();
    assert_eq!(*root, json!({"$ref": "#/$defs/Tree"}));
    assert_eq!(*all.definition("Tree").unwrap(), json!({"properties": {"up": {"$ref": "#/$defs/Tree"}}}));
    assert_eq!(all.place_of("Tree"), Some(place("/components/schemas/Tree")));
    assert_eq!(all.definition("Shrub").unwrap_err().what, "no reference leads to a definition `Shrub`");
}

#[test]
fn other_targets_have_keys_of_their_own_that_need_no_escape() {
    let reference = |path: &str| json!({"$ref": format!("#/components/schemas/{path}")});
    let components = json!({
        "Stats": {"properties": {"50%": {"type": "object"}, "a/b~c": {"type": "integer"}, "~1": {"type": "boolean"}}},
        "A B": {"type": "null"},
        "T": {"allOf": [
            reference("Stats/properties/50%25"), reference("Stats/properties/a~1b~0c"),
            reference("Stats/properties/~01"), reference("A%20B"), reference("Stats")
        ]}
    });
    let all = schemas("3.0.3", components.clone());
    let schema = all.at(&place("/components/schemas/T")).unwrap();
    let keys: Vec<String> = schema["allOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["$ref"].as_str().unwrap()[8..].to_owned())
        .collect();
    let types: Vec<_> = keys.iter().map(|key| all.definition(key).unwrap().get("type").cloned()).collect();
    assert_eq!(
        types,
        [Some(json!("object")), Some(json!("integer")), Some(json!("boolean")), Some(json!("null")), None]
    );
    assert!(keys.iter().flat_map(|key| key.chars()).all(|c| c.is_ascii_alphanumeric() || "._-:".contains(c)));
    let again = schemas("3.0.3", components).at(&place("/components/schemas/T")).unwrap();
    assert_eq!(again, schema);
}

#[test]
fn an_embedded_schema_may_refer_to_its_own_definitions() {
    let all = schemas(
        "3.1.0",
        json!({"T": {"$id": "urn:t", "$defs": {"n": {"type": "number"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}}),
    );
    let schema = all.at(&place("/components/schemas/T")).unwrap();
    let key = schema["properties"]["a"]["$ref"].as_str().unwrap().strip_prefix("#/$defs/").unwrap();
    assert_eq!(all.place_of(key), Some(place("/components/schemas/T/$defs/n")));
}

#[test]
fn a_recursive_reference_means_the_schema_around_it_that_carries_the_anchor() {
    let all = schemas("3.1.0", json!({"T": {"$recursiveAnchor": true, "items": {"$recursiveRef": "#"}}}));
    let schema = all.at(&place("/components/schemas/T")).unwrap();
    assert_eq!(*schema, json!({"items": {"$ref": "#/$defs/T"}}));
}

#[test]
fn references_that_lead_nowhere_are_faults_where_they_stand() {
    let cases = [
        ("#/components/schemas/Othe", "dangling-reference"),
        ("other.yaml#/a", "missing-file"),
        ("http://127.0.0.1:9/schema.json", "remote-reference"),
        ("//192.0.2.1/latest", "remote-reference"),
        ("file:///etc/hostname", "outside-reference"),
        ("../../../../etc/hostname", "outside-reference"),
        ("#anchor", "unsupported-reference"),
        ("#", "dangling-reference"),
    ];
    for (reference, code) in cases {
        let fault = lowered("3.1.0", json!({"items": {"$ref": reference}})).unwrap_err();
        assert_eq!(fault.code.0, code, "{reference}");
        assert_eq!(fault.place, Some(place("/components/schemas/T/items/$ref")));
    }
    assert_eq!(lowered("3.1.0", json!({"items": {"$dynamicRef": "#x"}})).unwrap(), json!({"items": {}}));
}

#[test]
fn a_dynamic_reference_means_the_outermost_schema_of_its_anchor() {
    let bound = |name: &str| json!({"$ref": "#/components/schemas/List", "$defs": {"row": {"$dynamicAnchor": "row", "$ref": format!("#/components/schemas/{name}")}}});
    let all = schemas(
        "3.1.0",
        json!({
            "List": {"items": {"$dynamicRef": "#row"}, "$defs": {"row": {"$dynamicAnchor": "row", "not": {}}}},
            "A": bound("Text"), "B": bound("Number"), "Text": {"type": "string"}, "Number": {"type": "number"},
            "Tree": {"$dynamicAnchor": "tree", "items": {"$dynamicRef": "#tree"}},
            "Strict": {"$dynamicAnchor": "tree", "$ref": "#/components/schemas/Tree", "maxItems": 2},
        }),
    );
    let key = |schema: &Value, path: &str| {
        schema.pointer(path).and_then(Value::as_str).unwrap().trim_start_matches("#/$defs/").to_owned()
    };
    let rows = |name: &str| {
        let schema = all.at(&place(&format!("/components/schemas/{name}"))).unwrap();
        let list = all.definition(&key(&schema, "/$ref")).unwrap();
        all.place_of(&key(&all.definition(&key(&list, "/items/$ref")).unwrap(), "/$ref"))
    };
    assert_eq!(rows("A"), Some(place("/components/schemas/Text")));
    assert_eq!(rows("B"), Some(place("/components/schemas/Number")));
    let list = all.at(&place("/components/schemas/List")).unwrap();
    assert_eq!(all.place_of(&key(&list, "/items/$ref")), Some(place("/components/schemas/List/$defs/row")));
    let tree = all.at(&place("/components/schemas/Tree")).unwrap();
    assert_eq!(key(&tree, "/items/$ref"), "Tree");
    let strict = all.at(&place("/components/schemas/Strict")).unwrap();
    let tree = all.definition(&key(&strict, "/$ref")).unwrap();
    assert_eq!(key(&tree, "/items/$ref"), "Strict");
}

#[test]
fn parts_that_close_themselves_are_closed_together() {
    let all = schemas(
        "3.0.3",
        json!({
            "Base": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false},
            "Loose": {"properties": {"a": {}}, "additionalProperties": {"type": "object"}},
            "Middle": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"b": {}}, "additionalProperties": false}]},
            "Leaf": {"allOf": [{"$ref": "#/components/schemas/Middle"}], "properties": {"c": {}}},
            "Typed": {"allOf": [{"$ref": "#/components/schemas/Loose"}], "properties": {"b": {"type": "boolean"}}},
            "Same": {"allOf": [{"$ref": "#/components/schemas/Base"}], "description": "It says no more."},
            "Strict": {"allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"e": {}}},
            "Needs": {"allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"e": {}}, "required": ["e"]},
            "Seen": {"allOf": [{"properties": {"f": {}}, "required": ["f"]}], "oneOf": [{"properties": {"g": {}}}], "unevaluatedProperties": false},
            "Round": {"allOf": [{"$ref": "#/components/schemas/Round"}], "properties": {"d": {}}, "additionalProperties": false},
        }),
    );
    let lowered = |name: &str| (*all.at(&place(&format!("/components/schemas/{name}"))).unwrap()).clone();
    let base = |others: Value| {
        let mut properties = json!({"a": {"type": "string"}});
        properties.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
        json!({"type": "object", "properties": properties, "additionalProperties": false})
    };
    let own = json!({"properties": {"b": {}, "a": true}, "additionalProperties": false});
    assert_eq!(lowered("Middle"), json!({"allOf": [base(json!({"b": true})), own]}));
    let own = json!({"properties": {"b": {}, "a": true, "c": true}, "additionalProperties": false});
    let middle = json!({"allOf": [base(json!({"b": true, "c": true})), own]});
    assert_eq!(lowered("Leaf"), json!({"allOf": [middle], "properties": {"c": {}}}));
    let loose = json!({"properties": {"a": {}, "b": true}, "additionalProperties": {"type": "object"}});
    assert_eq!(lowered("Typed"), json!({"allOf": [loose], "properties": {"b": {"type": "boolean"}}}));
    assert_eq!(lowered("Same")["allOf"], json!([{"$ref": "#/$defs/Base"}]));
    assert_eq!(lowered("Strict")["allOf"], json!([{"$ref": "#/$defs/Base"}]));
    assert_eq!(lowered("Needs")["allOf"], json!([base(json!({"e": true}))]));
    assert_eq!(lowered("Seen").get("properties"), None, "it sees what its parts declare");
    assert_eq!(lowered("Round")["allOf"], json!([{"$ref": "#/$defs/Round"}]));
}

#[test]
fn anchors_that_are_bound_in_every_order_end() {
    let names: Vec<String> = (0..14).map(|index| format!("S{index}")).collect();
    let schema = |name: &String| {
        let others = names
            .iter()
            .map(|other| (other.clone(), json!({"$ref": format!("#/components/schemas/{other}")})));
        let properties: Map<String, Value> =
            others.chain([("own".to_owned(), json!({"$dynamicRef": "#S0"}))]).collect();
        (name.clone(), json!({"$dynamicAnchor": name, "properties": properties}))
    };
    let all = schemas("3.1.0", Value::Object(names.iter().map(schema).collect()));
    let mut open = vec![all.at(&place("/components/schemas/S0")).unwrap()];
    let mut seen = BTreeSet::new();
    while let Some(schema) = open.pop() {
        for property in schema["properties"].as_object().unwrap().values() {
            let key = property["$ref"].as_str().unwrap().trim_start_matches("#/$defs/").to_owned();
            if seen.insert(key.clone()) {
                open.push(all.definition(&key).unwrap());
            }
        }
    }
    assert!((14..1100).contains(&seen.len()), "{}", seen.len());
}

#[test]
fn a_discriminator_keeps_its_mapping_as_references() {
    let mapping = json!({"one": "Other", "two": "#/components/schemas/Other", "none": "Missing"});
    let written = json!({"discriminator": {"propertyName": "sort", "mapping": mapping}});
    let mapping = json!({"one": "#/$defs/Other", "two": "#/$defs/Other"});
    assert_eq!(of_30(written), json!({"discriminator": {"propertyName": "sort", "mapping": mapping}}));
}

#[test]
fn version_2_0_has_null_by_extension_only() {
    let all =
        schemas("2.0", json!({"T": {"type": "string", "x-nullable": true}, "U": {"x-nullable": false}}));
    assert_eq!(*all.at(&place("/definitions/T")).unwrap(), json!({"type": ["string", "null"]}));
    assert_eq!(*all.at(&place("/definitions/U")).unwrap(), json!({}));
    assert_eq!(of_30(json!({"type": "string", "x-nullable": true})), json!({"type": "string"}));
}

#[test]
fn what_stands_beside_a_reference_does_not_count_in_2_0() {
    let all = schemas("2.0", json!({"T": {"$ref": "#/definitions/U", "type": "string"}, "U": {}}));
    assert_eq!(*all.at(&place("/definitions/T")).unwrap(), json!({"$ref": "#/$defs/U"}));
}

#[test]
fn a_discriminator_chooses_between_the_schemas_that_extend_its_own() {
    let heir = |of: &str| json!({"allOf": [{"$ref": of}, {"type": "object"}]});
    let all = schemas(
        "2.0",
        json!({
            "Pet": {"discriminator": "kind"},
            "Cat": heir("#/definitions/Pet"), "Lion": heir("#/definitions/Cat"),
            "Dog": heir("#/definitions/Pet"), "Stone": {},
        }),
    );
    let mapping = json!({"Cat": "#/$defs/Cat", "Dog": "#/$defs/Dog", "Lion": "#/$defs/Lion"});
    let expected = json!({"discriminator": {"propertyName": "kind", "mapping": mapping}});
    assert_eq!(*all.at(&place("/definitions/Pet")).unwrap(), expected);
    let all = schemas(
        "3.0.3",
        json!({
            "Pet": {"discriminator": {"propertyName": "kind", "mapping": {"cat": "Cat"}}},
            "Cat": heir("#/components/schemas/Pet"), "Dog": heir("#/components/schemas/Pet"),
        }),
    );
    let expected = json!({"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "Dog": "#/$defs/Dog"}});
    assert_eq!(all.at(&place("/components/schemas/Pet")).unwrap()["discriminator"], expected);
}

#[test]
fn a_discriminator_beside_a_list_chooses_from_the_list() {
    let discriminator = json!({"propertyName": "kind", "defaultMapping": "Other", "mapping": {"o": "Other"}});
    let schema = json!({"oneOf": [{"$ref": "#/components/schemas/Other"}], "discriminator": discriminator});
    let all = schemas(
        "3.2.0",
        json!({"T": schema, "Other": {}, "Heir": {"allOf": [{"$ref": "#/components/schemas/T"}]}}),
    );
    let expected =
        json!({"propertyName": "kind", "mapping": {"o": "#/$defs/Other"}, "defaultMapping": "#/$defs/Other"});
    assert_eq!(all.at(&place("/components/schemas/T")).unwrap()["discriminator"], expected);
}
