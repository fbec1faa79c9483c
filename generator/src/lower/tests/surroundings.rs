//! Versions, servers and security.

use super::{api, read};
use crate::lower::api::SecurityKind;

#[test]
fn versions_2_0_to_3_2_are_read() {
    for version in ["3.0.0", "3.0.4", "3.1.0", "'3.1'", "3.1", "3.1.2", "3.2.0", "3.2"] {
        assert!(read(&format!("openapi: {version}\n")).0.is_some(), "{version}");
    }
    for version in ["'2.0'", "2.0", "2"] {
        assert!(read(&format!("swagger: {version}\n")).0.is_some(), "{version}");
    }
}

#[test]
fn other_documents_are_refused_by_name() {
    const NEITHER: &str = "this is no OpenAPI document: it has neither an `openapi` nor a `swagger` key";
    let cases = [
        ("swagger: '1.2'", "unsupported-version", "OpenAPI 1.2 (Swagger) is not read"),
        ("openapi: 4.0.0", "unsupported-version", "OpenAPI 4.0.0 is not read"),
        ("openapi: 3.10.0", "unsupported-version", "OpenAPI 3.10.0 is not read"),
        ("asyncapi: 2.6.0", "not-openapi", "this is an AsyncAPI document, not an OpenAPI document"),
        ("arazzo: 1.0.0", "not-openapi", "this is an Arazzo document, not an OpenAPI document"),
        ("paths: {}", "not-openapi", NEITHER),
    ];
    for (document, code, what) in cases {
        let (api, faults) = read(document);
        assert!(api.is_none(), "{document}");
        assert_eq!((faults[0].code.0, faults[0].what.as_str()), (code, what));
    }
}

#[test]
fn servers_have_variables_and_the_nearest_ones_count() {
    let api = api(
        "openapi: 3.1.0
servers:
  - url: 'https://{region}.example.com:{port}/{base}'
    variables: {region: {enum: [eu, us]}, port: {default: 8443, enum: [443, 8443]}, base: {default: ''}, none: {}}
paths:
  /a:
    servers: [{url: /path}]
    get: {servers: [{url: /operation}]}
    put: {}
  /b: {get: {}}
",
    );
    let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let expected = [
        ("region".to_owned(), "eu".to_owned(), texts(&["eu", "us"])),
        ("port".to_owned(), "8443".to_owned(), texts(&["443", "8443"])),
        ("base".to_owned(), String::new(), Vec::new()),
    ];
    assert_eq!(api.servers[0].variables, expected);
    let own: Vec<_> = api
        .operations
        .iter()
        .map(|operation| operation.servers.first().map(|server| server.url.as_str()))
        .collect();
    assert_eq!(own, [Some("/operation"), Some("/path"), None]);
}

#[test]
fn a_document_without_servers_is_served_by_the_host_it_came_from() {
    assert_eq!(api("openapi: 3.1.0\n").servers[0].url, "/");
    let (api, faults) = read("openapi: 3.1.0\nservers: [{}]\n");
    assert_eq!(api.unwrap().servers[0].url, "/");
    assert_eq!(faults[0].what, "a server has no `url`");
}

#[test]
fn security_of_the_operation_replaces_that_of_the_document() {
    let api = api("openapi: 3.1.0
security: [{key: [], app: []}, {bearer: [read, write]}]
paths:
  /a: {get: {}, put: {security: []}, post: {security: [{}, {bearer: []}]}}
");
    let shown: Vec<Vec<Vec<String>>> = api
        .operations
        .iter()
        .map(|operation| {
            let sets = operation.security.iter();
            sets.map(|set| set.iter().map(|(name, scopes)| format!("{name}{scopes:?}")).collect()).collect()
        })
        .collect();
    assert_eq!(shown[0], [vec!["key[]", "app[]"], vec![r#"bearer["read", "write"]"#]]);
    assert!(shown[1].is_empty());
    assert_eq!(shown[2], [vec![], vec!["bearer[]"]]);
}

#[test]
fn schemes_say_how_the_credential_travels() {
    let api = api("openapi: 3.1.0
components:
  securitySchemes:
    a: {type: apiKey, in: header, name: X-Key}
    b: {type: apiKey, in: query, name: key}
    c: {type: apiKey, in: cookie, name: sid}
    d: {type: http, scheme: Basic}
    e: {type: http, scheme: BEARER}
    f: {type: oauth2, flows: {}}
    g: {type: openIdConnect}
    h: {type: http, scheme: digest}
    i: {type: mutualTLS}
    j: {$ref: '#/components/securitySchemes/a'}
    k: {type: apiKey}
    l: {type: apiKey, in: header, name: 'a b'}
");
    let kinds: Vec<_> = api.schemes.iter().map(|scheme| scheme.kind.clone()).collect();
    let header = Ok(SecurityKind::KeyHeader("X-Key".to_owned()));
    let expected = [
        header.clone(),
        Ok(SecurityKind::KeyQuery("key".to_owned())),
        Ok(SecurityKind::KeyCookie("sid".to_owned())),
        Ok(SecurityKind::Basic),
        Ok(SecurityKind::Bearer),
        Ok(SecurityKind::Bearer),
        Ok(SecurityKind::Bearer),
        Err("http digest".to_owned()),
        Err("mutualTLS".to_owned()),
        header,
        Err("apiKey without a `name`".to_owned()),
        Err("apiKey whose `name` is no header".to_owned()),
    ];
    assert_eq!(kinds, expected);
}
