//! Steps as they are read, and what is said of those that cannot be.

use super::{LEAST, read, refused};
use crate::lower::curation::{Expression, OperandEntry};

/// A tool with these steps.
fn with_steps(steps: &str, more: &str) -> String {
    format!("{LEAST}tools: {{ t: {{ about: a, steps: {steps}, result: P{more} }} }}\n")
}

#[test]
fn everything_that_a_step_says_is_read() {
    let steps = "{ a: { call: x }, b: { call: y, with: { query.q: $inputs.q, n: 3, t: '$item#/id' }, when: $inputs.q != 'z', \
                 for_each: { rows: '$steps.a.body#/items', most: 5 }, if_failed: note, if_denied: { seen: false } } }";
    let (curation, faults) = read(&with_steps(steps, ", deadline: 8s, concurrency: 4"));
    assert!(faults.is_empty(), "{faults:?}");
    let curation = curation.unwrap();
    let entry = curation.tools["t"].value.steps.as_ref().unwrap();
    assert_eq!(entry.deadline_ms.as_ref().map(|time| time.value), Some(8_000));
    assert_eq!(entry.concurrency.as_ref().map(|most| most.value), Some(4));
    let (first, second) = (&entry.steps["a"].value, &entry.steps["b"].value);
    assert!(!first.optional && first.with.is_empty() && first.if_denied.is_none());
    assert!(second.optional && second.when.is_some());
    assert_eq!(second.for_each.as_ref().map(|each| each.value.most), Some(5));
    assert_eq!(second.if_denied.as_ref().map(|fields| fields.len()), Some(1));
    let ways = second.with.values().filter_map(|value| match &value.value {
        OperandEntry::Way(way) => Some(way.value.clone()),
        _ => None,
    });
    let ways: Vec<Expression> = ways.collect();
    assert_eq!(ways, [Expression::Input("q".to_owned()), Expression::Item("/id".to_owned())]);
}

#[test]
fn what_is_no_step_is_told() {
    for (steps, more, code, at, says) in [
        ("{}", "", "bad-value", "/tools/t/steps", "1 to 64"),
        ("{ a: getX }", "", "wrong-type", "/tools/t/steps/a", "`{ call: getX }`"),
        ("{ a: { with: {} } }", "", "missing-key", "/tools/t/steps/a", "`call`"),
        ("{ a: { call: x, width: {} } }", "", "unknown-key", "#/tools/t/steps/a/width", "`with`"),
        ("{ a.b: { call: x } }", "", "bad-value", "#/tools/t/steps/a.b", "no name of a step"),
        ("{ a: { call: x, if_failed: ignore } }", "", "bad-value", "/tools/t/steps/a/if_failed", "`note`"),
        ("{ a: { call: x, if_denied: {} } }", "", "empty-list", "/tools/t/steps/a/if_denied", "visible"),
        ("{ a: { call: x, when: b = 1 } }", "", "bad-value", "/tools/t/steps/a/when", "`==`"),
        (
            "{ a: { call: x, with: { b: $step.c.body } } }",
            "",
            "bad-value",
            "/tools/t/steps/a/with/b",
            "`$steps`",
        ),
        (
            "{ a: { call: x, for_each: { rows: $inputs.b } } }",
            "",
            "bad-value",
            "/tools/t/steps/a/for_each/rows",
            "a list",
        ),
        (
            "{ a: { call: x, for_each: { most: 3 } } }",
            "",
            "missing-key",
            "/tools/t/steps/a/for_each",
            "`rows`",
        ),
        ("{ a: { call: x } }", ", concurrency: 0", "bad-value", "/tools/t/concurrency", "from 1"),
        ("{ a: { call: x } }", ", deadline: soon", "bad-value", "/tools/t/deadline", "`8s`"),
        ("{ a: { call: x } }", ", call: x", "conflicting-keys", "#/tools/t/call", "either"),
        ("{ a: { call: x } }", ", needs: [b]", "conflicting-keys", "#/tools/t/needs", "required"),
    ] {
        refused(&with_steps(steps, more), code, at, says);
    }
    let rows = "{ a: { call: x, for_each: { rows: '$steps.b.body', most: 101 } } }";
    refused(&with_steps(rows, ""), "bad-value", "/tools/t/steps/a/for_each/most", "at most 100");
    let alone = format!("{LEAST}tools: {{ t: {{ about: a, call: x, deadline: 8s }} }}\n");
    refused(&alone, "unknown-key", "#/tools/t/deadline", "`steps`");
}
