//! Durations that are sent in another form than they are given.

use fewtools_tests::inline::Inline;
use serde_json::json;

const MANIFEST: &str = r"
curation: 1
server: { name: shop, about: A shop. }
document: openapi.yaml
args: { window: { type: duration }, step: { type: duration } }
tools:
  look:
    about: Looks back.
    args: [window, step]
    effect: read
    call: look
";

const DOCUMENT: &str = r#"
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /look:
    get:
      operationId: look
      parameters:
        - { name: window, in: query, schema: { type: integer, minimum: 60, exclusiveMaximum: 86400 } }
        - { name: step, in: query, schema: { type: string, pattern: "^[0-9]+m$" } }
      responses: { "200": { description: ok } }
"#;

#[test]
fn a_duration_is_held_to_the_bounds_of_what_is_sent() {
    let shop = Inline::of(MANIFEST, DOCUMENT);
    let url = |arguments| shop.call("look", arguments).map(|request| request.url);
    assert_eq!(url(json!({ "window": "1m" })), Ok("https://shop.example/look?window=60".to_owned()));
    let said = "window must be at least 60 and less than 86400 seconds, not ";
    assert_eq!(url(json!({ "window": "59s" })), Err(format!("{said}59.")));
    assert_eq!(url(json!({ "window": "1d" })), Err(format!("{said}86400.")));
    assert_eq!(url(json!({ "step": "15m" })), Ok("https://shop.example/look?step=15m".to_owned()));
    assert!(url(json!({ "step": "15s" })).is_err_and(|said| said.starts_with("step ")));
}
