//! OpenAPI 2.0: what parameters, media types, servers and security become.

use std::collections::BTreeMap;

use fewtools_contract::{Location, Style};
use serde_json::{Value, json};

use super::{api, read};
use crate::lower::Api;
use crate::lower::api::{Encoding, Media, Operation, SecurityKind};

/// Reads `paths` and what may follow them.
fn paths(paths: &str) -> Api {
    api(&format!("swagger: '2.0'\npaths:\n{paths}"))
}

/// Reads one operation of a path with a variable `p`, with these keys.
fn only(keys: &str) -> (Api, Operation) {
    let mut api = paths(&format!("  /a/{{p}}:\n    post: {{{keys}}}\n"));
    assert!(api.unreadable.is_empty(), "{:?}", api.unreadable);
    let operation = api.operations.pop().unwrap();
    (api, operation)
}

fn with(parameters: &str) -> (Api, Operation) {
    only(&format!("parameters: [{parameters}]"))
}

/// The reason why an operation with these parameters cannot be read.
fn refused(parameters: &str) -> String {
    let api = paths(&format!("  /a:\n    post: {{parameters: [{parameters}]}}\n"));
    api.unreadable[0].fault.what.clone()
}

fn types(media: &[Media]) -> Vec<&str> {
    media.iter().map(|media| media.media_type.as_str()).collect()
}

fn schema(api: &Api, media: &Media) -> Value {
    (*api.schemas.at(media.schema.as_ref().unwrap()).unwrap()).clone()
}

const fn styled(style: Style, explode: bool) -> Encoding {
    Encoding::Styled { style, explode, allow_reserved: false }
}

#[test]
fn the_schema_of_a_parameter_stands_beside_its_name() {
    let (api, operation) = with(
        "{name: p, in: path, type: string}, {name: q, in: query, required: true, description: d, type: array, collectionFormat: multi, items: {type: integer, collectionFormat: csv}, allowEmptyValue: true, default: [1]}",
    );
    let parameter = &operation.parameters[1];
    assert_eq!((parameter.location, parameter.required), (Location::Query, true));
    let schema = api.schemas.at(parameter.schema.as_ref().unwrap()).unwrap();
    let expected = json!({"description": "d", "type": "array", "items": {"type": "integer"}, "default": [1]});
    assert_eq!(*schema, expected);
    assert_eq!(api.schemas.notes(), []);
}

#[test]
fn collection_formats_become_styles() {
    let parameter = |place: &str, format: &str| {
        let format = if format.is_empty() { String::new() } else { format!("collectionFormat: {format}, ") };
        let (_, operation) =
            with(&format!("{{name: p, in: {place}, {format}type: array, items: {{type: string}}}}"));
        let mut parameters = operation.parameters.into_iter();
        parameters.find(|parameter| parameter.location.as_str() == place).unwrap().encoding.clone()
    };
    let cases = [
        ("query", "", styled(Style::Form, false)),
        ("query", "csv", styled(Style::Form, false)),
        ("query", "ssv", styled(Style::SpaceDelimited, false)),
        ("query", "tsv", styled(Style::TabDelimited, false)),
        ("query", "pipes", styled(Style::PipeDelimited, false)),
        ("query", "multi", styled(Style::Form, true)),
        ("path", "", styled(Style::Simple, false)),
        ("path", "pipes", styled(Style::PipeDelimited, false)),
        ("header", "csv", styled(Style::Simple, false)),
        ("header", "ssv", styled(Style::SpaceDelimited, false)),
    ];
    for (place, format, expected) in cases {
        assert_eq!(parameter(place, format), expected, "{place} {format}");
    }
    let (_, operation) = with("{name: q, in: query, type: string, collectionFormat: pipes}");
    assert_eq!(operation.parameters[1].encoding, styled(Style::Form, true));
}

