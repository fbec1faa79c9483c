//! Which operations are found, and what they are called.

use super::{api, paths, read};

#[test]
fn operations_come_in_document_order_under_their_ids() {
    let api = paths("  /b: {post: {operationId: makeB}, get: {}}\n  /a: {delete: {operationId: dropA}}\n");
    let ids: Vec<_> = api.operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids, ["makeB", "GET /b", "dropA"]);
    assert_eq!(api.by_id.get("dropA"), Some(&2));
    assert_eq!(api.by_id.get("GET /b"), Some(&1));
}

#[test]
fn texts_tags_and_deprecation_are_kept() {
    let api = paths("  /a: {get: {summary: s, description: d, deprecated: true, tags: [x, y]}}\n");
    let operation = &api.operations[0];
    assert_eq!((operation.summary.as_str(), operation.description.as_str()), ("s", "d"));
    assert!(operation.deprecated);
    assert_eq!(operation.tags, ["x", "y"]);
}

#[test]
fn operations_that_share_an_id_are_named_by_method_and_path() {
    let (api, faults) = read(
        "openapi: 3.0.3\npaths:\n  /a: {get: {operationId: same}}\n  /b: {get: {operationId: same}}\n  /c: {get: {operationId: 'GET /a'}}\n",
    );
    let api = api.unwrap();
    let ids: Vec<_> = api.operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids, ["GET /a", "GET /b", "GET /c"]);
    assert_eq!(api.operations[0].operation_id.as_deref(), Some("same"));
    assert_eq!(
        faults[0].to_string().split(';').next(),
        Some("duplicate-operation-id: 2 operations have the operationId `same`")
    );
    assert_eq!(faults[0].also.len(), 1);
}

#[test]
fn an_operation_that_cannot_be_read_takes_no_other_with_it() {
    let api = paths(
        "  /a:\n    get: {operationId: bad, parameters: [{$ref: '#/components/parameters/limt'}]}\n    post: {operationId: good}\ncomponents: {parameters: {limit: {name: limit, in: query}}}\n",
    );
    assert_eq!(api.operations[0].id, "good");
    let unreadable = &api.unreadable[0];
    assert_eq!(
        (unreadable.id.as_str(), unreadable.method.as_str(), unreadable.path.as_str()),
        ("bad", "GET", "/a")
    );
    assert_eq!(
        unreadable.fault.to_string(),
        "dangling-reference: `$ref` to `#/components/parameters/limt` leads nowhere; \
         instead: `#/components/parameters/limit`"
    );
}

#[test]
fn a_path_item_may_be_a_reference_with_methods_of_its_own() {
    let api = paths(
        "  /a: {$ref: '#/components/pathItems/shared', get: {operationId: own}}\ncomponents: {pathItems: {shared: {get: {operationId: hidden}, put: {operationId: put}}}}\n",
    );
    let ids: Vec<_> = api.operations.iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids, ["own", "put"]);
    assert_eq!(api.operations[1].path, "/a");
}

#[test]
fn a_path_item_in_a_missing_file_is_a_warning_and_an_operation_there_is_unreadable() {
    let (api, faults) = read(
        "openapi: 3.0.0\npaths:\n  /a: {$ref: 'paths/a.yaml'}\n  /b: {get: {$ref: 'https://example.com/b.yaml'}}\n  /c: {get: {}}\n",
    );
    let api = api.unwrap();
    assert_eq!(api.operations.len(), 1);
    assert_eq!(faults.iter().map(|fault| fault.code.0).collect::<Vec<_>>(), ["missing-file"]);
    assert_eq!(api.unreadable[0].fault.code.0, "remote-reference");
}

#[test]
fn a_document_may_refer_to_itself_by_its_name() {
    let api = paths(
        "  /a: {get: {parameters: [{$ref: './openapi.yaml#/components/parameters/p'}]}}\ncomponents: {parameters: {p: {name: p, in: query}}}\n",
    );
    assert_eq!(api.operations[0].parameters[0].name, "p");
}

#[test]
fn a_document_without_paths_has_no_operations() {
    for document in ["openapi: 3.1.0\nwebhooks: {a: {post: {}}}\n", "openapi: 3.0.0\npaths:\n"] {
        assert!(api(document).operations.is_empty());
    }
}

#[test]
fn paths_that_are_no_object_are_a_fault() {
    let (_, faults) = read("openapi: 3.1.0\npaths: [a]\n");
    assert_eq!(faults[0].what, "`paths` is a list, not an object");
}
