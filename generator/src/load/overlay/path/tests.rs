//! Paths over a small document → the pointers they select.

use serde_json::{Value, json};

use super::{Found, Selection, parse};

fn document() -> Value {
    json!({
        "paths": {
            "/a": {
                "get": {"id": "ga", "tags": ["x", "y"], "parameters": [{"name": "p", "in": "query", "n": 1}, {"name": "q", "in": "path", "n": 2.5}]},
                "post": {"id": "pa", "x-internal": true},
            },
            "/b'c": {"get": {"id": "gb", "tags": []}},
        },
        "200": {"$ref": "r"},
        "é": null,
    })
}

fn selected(path: &str) -> Vec<String> {
    let document = document();
    let path = parse(path).unwrap_or_else(|malformed| panic!("{path}: {malformed:?}"));
    match Selection::new(&document, 10_000).find(&path).unwrap() {
        Found::Nodes(nodes) => nodes.iter().map(|node| node.at.to_string()).collect(),
        Found::Nothing { .. } => Vec::new(),
    }
}

#[test]
fn names_indexes_and_wildcards_select() {
    for (path, expected) in [
        ("$", vec![""]),
        ("$.paths['/a'].get", vec!["/paths/~1a/get"]),
        (r#"$ ["paths"] [ "/b'c" ]"#, vec!["/paths/~1b'c"]),
        (r"$.paths['/b\'c'].get.id", vec!["/paths/~1b'c/get/id"]),
        (r"$['\u00e9']", vec!["/é"]),
        ("$.é", vec!["/é"]),
        ("$.200.$ref", vec!["/200/$ref"]),
        ("$.paths['/a'].post.x-internal", vec!["/paths/~1a/post/x-internal"]),
        ("$.paths.*.get", vec!["/paths/~1a/get", "/paths/~1b'c/get"]),
        (
            "$.paths[*]['post', 'get'].id",
            vec!["/paths/~1a/post/id", "/paths/~1a/get/id", "/paths/~1b'c/get/id"],
        ),
        ("$.paths['/a'].get.tags[0,-1,0]", vec!["/paths/~1a/get/tags/0", "/paths/~1a/get/tags/1"]),
        ("$.paths['/a'].get.tags[2]", vec![]),
        ("$.paths['/a'].get.tags[-3]", vec![]),
        ("$.paths[0]", vec![]),
        ("$..tags", vec!["/paths/~1a/get/tags", "/paths/~1b'c/get/tags"]),
        (
            "$..parameters[*].name",
            vec!["/paths/~1a/get/parameters/0/name", "/paths/~1a/get/parameters/1/name"],
        ),
        ("$..['$ref']", vec!["/200/$ref"]),
        ("$.paths..tags[1]", vec!["/paths/~1a/get/tags/1"]),
    ] {
        assert_eq!(selected(path), expected, "{path}");
    }
    assert_eq!(selected("$..*").len(), 26);
}

#[test]
fn filters_select() {
    let parameters = |index: &[usize]| {
        index.iter().map(|index| format!("/paths/~1a/get/parameters/{index}")).collect::<Vec<_>>()
    };
    for (test, expected) in [
        ("@.name == 'p'", vec![0]),
        ("(@.name == 'p')", vec![0]),
        ("@.name=='p'&&@.in=='query'", vec![0]),
        ("@.name == 'p' && @.in == 'path'", vec![]),
        ("@['in'] == \"path\" || @.name == 'p'", vec![0, 1]),
        ("!(@.in == 'path')", vec![0]),
        ("!@.nothing", vec![0, 1]),
        ("@.nothing", vec![]),
        ("@.nothing == @.other", vec![0, 1]),
        ("@.nothing != 'p'", vec![0, 1]),
        ("@.n == 1.0", vec![0]),
        ("@.n > 1", vec![1]),
        ("@.n >= 1 && @.n < 2.5", vec![0]),
        ("@.n <= 25e-1", vec![0, 1]),
        ("'p' <= @.name", vec![0, 1]),
        ("@.name < 'q'", vec![0]),
        ("@.name < 7", vec![]),
        ("length(@.name) == 1", vec![0, 1]),
        ("length(@) > 3", vec![]),
        ("@.n == $.paths['/a'].get.parameters[0].n", vec![0]),
        ("@.name == true", vec![]),
        ("@ == 'p'", vec![]),
    ] {
        assert_eq!(
            selected(&format!("$.paths['/a'].get.parameters[?{test}]")),
            parameters(&expected),
            "{test}"
        );
    }
    for (path, expected) in [
        ("$.paths.*.*[?(@ == 'ga')]", vec!["/paths/~1a/get/id"]),
        ("$.paths.*[?@.tags[*] == 'y']", vec!["/paths/~1a/get"]),
        ("$.paths.*[?@.tags[?@ == 'y']]", vec!["/paths/~1a/get"]),
        ("$.paths.*[?@.x-internal==true]", vec!["/paths/~1a/post"]),
        ("$.paths[?@.get.id == 'gb'].get", vec!["/paths/~1b'c/get"]),
        ("$..[?@.in]", vec!["/paths/~1a/get/parameters/0", "/paths/~1a/get/parameters/1"]),
        ("$[?@ == null]", vec!["/é"]),
    ] {
        assert_eq!(selected(path), expected, "{path}");
    }
}

#[test]
fn what_is_no_path_is_told_with_the_character() {
    for (path, at, says) in [
        ("", 1, "`$`"),
        ("paths", 1, "`$`"),
        ("$paths", 2, "`.`"),
        ("$.", 3, "key"),
        ("$.paths./a", 9, "['…']"),
        ("$.paths['/a'", 13, "`]`"),
        ("$.paths['/a]", 13, "end of the text"),
        ("$[a]", 3, "key in quotes"),
        ("$.é[", 5, "key in quotes"),
        ("$[1:2]", 5, "slice"),
        ("$[99999999999999999999]", 23, "index"),
        ("$.a^", 4, "`^`"),
        ("$.a~", 4, "`~`"),
        ("$[?]", 4, "`@`"),
        ("$[?'a']", 7, "comparison"),
        ("$[?@.a == b]", 11, "quotes"),
        ("$[?@.a =~ /x/]", 8, "`,` or `]`"),
        ("$[?match(@.a, 'b')]", 4, "`match(…)`"),
        ("$[?(@.a]", 8, "`)`"),
        ("$[?@.a == 1.2.3]", 11, "number"),
        (r"$['\x']", 6, "escape"),
        (r"$['\ud800']", 10, "half"),
        ("$..", 4, "key"),
    ] {
        let malformed = parse(path).unwrap_err();
        assert_eq!(malformed.at, at, "{path}: {malformed:?}");
        assert!(malformed.what.contains(says), "{path}: {malformed:?}");
    }
}

#[test]
fn work_is_bounded() {
    let document = document();
    let path = parse("$..*..*").unwrap();
    assert!(Selection::new(&document, 50).find(&path).is_err());
    let selection = Selection::new(&document, 10_000);
    selection.find(&path).unwrap();
    assert!(selection.left() < 10_000);
}
