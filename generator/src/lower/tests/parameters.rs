//! Parameters: merging, order, locations, styles, and what is refused.

use fewtools_contract::{Location, Style};

use super::{only, read, refused};
use crate::diagnostics::Level;
use crate::lower::api::{Encoding, Operation};

fn names(operation: &Operation) -> Vec<(&'static str, &str)> {
    operation
        .parameters
        .iter()
        .map(|parameter| (parameter.location.as_str(), parameter.name.as_str()))
        .collect()
}

#[test]
fn own_parameters_override_those_of_the_path_by_name_and_location() {
    let operation = only(
        "  /a/{y}/{x}:
    parameters:
      - {name: limit, in: query, description: old}
      - {name: X-Trace, in: header}
      - {name: x, in: path, required: true}
    get:
      parameters:
        - {name: limit, in: query, required: true, description: new}
        - {name: limit, in: header}
        - {name: x-trace, in: header, description: own}
        - {name: y, in: path}
",
    );
    let expected =
        [("path", "y"), ("path", "x"), ("query", "limit"), ("header", "x-trace"), ("header", "limit")];
    assert_eq!(names(&operation), expected);
    assert!(operation.parameters[0].required);
    assert!(operation.parameters[2].required);
    assert_eq!(operation.parameters[2].description, "new");
}

#[test]
fn headers_that_do_not_count_are_left_out_with_a_note() {
    let (api, faults) = read(
        "openapi: 3.1.0
paths:
  /a:
    parameters: [{name: HOST, in: header, required: true}]
    get: {parameters: [{name: accept, in: header}, {name: AUTHORIZATION, in: header}, {name: accept, in: query}]}
    put: {parameters: [{name: Transfer-Encoding, in: header}, {name: content-length, in: header}]}
",
    );
    let api = api.unwrap();
    assert_eq!(names(&api.operations[0]), [("query", "accept")]);
    assert_eq!(names(&api.operations[1]), []);
    let shown: Vec<_> = faults.iter().map(|fault| (fault.level, fault.what.as_str())).collect();
    let expected = [
        "the header parameter `HOST` is left out: the client writes it",
        "the header parameter `accept` is left out: media types and `security` say it",
        "the header parameter `AUTHORIZATION` is left out: media types and `security` say it",
        "the header parameter `Transfer-Encoding` is left out: the client writes it",
        "the header parameter `content-length` is left out: the client writes it",
    ];
    assert_eq!(shown, expected.map(|what| (Level::Note, what)));
}

#[test]
fn a_variable_that_nothing_declares_is_a_required_parameter() {
    let operation = only("  /a/{id}: {get: {}}\n");
    assert_eq!(names(&operation), [("path", "id")]);
    assert!(operation.parameters[0].required);
    assert_eq!(operation.parameters[0].schema, None);
}

#[test]
fn a_path_parameter_without_a_variable_is_left_out_with_a_warning() {
    let (api, faults) =
        read("openapi: 3.1.0\npaths: {'/a/{id}': {get: {parameters: [{name: ID, in: path}]}}}\n");
    assert_eq!(names(&api.unwrap().operations[0]), [("path", "id")]);
    assert_eq!(faults[0].what, "the path parameter `ID` is no variable of `/a/{id}` and is left out");
}

#[test]
fn styles_have_the_defaults_of_their_location() {
    let operation = only(
        "  /a/{p}: {get: {parameters: [{name: p, in: path}, {name: q, in: query}, {name: h, in: header}, {name: c, in: cookie}]}}\n",
    );
    let written: Vec<_> = operation.parameters.iter().map(|parameter| parameter.encoding.clone()).collect();
    let styled = |style, explode| Encoding::Styled { style, explode, allow_reserved: false };
    let [simple, form] = [styled(Style::Simple, false), styled(Style::Form, true)];
    assert_eq!(written, [simple.clone(), form.clone(), simple, form]);
}

#[test]
fn style_explode_and_in_the_query_allow_reserved_are_read() {
    let operation = only(
        "  /a/{p}: {get: {parameters: [{name: p, in: path, style: matrix, explode: true, allowReserved: true}, {name: d, in: query, style: deepObject}, {name: s, in: query, style: spaceDelimited, allowReserved: true}]}}\n",
    );
    let written: Vec<_> = operation.parameters.iter().map(|parameter| parameter.encoding.clone()).collect();
    let styled = |style, explode, allow_reserved| Encoding::Styled { style, explode, allow_reserved };
    let expected = [
        styled(Style::Matrix, true, false),
        styled(Style::DeepObject, false, false),
        styled(Style::SpaceDelimited, false, true),
    ];
    assert_eq!(written, expected);
}

#[test]
fn a_parameter_may_be_described_by_content() {
    let operation = only(
        "  /a: {get: {parameters: [{name: q, in: query, content: {application/json: {schema: {type: object}}}}]}}\n",
    );
    let parameter = &operation.parameters[0];
    assert_eq!(parameter.encoding, Encoding::Content("application/json".to_owned()));
    let schema = parameter.schema.as_ref().map(|place| place.pointer.as_str());
    assert_eq!(schema, Some("/paths/~1a/get/parameters/0/content/application~1json/schema"));
}

