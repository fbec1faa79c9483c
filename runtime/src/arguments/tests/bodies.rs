//! What a body, and an object inside of it, needs once a part of it is given.

use fewtools_contract::{Body, BodyField, Call, Content, FieldEncoding, MediaKind, Source, Variant, Work};
use serde_json::json;

use crate::trial::{CALL, Trial, VARIANT, input, leak, things};

#[test]
fn fields_that_an_optional_body_needs() {
    let field = |name: &'static [&'static str], needed_in, index| BodyField {
        at: name,
        needed_in,
        source: Source::Input(index),
        encoding: FieldEncoding::Usual,
    };
    let body = Body {
        media_type: "application/json",
        kind: MediaKind::Json,
        required: false,
        schema: "",
        content: Content::Fields {
            fields: leak(vec![field(&["a"], Some(0), 0), field(&["b"], None, 1)]),
            more: None,
        },
    };
    let call = Call { method: "POST", body: Some(body), ..CALL };
    let inputs = leak(vec![input(0, "body.a"), input(1, "body.b")]);
    let trial = Trial::of(things(Variant { inputs, work: Work::one(call), ..VARIANT }, &["a", "b"]));
    assert_eq!(trial.said("things", json!({"b": 1})), "things needs a. It also takes b.");
    trial.call("things", json!({})).expect("a reply");
    assert_eq!(trial.upstream.requests()[0].body, None);
}

#[test]
fn fields_that_an_optional_object_needs() {
    let field = |at: &'static [&'static str], needed_in, index| BodyField {
        at,
        needed_in,
        source: Source::Input(index),
        encoding: FieldEncoding::Usual,
    };
    let fields = vec![
        field(&["title"], Some(0), 0),
        field(&["paper", "size"], None, 1),
        field(&["paper", "stock"], Some(1), 2),
        field(&["paper", "seal", "kind"], Some(2), 3),
        field(&["paper", "seal", "at"], None, 4),
    ];
    let body = Body {
        media_type: "application/json",
        kind: MediaKind::Json,
        required: true,
        content: Content::Fields { fields: leak(fields), more: None },
        schema: "",
    };
    let call = Call { method: "POST", body: Some(body), ..CALL };
    let names = ["title", "size", "stock", "kind", "at"];
    let inputs: Vec<_> = (0..names.len()).map(|index| input(index, "body.x")).collect();
    let trial = Trial::of(things(Variant { inputs: leak(inputs), work: Work::one(call), ..VARIANT }, &names));
    let said = |arguments| trial.said("things", arguments);
    assert!(said(json!({"title": "t", "size": "A4"})).starts_with("things needs stock. It also takes"));
    assert!(said(json!({"title": "t", "stock": "s", "at": 1})).starts_with("things needs kind. It also"));
    assert!(said(json!({"title": "t", "kind": "k"})).starts_with("things needs stock. It also takes"));
    for fitting in [json!({"title": "t"}), json!({"title": "t", "stock": "s"})] {
        trial.call("things", fitting).expect("a reply");
    }
    assert_eq!(trial.upstream.requests().len(), 2);
}
