//! Steps that run for each row.

use fewtools_contract::{Denial, Field, ForEach, Origin, Picked, Segment, Step, Way};
use serde_json::json;

use super::{Done, at, call, catalogue, giving, of, step, way};

const ITEMS: Way<'static> = Way { from: Origin::Body(0), path: &[Segment::Key("items")] };

fn each(most: u32, optional: bool) -> Step<'static> {
    let id = way(Origin::Here, &[Segment::Key("id")]);
    let each = Some(ForEach { rows: ITEMS, most });
    giving(Step { after: &[0], each, optional, ..step("each") }, id, true)
}

fn done(step_: Step<'static>, items: &str, status: u16) -> Done {
    let fields = vec![
        Field { name: "each", value: Picked::At(Way { from: Origin::Body(1), path: &[] }) },
        of("after", 2),
    ];
    let steps = vec![step("list"), step_, Step { after: &[1], ..step("after") }];
    let answers = vec![
        at("/list", 0, 200, items),
        at("/each", 20, status, r#"{"v": 1}"#),
        at("/after", 0, 200, r#"{"v": 2}"#),
    ];
    call(catalogue(steps, fields, vec![]), answers)
}

#[test]
fn a_step_runs_once_for_each_of_the_first_rows() {
    let items = r#"{"items": [{"id": 3}, {"id": 1}, {"id": 2}]}"#;
    let all = done(each(10, false), items, 200);
    assert_eq!(all.urls, ["/list", "/each?x=3", "/each?x=1", "/each?x=2", "/after"]);
    assert_eq!(all.most, 3);
    let pair = |id: u8| json!({"item": {"id": id}, "body": {"v": 1}});
    assert_eq!(all.data(), json!({"each": [pair(3), pair(1), pair(2)], "after": 2}));

    let some = done(each(2, false), items, 200);
    assert_eq!(
        some.data(),
        json!({"each": [pair(3), pair(1)], "after": 2, "notes": ["each: only the first 2 of 3 rows"]})
    );
}

#[test]
fn no_rows_are_no_runs() {
    let none = done(each(10, false), r#"{"items": []}"#, 200);
    assert_eq!((none.urls.len(), none.data()), (2, json!({"each": [], "after": 2})));
    let absent = done(each(10, false), r#"{"items": null}"#, 200);
    assert_eq!((absent.urls.len(), absent.data()), (1, json!({"each": null, "after": null})));
}

#[test]
fn a_run_that_fails_is_a_note_or_the_end() {
    let items = r#"{"items": [{"id": 1}, {}, {"id": 2}]}"#;
    let noted = done(each(2, true), items, 503);
    assert_eq!(
        noted.data(),
        json!({
            "each": [{"item": {"id": 1}, "body": null}, {"item": {}, "body": null}], "after": 2,
            "notes": ["each: only the first 2 of 3 rows", "each: failed (503) for 2 of 2 rows"],
        })
    );
    let ended = done(each(10, false), items, 503);
    assert_eq!(ended.reply.text, "The API failed (503). Changing the call will not help.");
    let hidden = Denial { hidden: "There is no such thing.", ..Denial::OPEN };
    let denied =
        done(Step { denial: hidden, ..each(10, false) }, r#"{"items": [{"id": 1}, {"id": 2}]}"#, 404);
    assert_eq!(denied.reply.text, "There is no such thing.");
    let two = r#"{"items": [{"id": 1}, {"id": 2}]}"#;
    let unaccepted = done(each(10, false), two, 401);
    assert!(unaccepted.reply.is_error, "{:?}", unaccepted.reply);
    let set: &[(&str, &str)] = &[("after", "\"hidden\"")];
    let set = done(Step { if_denied: Some(set), ..each(1, false) }, items, 403);
    assert_eq!(set.data()["after"], "hidden");
}

#[test]
fn a_row_that_is_not_there_has_no_body_where_another_one_has() {
    let steps = |denial| vec![step("list"), Step { denial, ..each(10, false) }];
    let hidden = Denial { hidden: "There is no such thing.", ..Denial::OPEN };
    for (denial, status) in [(Denial::OPEN, 404), (Denial::OPEN, 410), (hidden, 403), (hidden, 404)] {
        let fields =
            vec![Field { name: "each", value: Picked::At(Way { from: Origin::Body(1), path: &[] }) }];
        let answers = vec![
            at("/list", 0, 200, r#"{"items": [{"id": 1}, {"id": 2}]}"#),
            at("/each?x=1", 0, status, "{}"),
            at("/each?x=2", 30, 200, r#"{"v": 2}"#),
        ];
        let done = call(catalogue(steps(denial), fields, vec![]), answers);
        assert_eq!(
            done.data(),
            json!({
                "each": [{"item": {"id": 1}, "body": null}, {"item": {"id": 2}, "body": {"v": 2}}],
                "notes": ["each: not available for 1 of 2 rows"],
            })
        );
    }
}
