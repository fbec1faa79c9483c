//! Pages that arguments turn whose names say nothing of pages.

use serde_json::{Value, json};

use super::{Trial, USUAL, rows};

#[test]
fn an_argument_turns_pages_whatever_its_name_is() {
    for follow in [1, 3] {
        let trial =
            Trial::new(
                rows(20, 1),
                &format!("{{ arg: after, follow: {follow} }}"),
                4_000,
                |kind| match kind {
                    "link-own" => Some("args: [o, kind, after],".to_owned()),
                    "limited" => Some("args: [limit],".to_owned()),
                    _ => None,
                },
            );
        let call = |arguments: &Value| trial.call("link-own", arguments.as_object().expect("arguments"));
        // The address of the next page leaves the filter out, which stays as the call has it.
        let mut arguments = json!({"kind": "zz"});
        let first = call(&arguments).structured.expect("data");
        let second = call(&json!({"kind": "zz", "after": first["next"]["after"]}));
        assert_eq!(second.structured.expect("data")["items"][0]["id"], 5, "the rest of a page");
        let mut ids = Vec::new();
        let next = loop {
            let reply = call(&arguments);
            assert!(!reply.is_error, "{arguments}: {}", reply.text);
            let answer = reply.structured.expect("data");
            ids.extend(answer["items"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_u64()));
            assert_eq!(arguments["kind"], "zz");
            let Some(next) = answer.get("next").and_then(Value::as_object).cloned() else { break arguments };
            arguments.as_object_mut().expect("arguments").extend(next);
        };
        assert_eq!(ids, (0..20).collect::<Vec<u64>>(), "follow {follow}");
        assert_eq!(next["o"], 14, "{next}");
        // The text belongs to the argument that turned the page, and sets nothing in its place.
        for other in [json!({"o": 7}), json!({"o": null}), json!({"kind": "z"})] {
            let mut arguments = next.clone();
            arguments
                .as_object_mut()
                .expect("arguments")
                .extend(other.as_object().expect("arguments").clone());
            let refused = call(&arguments);
            assert!(refused.is_error && refused.text.starts_with("after "), "{other}: {}", refused.text);
        }
    }
}

#[test]
fn a_page_that_no_argument_asks_for_is_not_told_as_a_place() {
    for pages in ["{ arg: after }", "{ arg: after, follow: 3 }"] {
        let trial = Trial::new(rows(33, 1), pages, 4_000, |kind| {
            (kind == "link-own").then(|| "args: [limit, kind, after],".to_owned())
        });
        let mut arguments = json!({"kind": "zz", "limit": USUAL}).as_object().expect("arguments").clone();
        for _ in 0..9 {
            let reply = trial.call("link-own", &arguments);
            let answer = reply.structured.expect("data");
            match answer.get("next").and_then(Value::as_object).cloned() {
                Some(next) => arguments.extend(next),
                None => {
                    arguments.clear();
                    assert!(reply.text.contains("no argument of this call asks for it"), "{}", reply.text);
                    break;
                }
            }
        }
        assert!(arguments.is_empty(), "the list ends: {arguments:?}");
    }
}