#[test]
fn a_body_is_sent_in_what_the_nearest_consumes_says() {
    let document = |consumes: &str| {
        api(&format!("swagger: '2.0'
consumes: [text/plain, application/xml]
paths: {{/a: {{post: {{{consumes}parameters: [{{name: b, in: body, required: true, description: d, schema: {{type: object}}}}]}}}}}}
"))
    };
    let all = document("");
    let body = all.operations[0].body.clone().unwrap();
    assert_eq!(types(&body.media), ["text/plain", "application/xml"]);
    assert_eq!((body.required, body.description.as_str()), (true, "d"));
    assert_eq!(schema(&all, &body.media[1]), json!({"type": "object"}));
    assert_ne!(body.media[0].at, body.media[1].at);
    let own = document("consumes: [a/b], ");
    assert_eq!(types(&own.operations[0].body.as_ref().unwrap().media), ["a/b"]);
    let none = document("consumes: [], ");
    assert_eq!(types(&none.operations[0].body.as_ref().unwrap().media), ["application/json"]);
}

#[test]
fn fields_of_a_form_become_one_schema() {
    let (api, operation) = with(
        "{name: a, in: formData, required: true, type: string, description: d}, {name: b, in: formData, type: array, collectionFormat: pipes, items: {type: string}}",
    );
    let body = operation.body.unwrap();
    assert!(body.required);
    assert_eq!(types(&body.media), ["application/x-www-form-urlencoded"]);
    let expected = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string", "description": "d"},
            "b": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["a"]
    });
    assert_eq!(schema(&api, &body.media[0]), expected);
    let encoding = BTreeMap::from([("b".to_owned(), (styled(Style::PipeDelimited, false), String::new()))]);
    assert_eq!(body.media[0].encoding, encoding);
    let field = api.schemas.properties_at(body.media[0].schema.as_ref().unwrap()).place("b").unwrap();
    assert_eq!(field.pointer.as_str(), "/paths/~1a~1{p}/post/parameters/1");
}

#[test]
fn a_form_is_multipart_where_it_has_a_file_and_else_what_consumes_says() {
    let form = |consumes: &str, kind: &str| {
        let (api, operation) =
            only(&format!("consumes: [{consumes}], parameters: [{{name: f, in: formData, {kind}}}]"));
        let body = operation.body.unwrap();
        let property = schema(&api, &body.media[0])["properties"]["f"].clone();
        (body.media.into_iter().map(|media| media.media_type).collect::<Vec<_>>(), body.required, property)
    };
    let file = json!({"type": "string", "format": "binary"});
    let [multipart, urlencoded] = ["multipart/form-data", "application/x-www-form-urlencoded"];
    assert_eq!(form("", "type: file"), (vec![multipart.to_owned()], false, file.clone()));
    assert_eq!(form(urlencoded, "type: file"), (vec![multipart.to_owned()], false, file.clone()));
    let (types, _, property) = form("", "type: array, items: {type: file}");
    assert_eq!((types, property), (vec![multipart.to_owned()], json!({"type": "array", "items": file})));
    let both = format!("application/json, {multipart}, {urlencoded}");
    let (types, ..) = form(&both, "type: string");
    assert_eq!(types, [multipart, urlencoded]);
}

#[test]
fn own_parameters_override_those_of_the_path() {
    let api = paths(
        "  /a:
    parameters: [{$ref: '#/parameters/old'}, {name: f, in: formData, type: string}]
    get: {parameters: [{name: own, in: body, schema: {type: string}}, {name: f, in: query, type: integer}]}
    put: {parameters: [{name: f, in: formData, type: integer}]}
parameters: {old: {name: old, in: body, schema: {type: integer}}}
",
    );
    // Both operations end up with a body and the field of a form.
    assert_eq!(api.unreadable.len(), 2);
    let api = paths(
        "  /a:
    parameters: [{$ref: '#/parameters/old'}]
    get: {parameters: [{name: own, in: body, schema: {type: string}}]}
parameters: {old: {name: old, in: body, schema: {type: integer}}}
",
    );
    let body = api.operations[0].body.as_ref().unwrap();
    assert_eq!(schema(&api, &body.media[0]), json!({"type": "string"}));
}

