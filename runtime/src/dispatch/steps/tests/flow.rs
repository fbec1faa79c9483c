//! Order, overlap, conditions and the deadline.

use std::sync::Arc;

use fewtools_contract::{
    Catalogue, Comparison, Composite, Condition, Field, Operand, Origin, Picked, Segment, Step,
    Upstream as Limits, Variant, Way, Work,
};
use serde_json::json;

use super::{at, call, catalogue, giving, leak, notes, of, step, way};
use crate::trial::{Recorder, answer_with, keep, tool};
use crate::{Dispatcher, StartError};

#[test]
fn steps_run_as_soon_as_what_they_wait_for_has_ended() {
    let after = |step, after| Step { after, ..step };
    let first = way(Origin::Body(0), &[Segment::Key("v")]);
    let steps = vec![
        step("row"),
        giving(after(step("depth"), &[0]), first, true),
        giving(after(step("events"), &[0]), first, true),
        step("health"),
    ];
    let fields = vec![of("row", 0), of("depth", 1), of("events", 2), of("health", 3)];
    let done = call(
        catalogue(steps, fields, vec![]),
        vec![
            at("/row", 30, 200, r#"{"v": "q 1", "secret": 1}"#),
            at("/depth", 80, 200, r#"{"v": 18446744073709551616}"#),
            at("/events", 80, 200, r#"{"v": [1]}"#),
            at("/health", 110, 200, r#"{"v": "ok"}"#),
        ],
    );
    assert_eq!(done.urls, ["/row", "/health", "/depth?x=q%201", "/events?x=q%201"]);
    assert_eq!(done.most, 3);
    assert!(done.took.as_millis() < 190, "{:?}", done.took);
    assert_eq!(done.reply.text, r#"{"row":"q 1","depth":18446744073709551616,"events":[1],"health":"ok"}"#);
}

#[test]
fn no_more_are_in_flight_than_may_be() {
    let names = ["a", "b", "c", "d", "e"];
    let base = catalogue(names.map(step).to_vec(), vec![of("a", 0)], vec![]);
    let variant = base.tools[0].variants[0];
    let steps = variant.work.steps();
    let work = Work::Steps(Composite { steps, deadline_ms: 900, at_once: 2 });
    let tools = leak(vec![tool("things", &[], Variant { work, ..variant })]);
    let paths = ["/a", "/b", "/c", "/d", "/e"];
    let done = call(Catalogue { tools, ..base }, paths.map(|path| at(path, 20, 200, "{}")).to_vec());
    assert_eq!((done.urls.len(), done.most), (5, 2));
}

#[test]
fn a_step_is_left_out_where_its_condition_does_not_hold() {
    let status = |is: &'static str| Condition::Compare {
        left: way(Origin::Status(0), &[]),
        by: Comparison::Equal,
        right: Operand::Constant(is),
    };
    let steps = vec![
        step("row"),
        Step { after: &[0], when: Some(status("200")), ..step("then") },
        Step { after: &[0], when: Some(status("404")), ..step("never") },
        Step {
            after: &[0],
            when: Some(Condition::Holds(way(Origin::Body(0), &[Segment::Key("x")]))),
            ..step("unknown")
        },
        Step { after: &[2], ..step("behind") },
    ];
    let fields = vec![of("then", 1), of("never", 2), of("unknown", 3), of("behind", 4)];
    let done = call(
        catalogue(steps, fields, vec![]),
        vec![at("/row", 0, 200, "{}"), at("/then", 0, 200, r#"{"v": 1}"#)],
    );
    assert_eq!(done.urls, ["/row", "/then"]);
    assert_eq!(done.data(), json!({"then": 1, "never": null, "unknown": null, "behind": null}));
}

#[test]
fn one_deadline_is_for_all_requests() {
    let steps = vec![
        step("row"),
        Step { optional: true, after: &[0], ..step("slow") },
        Step { optional: true, after: &[1], ..step("behind") },
    ];
    let done = call(
        catalogue(steps, vec![of("row", 0), of("slow", 1), of("behind", 2)], vec![]),
        vec![at("/row", 100, 200, r#"{"v": 1}"#), at("/slow", 60_000, 200, "{}")],
    );
    assert_eq!(done.data(), json!({"row": 1, "slow": null, "behind": null, "notes": ["slow: timed out"]}));
    assert!(done.took.as_millis() < 900, "{:?}", done.took);
    assert!(matches!(done.timeouts.as_slice(), [850..=855, 700..=755]), "{:?}", done.timeouts);
}

#[test]
fn a_request_has_the_time_that_any_has_and_what_a_hanging_one_is_told_as() {
    let base = catalogue(vec![step("row")], vec![of("row", 0)], vec![]);
    let upstream = Limits { timeout_ms: 50, ..base.upstream };
    let done = call(Catalogue { upstream, ..base }, vec![at("/row", 60_000, 200, "{}")]);
    assert_eq!(done.timeouts, [50]);
    assert_eq!(done.reply.text, "The API did not answer in time; try again.");
}

#[test]
fn what_comes_too_late_is_not_sent() {
    let steps = vec![Step { optional: true, ..step("slow") }, step("other")];
    let steps = [steps, vec![Step { after: &[1], optional: true, ..step("late") }]].concat();
    let done = call(
        catalogue(steps, vec![of("late", 2)], vec![]),
        vec![at("/slow", 60_000, 200, "{}"), at("/other", 854, 200, "{}"), at("/late", 0, 200, "{}")],
    );
    // The second may just not have been answered in time; then it is the one that fails the call.
    if !done.reply.is_error {
        assert_eq!(notes(&done.data()), ["slow: timed out", "late: timed out"]);
    }
}

#[test]
fn texts_headers_and_statuses_can_be_looked_at() {
    let header =
        |name| Field { name, value: Picked::At(Way { from: Origin::Header { step: 0, name }, path: &[] }) };
    let fields = vec![
        Field { name: "text", value: Picked::At(Way { from: Origin::Body(0), path: &[] }) },
        Field { name: "status", value: Picked::At(Way { from: Origin::Status(0), path: &[] }) },
        Field { name: "empty", value: Picked::At(Way { from: Origin::Body(1), path: &[] }) },
        header("etag"),
        header("absent"),
    ];
    let headers = [("content-type", "text/plain"), ("etag", "\"7\""), ("secret", "s")];
    let text = answer_with(203, &headers, b"hello");
    let done = call(
        catalogue(vec![step("text"), step("empty")], fields, vec![]),
        vec![("/text", (0, text)), ("/empty", (0, answer_with(204, &[], b"")))],
    );
    assert_eq!(
        done.data(),
        json!({"text": "hello", "status": 203, "empty": null, "etag": "\"7\"", "absent": null})
    );
}

#[test]
fn steps_in_a_circle_do_not_start() {
    let circle = vec![Step { after: &[1], ..step("a") }, Step { after: &[0], ..step("b") }];
    let error = start(catalogue(circle, vec![of("a", 0)], vec![]));
    assert_eq!(
        error.problems(),
        [
            "tool `things`: its steps change something, wait for each other, or for something that is not there"
        ]
    );
    let error = start(catalogue(vec![step("a")], vec![of("a", 1)], vec![]));
    assert_eq!(error.problems(), ["tool `things`: it refers to something that is not in the catalogue"]);
}

fn start(catalogue: Catalogue<'static>) -> StartError {
    let builder = Dispatcher::builder(keep(catalogue)).upstream(Arc::new(Recorder::silent()));
    builder.build().expect_err("not sound")
}

#[test]
fn what_an_answer_cannot_do_without_is_asked_for_first() {
    let optional = |name| Step { optional: true, ..step(name) };
    let base = catalogue(vec![optional("a"), optional("b"), step("c")], vec![of("c", 2)], vec![]);
    let variant = base.tools[0].variants[0];
    let work = Work::Steps(Composite { steps: variant.work.steps(), deadline_ms: 900, at_once: 1 });
    let tools = leak(vec![tool("things", &[], Variant { work, ..variant })]);
    let answers = ["/a", "/b", "/c"].map(|path| at(path, 0, 200, r#"{"v": 1}"#)).to_vec();
    let done = call(Catalogue { tools, ..base }, answers);
    assert_eq!(done.urls, ["/c", "/a", "/b"]);
}
