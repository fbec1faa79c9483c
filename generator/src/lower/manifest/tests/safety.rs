//! Gates, subjects and permissions as a manifest writes them → entries and faults.

use super::{LEAST, good, refused, values, with_tool};
use crate::lower::curation::{DenialShape, DryRunEntry, ExpectedEntry};

#[test]
fn gates_have_usual_names_and_others_where_they_are_written() {
    let usual = good("").gates;
    assert_eq!(values(&[usual.dry_run, usual.confirm]), ["dryRun", "confirm"]);
    assert!(usual.cap.is_none());
    let named = good(
        "gates: { dry_run: { arg: rehearse }, cap: { tripped_by: { status: 409, code: c, error_code: /e } } }\n",
    );
    let cap = named.gates.cap.unwrap();
    assert_eq!(
        values(&[named.gates.dry_run, named.gates.confirm, cap.arg]),
        ["rehearse", "confirm", "override"]
    );
    assert_eq!((cap.status, cap.code.as_str(), cap.error_code.unwrap().value.as_str()), (409, "c", "/e"));
}

#[test]
fn a_tool_has_gates_and_a_reason_for_none() {
    let gates = |rest: &str| good(&with_tool(rest)).tools.swap_remove("t").unwrap().value.gates;
    let local = gates("gates: { dry_run: { local: true } }").dry_run.unwrap().value;
    assert!(matches!(local, DryRunEntry::Local));
    let upstream = gates("gates: { dry_run: { upstream: query.mode, on: Check } }").dry_run.unwrap().value;
    let DryRunEntry::Upstream { slot, on } = upstream else { panic!("{upstream:?}") };
    assert_eq!((slot.value.as_str(), on.unwrap().value), ("query.mode", "Check".into()));
    let confirm =
        gates("gates: { confirm: { equals: '$lookup.body#/a~1b', lookup: get, receipt: required } }");
    let confirm = confirm.confirm.unwrap().value;
    assert_eq!(confirm.equals.value, ExpectedEntry::Lookup("/a~1b".to_owned()));
    assert!(confirm.receipt && confirm.lookup.is_some());
    let tool = good(&with_tool("ungated: It comes back.")).tools.swap_remove("t").unwrap().value;
    assert_eq!(tool.ungated.unwrap().value, "It comes back.");
}

#[test]
fn expressions_are_three_and_no_more() {
    for (written, says) in [
        ("$request.query.x", "one"),
        ("$request.path.", "$request.path.<parameter>"),
        ("$inputs.queue", "`$request.path.queue`"),
        ("queue", "`$request.path.queue`"),
        ("$lookup.body.name", "`'$lookup.body#/name'`"),
        ("$lookup.body#name", "`'$lookup.body#/name'`"),
        ("$lookup.body#/", "`'$lookup.body#/<field>'`"),
        ("$preview.body#/a~2", "$preview.body#/a~2"),
        ("$steps.a.body#/b", "$request.path.<parameter>"),
    ] {
        let tool = with_tool(&format!("gates: {{ confirm: {{ equals: '{written}' }} }}"));
        let says = if written.starts_with("$request.query") { "`$request.path.<parameter>`" } else { says };
        refused(&format!("{LEAST}{tool}"), "bad-value", "/tools/t/gates/confirm/equals", says);
    }
}

#[test]
fn nothing_weakens_a_gate() {
    for (rest, at) in [
        ("gates: { dry_run: { arg: d, default: false } }\n".to_owned(), "#/gates/dry_run/default"),
        ("gates: { exempt: [admin] }\n".to_owned(), "#/gates/exempt"),
        (with_tool("gates: { dry_run: { local: true, default: false } }"), "#/tools/t/gates/dry_run/default"),
        (with_tool("gates: { cap: { upstream: query.x, unless: y } }"), "#/tools/t/gates/cap/unless"),
    ] {
        refused(&format!("{LEAST}{rest}"), "gate-exemption", at, "no default and no caller passes a gate");
    }
    let local = with_tool("gates: { dry_run: { local: false } }");
    refused(&format!("{LEAST}{local}"), "bad-value", "/tools/t/gates/dry_run/local", "`local: true`");
    let off = with_tool("gates: { dry_run: false }");
    refused(&format!("{LEAST}{off}"), "wrong-type", "/tools/t/gates/dry_run", "upstream");
}

#[test]
fn subjects_and_permissions_are_read() {
    let curation = good(
        "subjects:
  queue: { arg: q, type: uuid, denial: reveal, told_by: { status: 404, code: c }, say: No., found_at: a://b }
  cluster: { arg: c, denial: hide }
  node: { arg: n, denial: enumerate }
permissions: { list: queues:read, own: none }
",
    );
    let shapes: Vec<DenialShape> =
        curation.subjects.values().map(|subject| subject.value.denial.value).collect();
    assert_eq!(shapes, [DenialShape::Reveal, DenialShape::Hide, DenialShape::Enumerate]);
    let queue = &curation.subjects["queue"].value;
    assert_eq!(queue.told_by.as_ref().unwrap().value.code, "c");
    assert!(queue.ty.is_some() && queue.found_at.is_some());
    let named: Vec<Option<&str>> =
        curation.permissions.values().map(|permission| permission.value.name.as_deref()).collect();
    assert_eq!(named, [Some("queues:read"), None]);
}

#[test]
fn what_a_subject_cannot_be_is_told() {
    for (subject, code, at, says) in [
        ("{ denial: hide }", "missing-key", "/subjects/s", "`arg`"),
        ("{ arg: a }", "missing-key", "/subjects/s", "`denial`"),
        ("{ arg: a, denial: hid }", "bad-value", "/subjects/s/denial", "`hide`"),
        (
            "{ arg: a, denial: reveal, told_by: { status: 200 } }",
            "bad-value",
            "/subjects/s/told_by/status",
            "400",
        ),
        (
            "{ arg: a, denial: hide, told_by: { status: 404 } }",
            "conflicting-keys",
            "#/subjects/s/told_by",
            "hide",
        ),
    ] {
        refused(&format!("{LEAST}subjects: {{ s: {subject} }}\n"), code, at, says);
    }
}