#[test]
fn responses_have_a_schema_in_what_the_nearest_produces_says() {
    let api = api("swagger: '2.0'
produces: [application/json, text/csv]
paths:
  /a:
    get: {responses: {200: {description: d, schema: {type: integer}}, 204: {description: none}, default: {$ref: '#/responses/e'}}}
    put: {produces: [], responses: {200: {schema: {type: file}}, 201: {schema: {type: string}}}}
responses: {e: {description: error, schema: {$ref: '#/definitions/E'}}}
definitions: {E: {type: object}}
");
    let responses = |index: usize| {
        let responses = api.operations[index].responses.iter();
        responses.map(|response| (response.status.as_str(), types(&response.media))).collect::<Vec<_>>()
    };
    let both = vec!["application/json", "text/csv"];
    assert_eq!(responses(0), [("200", both.clone()), ("204", vec![]), ("default", both)]);
    assert_eq!(responses(1), [("200", vec!["application/octet-stream"]), ("201", vec!["application/json"])]);
    let error = &api.operations[0].responses[2];
    assert_eq!(error.description, "error");
    assert_eq!(schema(&api, &error.media[0]), json!({"$ref": "#/$defs/E"}));
    assert_eq!(*api.schemas.definition("E").unwrap(), json!({"type": "object"}));
}

#[test]
fn servers_are_made_of_schemes_host_and_base_path() {
    let cases = [
        ("", vec!["/"]),
        ("basePath: /v1", vec!["/v1"]),
        ("basePath: /v1\nschemes: [https]", vec!["/v1"]),
        ("host: h", vec!["//h/"]),
        ("host: h:8080\nbasePath: v1\nschemes: [http]", vec!["http://h:8080/v1"]),
        ("host: h/\nschemes: [ws, http, https, http]", vec!["https://h/", "http://h/", "ws://h/"]),
        ("host: https://h\nbasePath: /b", vec!["https://h/b"]),
    ];
    for (keys, expected) in cases {
        let api = api(&format!("swagger: '2.0'\n{keys}\n"));
        let urls: Vec<_> = api.servers.iter().map(|server| server.url.as_str()).collect();
        assert_eq!(urls, expected, "{keys}");
    }
}

#[test]
fn an_operation_with_other_schemes_has_servers_of_its_own() {
    let api = api("swagger: '2.0'
host: h
schemes: [http, https]
paths: {/a: {get: {schemes: [http]}, put: {schemes: [https, http]}, post: {}}}
");
    let own: Vec<Vec<_>> = api
        .operations
        .iter()
        .map(|operation| operation.servers.iter().map(|server| server.url.as_str()).collect())
        .collect();
    assert_eq!(own, [vec!["http://h/"], vec![], vec![]]);
}

#[test]
fn security_definitions_say_how_the_credential_travels() {
    let api = api("swagger: '2.0'
securityDefinitions:
  a: {type: basic}
  b: {type: apiKey, in: query, name: k}
  c: {type: oauth2, flow: implicit, authorizationUrl: https://h/, scopes: {}}
security: [{c: [read]}]
paths: {/a: {get: {}}}
");
    let kinds: Vec<_> = api.schemes.iter().map(|scheme| scheme.kind.clone().unwrap()).collect();
    let expected = [SecurityKind::Basic, SecurityKind::KeyQuery("k".to_owned()), SecurityKind::Bearer];
    assert_eq!(kinds, expected);
    assert_eq!(api.operations[0].security, [[("c".to_owned(), vec!["read".to_owned()])]]);
}

#[test]
fn what_cannot_be_sent_is_refused_by_name() {
    let cases = [
        ("{name: c, in: cookie, required: true}", "parameter `c` has an unknown word under `in`"),
        (
            "{name: h, in: header, required: true, type: array, items: {type: string}, collectionFormat: dots}",
            "parameter `h` has the collection format `dots`, which is none here",
        ),
        (
            "{name: q, in: query, required: true, type: array, items: {type: array, items: {type: string}}}",
            "parameter `q` is a list of lists, which is not written",
        ),
        (
            "{in: body}, {name: f, in: formData, type: string}",
            "the operation has both a body and `f`, the field of a form",
        ),
    ];
    for (parameters, what) in cases {
        assert_eq!(refused(parameters), what);
    }
}

#[test]
fn methods_of_later_versions_are_no_methods() {
    let (api, faults) = read("swagger: '2.0'\npaths: {/a: {trace: {}, get: {}}}\n");
    assert_eq!(api.unwrap().operations.len(), 1);
    assert_eq!(faults[0].code.0, "unknown-method");
}
