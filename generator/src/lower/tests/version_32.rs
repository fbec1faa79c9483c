//! What OpenAPI 3.2 adds: methods, the whole query as one parameter, cookies as they are, streams.

use fewtools_contract::{Location, Style};
use serde_json::json;

use super::read;
use crate::diagnostics::Fault;
use crate::lower::Api;
use crate::lower::api::Encoding;

/// Reads `paths` and what may follow them.
fn paths(paths: &str) -> (Api, Vec<Fault>) {
    let (api, faults) = read(&format!("openapi: 3.2.0\npaths:\n{paths}"));
    (api.unwrap(), faults)
}

/// Reads `paths` in which single operations may be unreadable.
fn api(text: &str) -> Api {
    let (api, faults) = paths(text);
    assert_eq!(faults, []);
    api
}

/// The reason why the only operation cannot be read.
fn refused(parameters: &str) -> String {
    let api = api(&format!("  /a: {{get: {{parameters: [{parameters}]}}}}\n"));
    api.unreadable[0].fault.what.clone()
}

#[test]
fn any_method_is_read_and_sent_as_it_is_written() {
    let api = api("  /a:
    query: {operationId: find}
    additionalOperations: {COPY: {}, purge: {operationId: purge}}
");
    let names: Vec<_> =
        api.operations.iter().map(|operation| (operation.method.as_str(), operation.id.as_str())).collect();
    assert_eq!(names, [("QUERY", "find"), ("COPY", "COPY /a"), ("purge", "purge")]);
}

#[test]
fn a_method_that_is_none_loses_one_operation() {
    let api = api("  /a: {additionalOperations: {'A B': {}, POST: {}, CONNECT: {}, MOVE: {}}}\n");
    assert_eq!(api.operations[0].method, "MOVE");
    let reasons: Vec<_> = api.unreadable.iter().map(|operation| operation.fault.what.as_str()).collect();
    let expected = [
        "`A B` is no method",
        "the method `POST` has a key of its own in a path",
        "`CONNECT` opens a tunnel and is not sent",
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn methods_of_later_versions_are_left_out_with_a_warning() {
    let document = "paths: {/a: {query: {}, get: {}, additionalOperations: {COPY: {}}, x-a: {}}}\n";
    let (api, faults) = read(&format!("openapi: 3.1.0\n{document}"));
    assert_eq!(api.unwrap().operations.len(), 1);
    let whats: Vec<_> = faults.iter().map(|fault| fault.what.as_str()).collect();
    let expected = ["query", "additionalOperations"]
        .map(|key| format!("`{key}` is no method of a path in this version of OpenAPI and is left out"));
    assert_eq!(whats, expected);
}

#[test]
fn methods_that_are_no_object_lose_nothing_else() {
    let (api, faults) = paths("  /a: {get: {}, additionalOperations: 5}\n");
    assert_eq!(api.operations.len(), 1);
    assert_eq!(faults[0].what, "`additionalOperations` is a number, not an object");
}

#[test]
fn the_whole_query_may_be_one_parameter() {
    let api = api(
        "  /a: {get: {parameters: [{name: any, in: querystring, required: true, content: {application/json: {schema: {type: object}}}}]}}\n",
    );
    let parameter = &api.operations[0].parameters[0];
    assert_eq!((parameter.location, parameter.required), (Location::Querystring, true));
    assert_eq!(parameter.encoding, Encoding::Content("application/json".to_owned()));
    assert!(parameter.schema.is_some());
}

#[test]
fn the_whole_query_stands_alone_and_has_a_media_type() {
    let whole = "{name: w, in: querystring, content: {text/plain: {}}}";
    assert_eq!(
        refused("{name: w, in: querystring, required: true, schema: {}}"),
        "parameter `w` is the whole query and has no `content`"
    );
    let nameless = api("  /a: {get: {parameters: [{in: querystring, content: {text/plain: {}}}]}}\n");
    assert_eq!(nameless.operations[0].parameters[0].name, "querystring");
    assert_eq!(
        refused(&format!("{{name: q, in: query}}, {whole}")),
        "parameter `w` is the whole query, and `q` is in the query too"
    );
    assert_eq!(
        refused(&format!("{whole}, {{name: v, in: querystring, content: {{text/plain: {{}}}}}}")),
        "parameter `w` is the whole query, and `v` is in the query too"
    );
}

#[test]
fn cookies_may_be_written_as_they_are_and_anything_may_keep_reserved_characters() {
    let api = api(
        "  /a/{p}: {get: {parameters: [{name: p, in: path, allowReserved: true}, {name: c, in: cookie, style: cookie}, {name: d, in: cookie}]}}\n",
    );
    let written: Vec<_> =
        api.operations[0].parameters.iter().map(|parameter| parameter.encoding.clone()).collect();
    let styled = |style, explode, allow_reserved| Encoding::Styled { style, explode, allow_reserved };
    let expected = [
        styled(Style::Simple, false, true),
        styled(Style::Cookie, true, false),
        styled(Style::Form, true, false),
    ];
    assert_eq!(written, expected);
}

#[test]
fn a_stream_is_a_list_of_its_items() {
    let api = api("  /a:
    get:
      responses:
        '200': {content: {text/event-stream: {itemSchema: {$ref: '#/components/schemas/E'}}}}
        '201': {content: {application/jsonl: {$ref: '#/components/mediaTypes/m'}}}
components:
  mediaTypes: {m: {schema: {maxItems: 2}, itemSchema: {type: string}}}
  schemas: {E: {type: object}}
");
    let schemas: Vec<_> = api.operations[0]
        .responses
        .iter()
        .map(|response| api.schemas.at(response.media[0].schema.as_ref().unwrap()).unwrap())
        .collect();
    assert_eq!(*schemas[0], json!({"type": "array", "items": {"$ref": "#/$defs/E"}}));
    assert_eq!(
        *schemas[1],
        json!({"allOf": [{"maxItems": 2}, {"type": "array", "items": {"type": "string"}}]})
    );
}

#[test]
fn keys_that_say_nothing_of_requests_are_passed_over() {
    let (api, faults) = read("openapi: 3.2.0
$self: https://example.com/openapi
servers: [{url: /v1, name: main}]
tags: [{name: t, summary: T, parent: u, kind: nav}, {name: u}]
paths: {/a: {get: {tags: [t], responses: {'200': {summary: s}}}}}
components:
  securitySchemes: {o: {type: oauth2, flows: {deviceAuthorization: {deviceAuthorizationUrl: /d, tokenUrl: /t, scopes: {}}}}}
");
    let api = api.unwrap();
    assert_eq!((faults, api.unreadable.len()), (Vec::new(), 0));
    assert_eq!(api.servers[0].url, "/v1");
    assert_eq!(api.schemes[0].kind, Ok(crate::lower::api::SecurityKind::Bearer));
}
