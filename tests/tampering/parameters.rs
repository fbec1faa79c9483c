//! Free-form objects in the query, the path and cookies.

use fewtools_tests::inline::Inline;
use serde_json::{Value, json};

const MANIFEST: &str = r"
curation: 1
server: { name: shop, about: A shop. }
document: openapi.yaml
coverage: { undecided: allow }
auth: { key: { env: KEY }, seal: { env: SEAL } }
tools:
  exploded:
    about: Finds things.
    args: [filter, page]
    fixed: { query.dryRun: true }
    not_offered: [query.admin, query.options]
    call: exploded
  deep:
    about: Finds things.
    args: [filter]
    fixed: { 'query.filter[state]': open, 'query.filter[age][most]': 3 }
    call: deep
  declared:
    about: Finds things.
    args: [filter]
    fixed: { 'query.filter[state][now]': open, 'query.filter[age]': 3, 'query.filter[kind][a][b]': book }
    call: declared
  whole:
    about: Finds things.
    call: whole
  biscuits:
    about: Finds things.
    args: [prefs, raw]
    fixed: { cookie.role: guest }
    call: biscuits
  jar:
    about: Finds things.
    args: [jar, session]
    bind: { jar: header.Cookie }
    fixed: { cookie.role: guest }
    call: jar
  matrix:
    about: Finds things.
    args: [shape]
    fixed: { path.tenant: mine }
    call: matrix
";

