//! Pages that are followed in one call, and places that callers make up.

use fewtools_contract::{
    Answer, Call, Check, Conversion, Exchange, Input, Location, Next, Paging, PathPart, Rows, Segment,
    Turned, Types, Variant, Work,
};
use serde_json::{Value, json};

use super::{Position, resumed, token};
use crate::dispatch::Route;
use crate::trial::{CALL, Recorder, Trial, VARIANT, answer, input, leak, parameter, things, types};
use crate::upstream::UpstreamError;

/// What a cursor is.
const CURSOR: Check<'static> = Check { types: Types::STRING, max_length: 8, ..Check::ANY };
const NAMES: [&str; 5] = ["id", "limit", "after", "filter", "page"];

/// A list below a path, of which the answer names the next page for a slot that is no argument.
fn variant(follow: u32) -> Variant<'static> {
    let check = |index, slot, check: Check<'static>| Input { check, ..input(index, slot) };
    let inputs = leak(vec![
        Input { required: true, ..check(0, "path.id", types(Types::STRING)) },
        Input {
            conversion: Conversion::RowLimit { max: 50, slot_max: 0 },
            ..check(1, "query.limit", types(Types::INTEGER))
        },
        Input { conversion: Conversion::Resume, ..check(2, "", types(Types::STRING)) },
        check(3, "query.filter", types(Types::STRING)),
        check(4, "query.page", Check { maximum: "9", ..types(Types::INTEGER) }),
    ]);
    let parameters = leak(vec![
        parameter(Location::Path, "id", 0),
        parameter(Location::Query, "limit", 1),
        parameter(Location::Query, "filter", 3),
        parameter(Location::Query, "page", 4),
        parameter(Location::Query, "cursor", 5),
    ]);
    let path = &[PathPart::Text("/lists/"), PathPart::Parameter(0)];
    let paging = Paging {
        next: Some(Next::Body { at: &[Segment::Key("next")], input: Some(5) }),
        resume: Some(2),
        turned: &[Turned { slot: "query.cursor", check: CURSOR }],
        named: &[4],
        follow,
    };
    let rows = Rows {
        at: &[Segment::Key("items")],
        pick: &[],
        keep: None,
        ordered_by: "",
        default: 10,
        max: 50,
        limit: Some(1),
    };
    let call = Call { path, parameters, ..CALL };
    Variant {
        inputs,
        work: Work::Call(Exchange { call, paging, merge: None }),
        answer: Answer::Rows(rows),
        ..VARIANT
    }
}

/// An API whose pages have two rows each and follow each other as this says, by cursor.
fn trial(
    follow: u32,
    next: impl Fn(&str) -> Result<Option<&'static str>, u16> + Send + Sync + 'static,
) -> Trial {
    let upstream = Recorder::by(move |request| {
        let cursor = request.url.split("cursor=").nth(1).unwrap_or_default().to_owned();
        match next(&cursor) {
            Ok(next) => {
                let row = |half: &str| format!("{cursor}{half}");
                answer(200, &json!({"items": [row("a"), row("b")], "next": next}).to_string())
            }
            Err(0) => Err(UpstreamError::Timeout),
            Err(status) => answer(status, "{}"),
        }
    });
    Trial::over(things(variant(follow), &NAMES), upstream, |builder| builder)
}

fn called(trial: &Trial) -> Value {
    let reply = trial.call("things", json!({"id": "x"})).expect("a reply");
    assert!(!reply.is_error, "{}", reply.text);
    Value::Object(reply.structured.expect("data"))
}

#[test]
fn a_circle_of_pages_ends() {
    let trial = trial(9, |cursor| Ok(Some(if cursor == "1" { "2" } else { "1" })));
    let answer = called(&trial);
    assert_eq!(answer["items"], json!(["a", "b", "1a", "1b", "2a", "2b"]));
    assert_eq!(answer["truncated"], false);
    assert_eq!(trial.upstream.requests().len(), 3);
}