#[test]
fn a_reference_with_escapes_leads_into_a_path_and_may_carry_a_text() {
    let operation = only(
        "  /b/{c}: {$ref: '#/components/pathItems/b'}
  /a: {get: {parameters: [{$ref: '#/components/pathItems/b/parameters/0', description: beside}]}}
components: {pathItems: {b: {parameters: [{name: q, in: query, description: own, schema: {type: string}}]}}}
",
    );
    let parameter = &operation.parameters[0];
    assert_eq!((parameter.location, parameter.description.as_str()), (Location::Query, "beside"));
    let operation = only(
        "  /a: {get: {parameters: [{$ref: '#/paths/~1x~1%7Bid%7D/x-parameters/1'}]}}
  /x/{id}: {x-parameters: [{}, {name: q, in: query}]}
",
    );
    assert_eq!(names(&operation), [("query", "q")]);
}

#[test]
fn a_type_beside_the_name_is_read_as_the_schema() {
    let operation = only("  /a: {get: {parameters: [{name: q, in: query, type: integer}]}}\n");
    let schema = operation.parameters[0].schema.as_ref().map(|place| place.pointer.as_str());
    assert_eq!(schema, Some("/paths/~1a/get/parameters/0"));
}

#[test]
fn what_cannot_be_sent_is_refused_where_it_stands() {
    let cases = [
        (
            "{in: query, required: true}",
            "bad-parameter: a parameter has no `name`; instead: write its name on the wire",
            "",
        ),
        (
            "{name: q, required: true}",
            "bad-parameter: parameter `q` has no `in`; instead: write `in: path`, `query`, `header` or `cookie`",
            "",
        ),
        (
            "{name: q, in: body}",
            "bad-parameter: parameter `q` has a word of OpenAPI 2.0 under `in`; instead: describe the body with `requestBody`",
            "/in",
        ),
        (
            "{name: q, in: query, required: true, style: matrix}",
            "unknown-style: parameter `q` has the style `matrix`, which is none here; \
             instead: write `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`, or leave `style` out",
            "/style",
        ),
        (
            "{name: q, in: query, required: true, schema: {}, content: {text/plain: {}}}",
            "bad-parameter: parameter `q` has both `schema` and `content`; instead: leave one of the two",
            "",
        ),
        (
            "{name: a b, in: header, required: true}",
            "bad-parameter: parameter `a b` is a header, and its name is none; instead: write letters, digits and `-`",
            "/name",
        ),
        (
            "{name: q, in: querystring, required: true, content: {text/plain: {}}}",
            "bad-parameter: parameter `q` has a word of OpenAPI 3.2 under `in`; instead: write `in: path`, `query`, `header` or `cookie`",
            "/in",
        ),
        (
            "{name: q, in: query, required: true, content: {application/x-www-form-urlencoded: {encoding: {a: {explode: false}}}}}",
            "bad-parameter: parameter `q` has `encoding` in its `content`, which is not read; instead: leave it out",
            "",
        ),
        ("5", "wrong-shape: a parameter is a number, not an object; instead: write an object", ""),
        (
            "{$ref: '#/components/parameters/loop'}",
            "reference-loop: this `$ref` leads round in a circle; instead: let one of the references lead to a definition",
            "/$ref",
        ),
    ];
    for (parameter, message, below) in cases {
        let text = format!(
            "  /a: {{get: {{parameters: [{parameter}]}}}}\ncomponents: {{parameters: {{loop: {{$ref: '#/components/parameters/loop'}}}}}}\n"
        );
        let place = format!("/paths/~1a/get/parameters/0{below}");
        assert_eq!(refused(&text), (message.to_owned(), place));
    }
}

#[test]
fn one_that_no_request_needs_never_costs_the_operation() {
    for parameter in [
        "{in: query}",
        "{name: '', in: header}",
        "{name: a b, in: header}",
        "{name: q}",
        "{name: q, in: somewhere}",
        "{name: q, in: query, style: matrix}",
        "{name: q, in: query, schema: {}, content: {text/plain: {}}}",
    ] {
        let text = format!(
            "openapi: 3.1.0\ninfo: {{title: t, version: '1'}}\npaths:\n  /a: {{get: {{parameters: [{parameter}, {{name: kept, in: query}}]}}}}\n"
        );
        let (api, faults) = read(&text);
        let api = api.unwrap();
        let names: Vec<&str> = api.operations[0].parameters.iter().map(|kept| kept.name.as_str()).collect();
        assert_eq!(names, ["kept"], "{parameter}");
        let [fault] = faults.as_slice() else { panic!("one warning: {faults:?}") };
        assert!(fault.level == Level::Warning && fault.what.ends_with("no request needs it"), "{fault}");
    }
}
