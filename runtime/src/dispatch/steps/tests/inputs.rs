//! One argument that goes to several places.

use fewtools_contract::{Check, Conversion, Field, Input, Origin, Picked, Types, Way};
use serde_json::json;

use super::{at, call_with, catalogue, giving, object, step, way};
use crate::trial::{input, types};

#[test]
fn an_argument_goes_to_several_steps_in_the_form_of_each() {
    let window = Input { check: types(Types::STRING), ..input(0, "query.x") };
    let inputs = vec![
        Input { conversion: Conversion::DurationSeconds, required: true, ..window },
        Input { conversion: Conversion::DurationIso, required: true, ..window },
        input(0, ""),
        Input { check: Check { minimum: "1", ..types(Types::INTEGER) }, ..input(1, "query.y") },
    ];
    let steps = vec![
        giving(step("a"), way(Origin::Input(0), &[]), true),
        giving(step("b"), way(Origin::Input(1), &[]), true),
        giving(step("c"), way(Origin::Input(3), &[]), false),
    ];
    let fields = vec![Field { name: "window", value: Picked::At(Way { from: Origin::Input(2), path: &[] }) }];
    let catalogue = catalogue(steps, fields, inputs);
    let answers = || ["/a", "/b", "/c"].map(|path| at(path, 0, 200, "{}")).to_vec();
    let done = call_with(catalogue, answers(), json!({"a": "15m"}));
    assert_eq!(done.urls, ["/a?x=900", "/b?x=PT15M", "/c"]);
    assert_eq!(done.data(), object(&[("window", json!("15m"))]));

    let wrong = call_with(catalogue, answers(), json!({"a": "soon", "b": 0}));
    assert_eq!(wrong.reply.text, "a must be a duration like 30s, 15m, 6h or 2d. b must be at least 1.");
    let data = wrong.reply.structured.expect("data");
    assert_eq!((&data["needs"], data["faults"].as_array().map(Vec::len)), (&json!(["a"]), Some(2)));
    let missing = call_with(catalogue, answers(), json!({}));
    assert_eq!(missing.reply.text, "things needs a. It also takes b.");
    assert!(missing.urls.is_empty());
}
