//! Free-form objects in bodies.

use fewtools_tests::inline::Inline;
use serde_json::json;

fn document(media_type: &str, more: &str) -> String {
    format!(
        r#"
openapi: 3.1.0
info: {{ title: Shop, version: "1" }}
servers: [{{ url: "https://shop.example" }}]
paths:
  /orders:
    post:
      operationId: order
      requestBody:
        required: true
        content:
          {media_type}:
            schema:
              type: object
              properties:
                title: {{ type: string }}
                dryRun: {{ type: boolean }}
                admin: {{ type: boolean }}
                seen: {{ type: string, readOnly: true }}
                marks: {{ type: object }}
              additionalProperties: true
            {more}
      responses: {{ "200": {{ description: ok }} }}
"#
    )
}

const MANIFEST: &str = r"
curation: 1
server: { name: shop, about: A shop. }
document: openapi.yaml
tools:
  order:
    about: Orders.
    args: [title, marks, body_more]
    bind: { body_more: 'body.*' }
    fixed: { body.dryRun: true }
    not_offered: [body.admin]
    effect: additive
    ungated: An order can be cancelled.
    call: order
";

const KINDS: [&str; 3] = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];

#[test]
fn further_keys_are_no_declared_property() {
    for media_type in KINDS {
        let shop = Inline::of(MANIFEST, &document(media_type, ""));
        let call = |key: &str| {
            shop.call("order", json!({ "title": "x", "body_more": { key: "1" } })).map(|request| request.body)
        };
        for key in ["dryRun", "admin", "title", "marks", "seen", "DryRun"] {
            let said = call(key).expect_err(key);
            assert!(said.starts_with("body_more") && said.contains(key), "{media_type} {key}: {said}");
        }
        assert!(call("colour").is_ok(), "{media_type}");
        assert_eq!(call("dryRun[]").is_ok(), media_type == "application/json", "{media_type}");
        assert_eq!(call("dry%52un").is_ok(), media_type == "application/json", "{media_type}");
    }
}

#[test]
fn an_exploded_field_is_no_other_field() {
    for media_type in &KINDS[1..] {
        for (style, deep) in [("form", false), ("deepObject", true)] {
            let more = format!("encoding: {{ marks: {{ style: {style}, explode: true }} }}");
            let shop = Inline::of(MANIFEST, &document(media_type, &more));
            let call =
                |key: &str| shop.call("order", json!({ "marks": { key: "1" } })).map(|request| request.body);
            assert_eq!(call("dryRun").is_ok(), deep, "{media_type} {style}");
            assert_eq!(call("admin").is_ok(), deep, "{media_type} {style}");
            assert!(call("colour").is_ok(), "{media_type} {style}");
            assert_eq!(call("x][y").is_ok(), !deep, "{media_type} {style}");
        }
    }
}

const OPTIONAL: &str = r#"
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /orders:
    post:
      operationId: order
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [title]
              properties: { title: { type: string }, copies: { type: integer }, dryRun: { type: boolean } }
              additionalProperties: false
      responses: { "200": { description: ok } }
"#;

#[test]
fn a_default_alone_begins_no_optional_body_and_a_constant_does() {
    let body = |lines: &str, arguments| {
        let head =
            "curation: 1\nserver: { name: shop, about: A shop. }\ndocument: openapi.yaml\ntools:\n  order:\n";
        let tool = "    about: Orders.\n    args: [title, copies]\n    effect: additive\n    ungated: It can be cancelled.\n    call: order\n";
        let sent = Inline::of(&format!("{head}{tool}{lines}"), OPTIONAL).call("order", arguments)?.body;
        Ok::<_, String>(sent.map(|bytes| String::from_utf8(bytes).unwrap()))
    };
    let defaults = "    defaults: { copies: 2 }\n    not_offered: [body.dryRun]\n";
    assert_eq!(body(defaults, json!({})), Ok(None));
    assert_eq!(body(defaults, json!({ "title": "x" })), Ok(Some(r#"{"title":"x","copies":2}"#.to_owned())));
    assert!(body(defaults, json!({ "copies": 3 })).is_err_and(|said| said.contains("needs title")));
    let constants = "    fixed: { body.dryRun: true }\n";
    assert!(body(constants, json!({})).is_err_and(|said| said.contains("needs title")));
    let both = r#"{"title":"x","dryRun":true}"#;
    assert_eq!(body(constants, json!({ "title": "x" })), Ok(Some(both.to_owned())));
}
