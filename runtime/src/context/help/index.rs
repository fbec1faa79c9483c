//! Lists the tools in short: what each is for and what it may do.

use fewtools_contract::{Catalogue, Effect, Tool};
use serde_json::{Map, Value};

use super::{Explained, words};

/// The index of these tools.
pub(super) fn of(catalogue: &Catalogue<'_>, help: &Tool<'_>, tools: &[&Tool<'_>]) -> Explained {
    let mut text = format!("{}: {}\n", catalogue.server.name, catalogue.server.about);
    for tool in tools {
        text.push_str(&line(tool));
    }
    if let Some(argument) = help.arguments.first() {
        text.push_str(&format!("Call {} with {} for all about one of them.", help.name, argument.name));
    }
    let data = Map::from_iter([
        ("server".to_owned(), catalogue.server.name.into()),
        ("about".to_owned(), catalogue.server.about.into()),
        ("tools".to_owned(), tools.iter().map(|tool| entry(tool)).collect()),
    ]);
    Explained { text, data }
}

/// `- queue_action (move, purge): Acts on messages. May remove or overwrite.`
fn line(tool: &Tool<'_>) -> String {
    let variants = names(tool);
    let variants = if variants.is_empty() { String::new() } else { format!(" ({})", variants.join(", ")) };
    format!("- {}{variants}: {} {}\n", tool.name, words::sentence(tool.about), words::effect(effect(tool)))
}

fn entry(tool: &Tool<'_>) -> Value {
    let mut entry = Map::from_iter([
        ("name".to_owned(), tool.name.into()),
        ("about".to_owned(), tool.about.into()),
        ("effect".to_owned(), effect(tool).as_str().into()),
    ]);
    let variants = names(tool);
    if !variants.is_empty() {
        entry.insert("variants".to_owned(), variants.into());
    }
    Value::Object(entry)
}

fn names<'t>(tool: &Tool<'t>) -> Vec<&'t str> {
    tool.variants.iter().map(|variant| variant.name).filter(|name| !name.is_empty()).collect()
}

/// The most that any variant may do.
fn effect(tool: &Tool<'_>) -> Effect {
    tool.variants.iter().map(|variant| variant.effect).max().unwrap_or(Effect::Read)
}