#[test]
fn no_more_pages_are_read_than_are_said_or_wanted() {
    let endless = |follow| trial(follow, |cursor| Ok(Some(if cursor.is_empty() { "1" } else { "2" })));
    let once = endless(1);
    assert_eq!((called(&once)["returned"].clone(), once.upstream.requests().len()), (json!(2), 1));
    let twice = endless(2);
    assert_eq!((called(&twice)["returned"].clone(), twice.upstream.requests().len()), (json!(4), 2));
    let few = endless(9);
    let reply = few.call("things", json!({"id": "x", "limit": 2})).expect("a reply");
    assert_eq!(
        (reply.structured.expect("data")["returned"].clone(), few.upstream.requests().len()),
        (json!(2), 1)
    );
}

#[test]
fn what_was_read_is_shown_where_the_next_page_fails() {
    for failure in [0, 500] {
        let trial = trial(9, move |cursor| if cursor.is_empty() { Ok(Some("1")) } else { Err(failure) });
        let answer = called(&trial);
        assert_eq!((&answer["items"], &answer["truncated"]), (&json!(["a", "b"]), &json!(true)));
        let after = answer["next"]["after"].clone();
        let reply = trial.call("things", json!({"id": "x", "after": after})).expect("a reply");
        assert!(reply.is_error, "the page itself still fails");
        assert!(trial.upstream.requests().last().is_some_and(|request| request.url.ends_with("cursor=1")));
    }
}

/// What becomes of a place that someone wrote down for a call with this path.
fn read_back(
    route: &Route,
    turn: Vec<(usize, Option<Value>)>,
    size: Option<u64>,
) -> Result<Position, String> {
    let inputs = [Some(json!("x")), Some(json!(10)), None, None, None];
    let position = Position { turn, size, skip: 3 };
    let text = token::text(route, &inputs, &position).expect("a text");
    resumed(route, &inputs, "after", &text).map_err(|fault| fault.text)
}

#[test]
fn a_place_sets_nothing_but_what_turns_pages() {
    let trial = trial(1, |_| Ok(None));
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    for (turn, size) in [
        (vec![(5, Some(json!("c")))], None),
        (vec![(5, Some(json!(7)))], Some(51)),
        (vec![(4, Some(json!(9)))], Some(1)),
        (vec![(4, None)], None),
        (vec![(3, None), (5, Some(json!("c")))], None),
    ] {
        let position = Position { turn: turn.clone(), size, skip: 3 };
        assert_eq!(read_back(route, turn, size), Ok(position));
    }
    for (turn, size) in [
        // A part of the path, the number of rows, the text itself.
        (vec![(0, Some(json!("y")))], None),
        (vec![(1, Some(json!(5)))], None),
        (vec![(2, Some(json!("z")))], None),
        // A parameter that turns no pages.
        (vec![(3, Some(json!("f"))), (5, Some(json!("c")))], None),
        // What the slot does not take.
        (vec![(5, Some(json!("too long a cursor")))], None),
        // What the argument would refuse.
        (vec![(4, Some(json!(10)))], None),
        (vec![(4, Some(json!("two")))], None),
        (vec![(5, Some(json!({"a": 1})))], None),
        // More rows than any call may ask for.
        (vec![(5, Some(json!("c")))], Some(52)),
    ] {
        assert!(read_back(route, turn.clone(), size).is_err(), "{turn:?} {size:?}");
    }
}

#[test]
fn a_place_that_would_not_be_read_is_not_told() {
    let trial = trial(1, |_| Ok(None));
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    let inputs = [Some(json!("x")), Some(json!(10)), None, Some(json!("f")), None];
    let told = |turn| super::told(route, &inputs, &Position { turn, size: None, skip: 0 });
    assert_eq!(told(vec![(5, Some(json!("too long a cursor")))]), None);
    // What only leaves things out is no other page.
    assert_eq!(told(vec![(3, None)]), None);
    // The address of a page has the filter in other words: that of the call stays.
    let text = told(vec![(3, Some(json!("F"))), (5, Some(json!("c")))]).expect("a text");
    let read = resumed(route, &inputs, "after", &text).map_err(|fault| fault.text);
    assert_eq!(read.map(|position| position.turn), Ok(vec![(5, Some(json!("c")))]));
}

