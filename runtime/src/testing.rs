//! Texts to snapshot: what a reviewer sees of a catalogue when it changes.

use fewtools_contract::{Catalogue, Expected, budget, listing};
use serde_json::{Map, Value};

use crate::dispatch::{Route, Routes, StartError, ToolRoute};
use crate::gate::confirm;
use crate::hand::{self, HandTool};
use crate::{Refusal, arguments};

/// One name and text for each tool: its size in tokens, and what `tools/list` shows of it as pretty JSON.
///
/// ```ignore
/// for (name, text) in fewtools::testing::listing_snapshots(&tools::CATALOGUE) {
///     insta::assert_snapshot!(name, text);
/// }
/// ```
pub fn listing_snapshots<'c>(catalogue: &'c Catalogue<'_>) -> impl Iterator<Item = (&'c str, String)> {
    catalogue.tools.iter().map(|tool| {
        let text = match listing::tool(tool) {
            Ok(listed) => {
                let pretty = serde_json::to_string_pretty(&listed).unwrap_or_default();
                format!("{} tokens\n{pretty}\n", budget::tokens(&listing::one(&listed)))
            }
            Err(bad) => format!("{bad}\n"),
        };
        (tool.name, text)
    })
}

/// A catalogue with tools that are written in Rust after its own, as a server starts it: for the other functions here.
///
/// # Errors
/// [`StartError`] where a tool cannot be served, or the listing of all is over the catalogue's ceiling.
pub fn with_tools(
    catalogue: &'static Catalogue<'static>,
    tools: &[HandTool],
) -> Result<&'static Catalogue<'static>, StartError> {
    let mut problems = Vec::new();
    let extended = hand::extended(catalogue, tools, &mut problems);
    if problems.is_empty() { Ok(extended) } else { Err(StartError::new(problems)) }
}

/// What is said to calls that need little to go wrong: each discriminator left out and mistyped, each variant without
/// arguments and with those of its siblings, each real run that does not confirm what it is about, each old name.
///
/// # Errors
/// [`StartError`] where the catalogue cannot be served.
pub fn rejections(catalogue: &'static Catalogue<'static>) -> Result<String, StartError> {
    let routes = Routes::of(catalogue)?;
    let mut text = String::new();
    for tool in routes.tools() {
        for arguments in mistakes(tool) {
            let call = serde_json::to_string(&arguments).unwrap_or_default();
            if let Err(refusal) = arguments::accept(tool, arguments) {
                text.push_str(&entry(tool.tool.name, &call, &refusal));
            }
        }
        tool.routes().iter().filter_map(unconfirmed).for_each(|entry| text.push_str(&entry));
    }
    for (old, new) in catalogue.renamed {
        text.push_str(&entry(old, "{}", &Refusal::renamed(old, new)));
    }
    Ok(text)
}

fn entry(tool: &str, call: &str, refusal: &Refusal) -> String {
    format!("{tool} {call}\n  {}\n", refusal.text())
}

/// What a real run is told that lacks nothing but its confirmation.
fn unconfirmed(route: &Route) -> Option<String> {
    let gate = route.variant.gates.confirm?;
    let expected = match gate.equals {
        Expected::Input(index) => {
            let input = route.variant.inputs.get(index)?;
            format!("<{}>", route.argument(input).name)
        }
        Expected::Lookup { call, .. } => format!("<read by {}>", call.operation),
        Expected::Preview { .. } => "<read by the dry run>".to_owned(),
    };
    let fault = if gate.receipt {
        confirm::refused_receipt(route, &gate, None)
    } else {
        confirm::refused(route, &gate, &expected)
    };
    let call = format!("{} without {}", route.subject(), confirm::name(route, &gate));
    Some(entry(route.tool.name, &call, &fault.into()))
}

fn mistakes(tool: &ToolRoute) -> Vec<Map<String, Value>> {
    let Some(discriminator) = tool.tool.discriminator else { return vec![Map::new()] };
    let chooses = tool.tool.arguments.get(discriminator.argument).map_or("", |argument| argument.name);
    let choosing = |word: &str| Map::from_iter([(chooses.to_owned(), Value::from(word))]);
    let mut calls = vec![Map::new(), choosing("?")];
    for route in tool.routes() {
        calls.push(choosing(route.variant.name));
        calls.push(choosing(route.variant.name).into_iter().chain(foreign(route, chooses)).collect());
    }
    calls.dedup();
    calls
}

/// The arguments that only other variants take.
fn foreign(route: &Route, chooses: &str) -> Vec<(String, Value)> {
    let taken = |index: usize| route.variant.inputs.iter().any(|input| input.argument == index);
    let listed = route.tool.arguments.iter().enumerate();
    let others = listed.filter(|(index, argument)| !taken(*index) && argument.name != chooses);
    others.map(|(_, argument)| (argument.name.to_owned(), Value::from("?"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{broker, keep};

    #[test]
    fn one_text_for_each_tool() {
        let catalogue = broker();
        let texts: Vec<(&str, String)> = listing_snapshots(&catalogue).collect();
        assert_eq!(
            texts.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            ["list_resources", "queue_action"]
        );
        assert!(texts.iter().all(|(_, text)| text.contains(" tokens\n{\n  \"name\": ")), "{texts:?}");
    }

    #[test]
    fn rejections_of_every_variant() {
        let text = rejections(keep(broker())).expect("sound");
        for line in [
            "list_resources {}\n  list_resources needs kind, one of: queues,",
            "list_resources {\"kind\":\"?\"}\n  kind must be one of: queues,",
            "queue_action {\"action\":\"move\"}\n  move needs targetQueue, and one of messageIds, filter.",
            "queue_action purge without confirm\n  A real run needs confirm to be exactly \"<queue>\".",
            "  purge takes no messageIds, no filter, no targetQueue: it removes every message.",
            "message_action {}\n  message_action is now queue_action, same arguments.\n",
        ] {
            assert!(text.contains(line), "{line} is not in:\n{text}");
        }
    }
}
