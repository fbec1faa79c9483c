//! YAML text (1.2, core schema, without anchors) → a tree that keeps every number as it is written.

use granit_parser::{Event, Parser, ScalarStyle};

use super::node::Node;

/// The tree of the one document in a text.
pub fn parse(text: &str) -> Result<Node, String> {
    let mut events = Parser::new_from_str(text)
        .map(|step| step.map(|(event, _)| event).map_err(|error| error.to_string()))
        .filter(|event| !matches!(event, Ok(Event::StreamStart | Event::DocumentStart(..))));
    match events.next() {
        Some(event) => value(event?, &mut events),
        None => Err("an empty text".to_owned()),
    }
}

fn value<'t>(
    event: Event<'t>,
    events: &mut impl Iterator<Item = Result<Event<'t>, String>>,
) -> Result<Node, String> {
    match event {
        Event::Scalar(text, ScalarStyle::Plain, ..) => Ok(plain(&text)),
        Event::Scalar(text, ..) => Ok(Node::Text(text.into_owned())),
        Event::SequenceStart(..) => {
            let mut items = Vec::new();
            loop {
                match next(events)? {
                    Event::SequenceEnd => return Ok(Node::List(items)),
                    event => items.push(value(event, events)?),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut members: Vec<(String, Node)> = Vec::new();
            loop {
                let key = match next(events)? {
                    Event::MappingEnd => return Ok(Node::Map(members)),
                    Event::Scalar(key, ..) => key.into_owned(),
                    other => return Err(format!("{other:?} is no key")),
                };
                if members.iter().any(|(known, _)| *known == key) {
                    return Err(format!("the key {key:?} stands twice"));
                }
                let event = next(events)?;
                members.push((key, value(event, events)?));
            }
        }
        other => Err(format!("{other:?} is not read")),
    }
}

fn next<'t>(events: &mut impl Iterator<Item = Result<Event<'t>, String>>) -> Result<Event<'t>, String> {
    events.next().ok_or("the text ends too early")?
}

fn plain(text: &str) -> Node {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Node::Null,
        "true" | "True" | "TRUE" => Node::Bool(true),
        "false" | "False" | "FALSE" => Node::Bool(false),
        text if is_number(text) => Node::Number(text.to_owned()),
        text => Node::Text(text.to_owned()),
    }
}

/// What both the core schema and JSON take for a number.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text).is_ok()
}
