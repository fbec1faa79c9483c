//! The tree of an overlay → its actions, every key of them known.

use serde_json::{Map, Value};

use crate::diagnostics::{Fault, FileId, Place, Pointer, Sink, kind, nearest};

/// The keys of an overlay (Overlay 1.0, section 4.4.1) and of an action (section 4.4.3).
const ROOT: [&str; 4] = ["overlay", "info", "extends", "actions"];
const ACTION: [&str; 4] = ["target", "description", "update", "remove"];

/// The most actions of an overlay.
const MAX_ACTIONS: usize = 10_000;

/// One action.
#[derive(Debug)]
pub(super) struct Action<'a> {
    /// What it is applied to, as written.
    pub(super) target: &'a str,
    pub(super) change: Change<'a>,
    pub(super) at: Place,
}

/// What an action does to its targets.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change<'a> {
    /// Merges a value into them.
    Update(&'a Value),
    /// Removes them.
    Remove,
}

/// The document an overlay says it was written for.
pub(in super::super) fn extends(file: FileId, tree: &Value) -> Option<(&str, Place)> {
    let text = tree.get("extends")?.as_str()?;
    Some((text, Place::new(file, Pointer::root()).key("extends")))
}

/// Reads the actions of an overlay.
pub(super) fn of<'a>(file: FileId, tree: &'a Value, sink: &mut Sink) -> Vec<Action<'a>> {
    let root = Place::new(file, Pointer::root());
    let Some(members) = tree.as_object() else { return Vec::new() };
    if let Err(fault) = version(members, &root) {
        sink.push(fault);
        return Vec::new();
    }
    unknown(members, &ROOT, &root, "an overlay", sink);
    let at = root.key("actions");
    match members.get("actions") {
        Some(Value::Array(actions)) if actions.len() > MAX_ACTIONS => {
            let what = format!("the overlay has more than {MAX_ACTIONS} actions");
            sink.push(Fault::error("overlay-too-large", at, what).instead("change the document itself"));
            Vec::new()
        }
        Some(Value::Array(actions)) if !actions.is_empty() => {
            let read = |(index, value)| action(value, at.index(index), sink);
            actions.iter().enumerate().filter_map(read).collect()
        }
        Some(other) => {
            let found = if other.is_array() { "an empty list" } else { kind(other) };
            let fault = Fault::error(
                "wrong-type",
                at,
                format!("`actions`: expected a list of actions, found {found}"),
            );
            sink.push(fault.instead("`- { target: $.info, update: { title: … } }`"));
            Vec::new()
        }
        None => {
            let fault = Fault::error("missing-key", root, "the overlay has no key `actions`");
            sink.push(fault.instead("`actions:`, a list of targets and updates"));
            Vec::new()
        }
    }
}

/// Version 1.0, and what is the same in 1.1.
fn version(members: &Map<String, Value>, root: &Place) -> Result<(), Fault> {
    let Some(version) = members.get("overlay") else {
        let what = match members.contains_key("openapi") || members.contains_key("swagger") {
            true => "this is an OpenAPI document, not an overlay",
            false => "this is no overlay: it has no `overlay` key",
        };
        return Err(Fault::error("not-an-overlay", root.clone(), what)
            .instead("a file that begins with `overlay: 1.0.0` and has `actions`"));
    };
    let written = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let release: Vec<_> = written.trim().splitn(3, '.').take(2).collect();
    match release.as_slice() {
        ["1", "0" | "1"] => Ok(()),
        _ => Err(Fault::error(
            "unsupported-version",
            root.key("overlay"),
            format!("version {written} of Overlay is not read"),
        )
        .instead("`overlay: 1.0.0`")),
    }
}

fn unknown(members: &Map<String, Value>, known: &[&str], at: &Place, noun: &str, sink: &mut Sink) {
    for key in members.keys().filter(|key| !known.contains(&key.as_str()) && !key.starts_with("x-")) {
        let fault = Fault::error("unknown-key", at.key(key).at_key(), format!("{noun} has no key `{key}`"));
        sink.push(match nearest(key, known.iter().copied()) {
            Some(near) => fault.instead(format!("`{near}`")),
            None => {
                let known: Vec<_> = known.iter().map(|key| format!("`{key}`")).collect();
                fault.instead(format!("one of {}", known.join(", ")))
            }
        });
    }
}

fn action<'a>(value: &'a Value, at: Place, sink: &mut Sink) -> Option<Action<'a>> {
    let Some(members) = value.as_object() else {
        let what = format!("expected an action, found {}", kind(value));
        sink.push(Fault::error("wrong-type", at, what).instead("`{ target: $.info, update: { title: … } }`"));
        return None;
    };
    if members.contains_key("copy") {
        let fault =
            Fault::error("not-built-yet", at.key("copy").at_key(), "`copy` of Overlay 1.1 is not built yet");
        sink.push(fault.instead("`update` with the value itself"));
        return None;
    }
    unknown(members, &ACTION, &at, "an action", sink);
    let change = sink.take(change(members, &at));
    let target = sink.take(target(members, &at))?;
    let change = change?;
    if let (Change::Remove, true) = (change, members.contains_key("update")) {
        let what = "beside `remove: true` the `update` does nothing";
        sink.push(
            Fault::warning("unused-update", at.key("update").at_key(), what)
                .instead("leave one of the two out"),
        );
    }
    Some(Action { target, change, at })
}

fn target<'a>(members: &'a Map<String, Value>, at: &Place) -> Result<&'a str, Fault> {
    match members.get("target") {
        Some(Value::String(target)) => Ok(target.trim()),
        Some(other) => {
            let what = format!("`target`: expected a JSONPath, found {}", kind(other));
            Err(Fault::error("wrong-type", at.key("target"), what).instead("`$.paths['/users'].get`"))
        }
        None => Err(Fault::error("missing-key", at.clone(), "the action has no `target`")
            .instead("the JSONPath of what is changed, `$.paths['/users'].get`")),
    }
}

fn change<'a>(members: &'a Map<String, Value>, at: &Place) -> Result<Change<'a>, Fault> {
    match (members.get("remove"), members.get("update")) {
        (Some(Value::Bool(true)), _) => Ok(Change::Remove),
        (None | Some(Value::Bool(false)), Some(update)) => Ok(Change::Update(update)),
        (None | Some(Value::Bool(false)), None) => {
            Err(Fault::error("missing-key", at.clone(), "the action does nothing")
                .instead("`update`, a value to merge into the target, or `remove: true`"))
        }
        (Some(other), _) => {
            let what = format!("`remove`: expected true or false, found {}", kind(other));
            Err(Fault::error("wrong-type", at.key("remove"), what).instead("`remove: true`"))
        }
    }
}
