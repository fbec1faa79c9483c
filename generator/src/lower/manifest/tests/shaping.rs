//! What a manifest says of types, bodies and rows → what the curation holds.

use super::{LEAST, good, refused, values, with_tool};
use crate::lower::curation::Parse;

#[test]
fn what_shapes_arguments_is_read() {
    let tool = |rest: &str| good(&with_tool(rest)).tools.shift_remove("t").unwrap().value;
    let word = tool("merge_into: getRule, keep_where: key, flatten: rule, body_shape: fields");
    assert_eq!((values(&word.flatten), word.lists_fields), (vec!["rule"], Some(true)));
    let [variant] = word.variants.as_slice() else { panic!("{word:#?}") };
    let merge = variant.merge_into.as_ref().unwrap();
    assert_eq!((merge.call.value.as_str(), merge.at.is_none()), ("getRule", true));
    let keep = variant.keep_where.as_ref().unwrap();
    assert_eq!((keep.arg.value.as_str(), keep.field.value.as_str()), ("key", "key"));

    let whole = tool(
        "merge_into: { call: GET /rules, at: rule }, keep_where: { arg: owner, field: owner/name }, flatten: [a, b]",
    );
    assert_eq!((values(&whole.flatten), whole.lists_fields), (vec!["a", "b"], None));
    let merge = whole.variants[0].merge_into.as_ref().unwrap();
    assert_eq!(merge.at.as_ref().unwrap().value, "rule");
    assert_eq!(whole.variants[0].keep_where.as_ref().unwrap().field.value, "owner/name");
}

#[test]
fn types_are_read() {
    let types = good(
        "types: { ids: { schema: { type: string }, parse: [int64] }, A: { schema: { type: array } } }\n",
    )
    .types;
    assert_eq!(types["ids"].value.parse.as_ref().map(|parse| parse.value), Some(Parse::Integers));
    assert_eq!(types["A"].value.schema.value["type"], "array");
    for (rest, code, at, says) in [
        ("types: { a: { parse: [int64] } }\n", "missing-key", "/types/a", "`schema`"),
        (
            "types: { a: { schema: { type: string }, parse: [int] } }\n",
            "bad-value",
            "/types/a/parse/0",
            "int64",
        ),
        ("types: { a: { schema: text } }\n", "wrong-type", "/types/a/schema", "JSON Schema"),
    ] {
        refused(&format!("{LEAST}{rest}"), code, at, says);
    }
}

#[test]
fn what_belongs_to_a_variant_is_refused_for_a_family() {
    let family =
        "tools: { t: { about: a, discriminator: b, variants: { c: { call: d } }, merge_into: e } }\n";
    refused(&format!("{LEAST}{family}"), "unknown-key", "#/tools/t/merge_into", "belongs to a variant");
}
