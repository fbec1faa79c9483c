//! Fields of projections: every form, and what is said of one that is none.

use serde_json::json;

use super::{LEAST, good, refused};
use crate::lower::curation::{Expression, FieldEntry, FromEntry, HookReturn, PickEntry};

fn field(written: &str) -> FieldEntry {
    let curation = good(&format!("projections:\n  P:\n    - a: {written}\n"));
    curation.projections["P"].value[0].clone()
}

fn path(path: &str) -> Expression {
    Expression::Path(path.to_owned())
}

#[test]
fn every_form_is_read() {
    assert!(matches!(field("$now").from, FromEntry::Now));
    assert!(
        matches!(field("{ const: { b: 1 } }").from, FromEntry::Constant(value) if value.value == json!({"b": 1}))
    );
    assert!(matches!(field("{ from: b/c }").from, FromEntry::Way(way) if way.value == path("b/c")));
    assert!(matches!(
        field("{ from: b, cap: 8kB }").from,
        FromEntry::Text { from, most: 8000 } if from.value == path("b")
    ));
    let FromEntry::Object { from, pick: PickEntry::Named(name) } =
        field("{ from: $inputs.b, pick: Row }").from
    else {
        panic!()
    };
    assert_eq!((from.value, name.value.as_str()), (Expression::Input("b".to_owned()), "Row"));
    let FromEntry::Each { of, pick: Some(PickEntry::Fields(pick)) } =
        field("{ each: '$steps.s.body#/b', where: c == 1, sort: -d/e, first: 3, pick: [f] }").from
    else {
        panic!()
    };
    assert_eq!(of.at.value, Expression::Body { step: "s".to_owned(), pointer: "/b".to_owned() });
    assert_eq!(of.filter.unwrap().equals, json!(1));
    assert_eq!(of.sort.map(|(path, descending)| (path.value, descending)), Some(("d/e".to_owned(), true)));
    assert_eq!((of.first, pick.len()), (Some(3), 1));
    assert!(matches!(field("{ count: b, where: c }").from, FromEntry::Count(of) if of.filter.is_some()));
    assert!(
        matches!(field("{ sum: b, of: c/d }").from, FromEntry::Sum { number, .. } if number.value == "c/d")
    );
    let FromEntry::Hook(hook) = field("{ fn: trend, of: { points: b, now: $inputs.c }, returns: text }").from
    else {
        panic!()
    };
    assert_eq!(hook.returns.unwrap().value, HookReturn::Text);
    assert_eq!(hook.of.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["points", "now"]);
    let FromEntry::Hook(hook) = field("{ fn: trend, of: b }").from else { panic!() };
    assert_eq!((hook.of[0].0.as_str(), hook.returns), ("of", None));
    let FromEntry::Findings(findings) =
        field("[{ when: b > 1, say: 'It is {b}.' }, { when: '!c', say: No. }]").from
    else {
        panic!()
    };
    assert_eq!(findings.iter().map(|one| one.say.value.as_str()).collect::<Vec<_>>(), ["It is {b}.", "No."]);
}

#[test]
fn what_is_no_form_is_told_the_right_one() {
    for (written, code, at, says) in [
        ("{ from: b, each: c }", "conflicting-keys", "#/projections/P/0/a/from", "`{ each: <path>,"),
        ("{ count: b, pick: [c] }", "conflicting-keys", "#/projections/P/0/a/pick", "`{ count: <path>,"),
        ("{ from: b, where: c }", "conflicting-keys", "#/projections/P/0/a/where", "cap: 8kB"),
        (
            "{ from: b, cap: 1kB, pick: [c] }",
            "conflicting-keys",
            "#/projections/P/0/a/pick",
            "`cap` for a text",
        ),
        ("{ of: b }", "missing-key", "/projections/P/0/a", "`{ fn: <name>"),
        ("{ sort: b }", "missing-key", "/projections/P/0/a", "`{ each: <path>"),
        ("{ cap: 1kB }", "missing-key", "/projections/P/0/a", "cap: 8kB"),
        ("{ sum: b }", "missing-key", "/projections/P/0/a", "the way from an item to the number"),
        ("{ from: b, cap: 8 }", "wrong-type", "/projections/P/0/a/cap", "a size like `8kB`"),
        ("{ from: b, cap: many }", "bad-value", "/projections/P/0/a/cap", "`512B`"),
        ("{ each: b, sort: '-' }", "bad-value", "/projections/P/0/a/sort", "`-size`"),
        ("{ each: b, first: 0 }", "bad-value", "/projections/P/0/a/first", "from 1"),
        ("{ each: $now }", "bad-value", "/projections/P/0/a/each", "`<name>: $now`"),
        ("{ fn: queueTrend, of: b }", "bad-value", "/projections/P/0/a/fn", "`queue_trend`"),
        ("{ fn: trend, of: { Points: b } }", "bad-value", "#/projections/P/0/a/of/Points", "`points`"),
        ("{ fn: trend, of: b, returns: string }", "bad-value", "/projections/P/0/a/returns", "one of `text`"),
        ("{ when: b, say: c }", "wrong-type", "/projections/P/0/a", "`[{ when: …, say: … }]`"),
        ("[]", "empty-list", "/projections/P/0/a", "`{ when: …, say: … }`"),
        ("[b]", "wrong-type", "/projections/P/0/a/0", "is no finding"),
        ("[{ when: b }]", "missing-key", "/projections/P/0/a/0", "`say`"),
        ("$input.b", "bad-value", "/projections/P/0/a", "`$inputs"),
    ] {
        refused(&format!("{LEAST}projections:\n  P:\n    - a: {written}\n"), code, at, says);
    }
    refused(
        &format!("{LEAST}projections: {{ P: [$now] }}\n"),
        "bad-value",
        "/projections/P/0",
        "`<name>: $now`",
    );
}