#[test]
fn what_the_address_of_a_page_only_leaves_out_still_belongs_to_the_call() {
    let trial = trial(1, |_| Ok(None));
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    let inputs = |filter: &str| [Some(json!("x")), Some(json!(10)), None, Some(json!(filter)), None];
    let turn = vec![(3, None), (5, Some(json!("c")))];
    let position = Position { turn: turn.clone(), size: None, skip: 0 };
    let text = token::text(route, &inputs("f"), &position).expect("a text");
    let read = |filter| resumed(route, &inputs(filter), "after", &text).map_err(|fault| fault.text);
    assert_eq!(read("f").map(|position| position.turn), Ok(turn));
    assert!(read("g").is_err_and(|said| said.contains("belongs to a call with other arguments")));
}

#[test]
fn a_place_beside_arguments_sets_none_of_them() {
    let trial = trial(1, |_| Ok(None));
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    let inputs = |filter: Value| [Some(json!("x")), Some(json!(10)), None, Some(filter), None];
    let place = |turn| Position { turn, size: None, skip: 2 };
    let turn = vec![(3, Some(json!("10")))];
    let (text, told) = super::beside(route, &inputs(json!("0")), &place(turn.clone())).expect("a text");
    assert_eq!(told, [("filter", json!("10"))]);
    let read = |filter| resumed(route, &inputs(filter), "after", &text).map_err(|fault| fault.text);
    assert_eq!(read(json!("10")), Ok(place(turn)));
    assert!(read(json!("0")).is_err());
    for turn in [
        // Nothing moves.
        vec![(3, None)],
        // What no argument says, and what an argument would refuse.
        vec![(3, Some(json!("10"))), (5, Some(json!("c")))],
        vec![(3, Some(json!("10"))), (4, Some(json!(10)))],
        // What cannot be left out, the number of rows, the text itself.
        vec![(3, Some(json!("10"))), (0, None)],
        vec![(1, Some(json!(5)))],
        vec![(2, Some(json!("z")))],
    ] {
        assert_eq!(super::beside(route, &inputs(json!("0")), &place(turn.clone())), None, "{turn:?}");
    }
}

#[test]
fn what_has_to_be_given_and_names_another_place_is_to_be_given_as_next_says() {
    let mut variant = variant(1);
    let mut inputs = variant.inputs.to_vec();
    inputs[4].required = true;
    variant.inputs = leak(inputs);
    let trial = Trial::over(things(variant, &NAMES), Recorder::by(|_| answer(200, "{}")), |builder| builder);
    let route = trial.dispatcher.routes().tool(0).and_then(|tool| tool.route(0)).expect("a route");
    let inputs = |page: u64| [Some(json!("x")), Some(json!(10)), None, None, Some(json!(page))];
    let position = Position { turn: vec![(4, Some(json!(2)))], size: None, skip: 0 };
    let text = token::text(route, &inputs(1), &position).expect("a text");
    assert!(resumed(route, &inputs(2), "after", &text).is_ok());
    assert_eq!(
        resumed(route, &inputs(1), "after", &text).map_err(|fault| fault.text),
        Err("page and after name different places in the list. Give page as next says it to go on, or after to begin there.".to_owned())
    );
}

#[test]
fn a_place_belongs_to_the_arguments_of_its_call() {
    let trial = trial(1, |_| Ok(Some("1")));
    let after = called(&trial)["next"]["after"].clone();
    let with = |id: &str, filter: Option<&str>, limit: u64| {
        let mut arguments = json!({"id": id, "after": after, "limit": limit});
        if let Some(filter) = filter {
            arguments["filter"] = filter.into();
        }
        trial.call("things", arguments).expect("a reply")
    };
    assert!(!with("x", None, 10).is_error && !with("x", None, 3).is_error, "a limit may change");
    for other in [with("y", None, 10), with("x", Some("f"), 10)] {
        assert!(other.is_error);
        assert_eq!(
            other.text,
            "after belongs to a call with other arguments. Give the arguments of that call again, or no after."
        );
    }
}
