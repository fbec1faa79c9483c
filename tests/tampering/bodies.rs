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