const DOCUMENT: &str = r#"
openapi: 3.2.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
security: [{ key: [], seal: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    seal: { type: apiKey, in: cookie, name: seal }
paths:
  /exploded:
    get:
      operationId: exploded
      parameters:
        - { name: filter, in: query, schema: { type: object, properties: { colour: { type: string } } } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: dryRun, in: query, schema: { type: boolean } }
        - { name: admin, in: query, schema: { type: boolean } }
        - { name: options, in: query, schema: { type: object, properties: { force: { type: boolean } } } }
      responses: { "200": { description: ok } }
  /deep:
    get:
      operationId: deep
      parameters:
        - { name: filter, in: query, style: deepObject, explode: true, schema: { type: object } }
        - { name: "filter[state]", in: query, schema: { type: string } }
        - { name: "filter[age][most]", in: query, schema: { type: integer } }
      responses: { "200": { description: ok } }
  /declared:
    get:
      operationId: declared
      parameters:
        - name: filter
          in: query
          style: deepObject
          explode: true
          schema:
            type: object
            properties:
              colour: { type: string }
              "a[b]": { type: string }
              "a]": { type: string }
              "state[now]": { type: string }
              "state][now": { type: string }
              "age][most": { type: string }
              "kind[a": { type: string }
              "inner": { type: object }
        - { name: "filter[state][now]", in: query, schema: { type: string } }
        - { name: "filter[age]", in: query, schema: { type: integer } }
        - { name: "filter[kind][a][b]", in: query, schema: { type: string } }
      responses: { "200": { description: ok } }
  /whole?kind=book:
    get:
      operationId: whole
      parameters:
        - { name: q, in: querystring, content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses: { "200": { description: ok } }
  /biscuits:
    get:
      operationId: biscuits
      parameters:
        - { name: prefs, in: cookie, schema: { type: object } }
        - { name: raw, in: cookie, style: cookie, explode: true, schema: { type: object } }
        - { name: role, in: cookie, schema: { type: string } }
      responses: { "200": { description: ok } }
  /jar:
    get:
      operationId: jar
      parameters:
        - { name: Cookie, in: header, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: role, in: cookie, schema: { type: string } }
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: Host, in: header, schema: { type: string } }
        - { name: Content-Type, in: header, schema: { type: string } }
      responses: { "200": { description: ok } }
  /matrix/{shape}{tenant}:
    get:
      operationId: matrix
      parameters:
        - { name: shape, in: path, required: true, style: matrix, explode: true, schema: { type: object } }
        - { name: tenant, in: path, required: true, style: matrix, schema: { type: string } }
      responses: { "200": { description: ok } }
"#;

fn shop() -> Inline {
    Inline::of(MANIFEST, DOCUMENT)
}

/// Each of these keys is refused by name, and one that names nothing goes through.
fn refused(shop: &Inline, tool: &str, argument: &str, beside: &Value, keys: &[&str]) {
    let call = |key: &str| {
        let mut arguments = beside.as_object().unwrap().clone();
        arguments.insert(argument.to_owned(), json!({ key: "1" }));
        shop.call(tool, arguments.into())
    };
    for key in keys {
        let said = call(key).map(|request| request.url).expect_err(key);
        assert!(said.starts_with(argument) && said.contains(key), "{key}: {said}");
    }
    assert!(call("colour").is_ok(), "{tool}");
}

#[test]
fn an_exploded_object_reaches_no_other_pair() {
    let keys = [
        "dryRun",
        "DRYRUN",
        "dry%52un",
        "dry%2552un",
        "dryRun[]",
        "dryRun[x]",
        " dryRun",
        "admin",
        "page",
        "options",
        "force",
        "api_key",
        "api.key",
    ];
    refused(&shop(), "exploded", "filter", &json!({ "page": 2 }), &keys);
    let request = shop().call("exploded", json!({ "filter": { "colour": "red", "size": 1 } })).unwrap();
    assert_eq!(request.url, "https://shop.example/exploded?colour=red&size=1&dryRun=true&api_key=s3cret");
}

#[test]
fn a_deep_object_keeps_inside_its_brackets() {
    refused(&shop(), "deep", "filter", &json!({}), &["state", "STATE", "x][state", "state]", "[", "age"]);
    let nested = |value| shop().call("deep", json!({ "filter": value })).map(|request| request.url);
    assert!(nested(json!({ "age": { "most": 4 } })).unwrap_err().contains("age"));
    assert!(nested(json!({ "sizes": { "x][y": 4 } })).unwrap_err().contains("x][y"));
    assert!(nested(json!([{ "x][y": 4 }])).is_err());
    assert!(nested(json!(r#"{"a": 1}"#)).is_ok(), "JSON text");
    assert!(nested(json!(r#"{"a": 1, "a": 2}"#)).unwrap_err().contains("twice"), "JSON text");
}

#[test]
fn brackets_in_a_key_are_the_documents_to_declare() {
    let sent = |value| shop().call("declared", json!({ "filter": value })).map(|request| request.url);
    let url = sent(json!({ "a[b]": "1", "a]": "2" })).unwrap();
    assert!(url.contains("filter%5Ba%5Bb%5D%5D=1&filter%5Ba%5D%5D=2"), "{url}");
    let other = ["a[c]", "A[B]", "a[b", "a%5Bb%5D", "b[a]"];
    let reaching = ["state[now]", "state][now", "age][most", "kind[a"];
    refused(&shop(), "declared", "filter", &json!({}), &[&other[..], &reaching[..]].concat());
    assert!(sent(json!({ "inner": { "a[b]": "1" } })).unwrap_err().contains("a[b]"), "declared elsewhere");
}

#[test]
fn the_whole_query_holds_no_credential_and_no_pair_of_the_path() {
    refused(&shop(), "whole", "q", &json!({}), &["kind", "api_key"]);
}

#[test]
fn a_cookie_is_no_other_cookie() {
    refused(&shop(), "biscuits", "prefs", &json!({}), &["role", "Role", "seal", "raw"]);
    refused(&shop(), "biscuits", "raw", &json!({}), &["role", "seal"]);
    let said = shop().call("biscuits", json!({ "raw": { "role=admin;": "1" } })).map(|request| request.url);
    assert!(said.unwrap_err().starts_with("raw "));
    let said = shop().call("biscuits", json!({ "raw": { "role=admin": "1" } })).map(|request| request.url);
    assert!(said.unwrap_err().starts_with("raw "));
}

#[test]
fn all_cookies_travel_in_one_header_and_none_hides_another() {
    let sent = |arguments| {
        let request = shop().call("jar", arguments)?;
        Ok::<_, String>(request.headers["cookie"].to_str().unwrap().to_owned())
    };
    let both = json!({ "jar": "a=1; b=2", "session": "7" });
    assert_eq!(sent(both).unwrap(), "a=1; b=2; session=7; role=guest; seal=s3cret");
    for name in ["seal", "role", "session", "Seal", "se%61l"] {
        for jar in [format!("{name}=x"), format!("a=1;{name}=x"), format!("a=1, {name}=x")] {
            let said = sent(json!({ "jar": jar })).expect_err(&jar);
            assert!(said.starts_with("jar ") && said.contains(name), "{said}");
        }
    }
}

#[test]
fn a_matrix_is_no_other_variable() {
    refused(&shop(), "matrix", "shape", &json!({}), &["tenant"]);
}
