//! Refuses arguments that the tool does not know and arguments of another variant.

use fewtools_contract::{Tool, Variant};
use serde_json::{Map, Value};

use super::nearest::{nearest, shown};
use super::text;
use crate::dispatch::Route;
use crate::refusal::{Fault, reason};

/// An argument that some clients put into every call.
const INJECTED: &str = "wait_for_previous";

/// Drops what a client adds by itself, unless the tool has an argument of this name.
pub(super) fn drop_injected(tool: &Tool<'_>, arguments: &mut Map<String, Value>) {
    if !tool.arguments.iter().any(|argument| argument.name == INJECTED) {
        arguments.shift_remove(INJECTED);
    }
}

/// Judges the names of the arguments; without a variant only against the tool.
pub(super) fn check(
    tool: &Tool<'_>,
    route: Option<&Route>,
    arguments: &Map<String, Value>,
    faults: &mut Vec<Fault>,
) {
    let known = |name: &str| tool.arguments.iter().any(|argument| argument.name == name);
    for name in arguments.keys().filter(|name| !known(name)) {
        faults.push(unknown(tool, route, name));
    }
    let Some(route) = route else { return };
    let taken = taken(tool, route.variant);
    let foreign: Vec<&str> =
        arguments.keys().map(String::as_str).filter(|name| known(name) && !taken.contains(name)).collect();
    faults.extend(refuse_foreign(tool, route.variant, &taken, &foreign));
}

/// The arguments of a variant in listing order, without the discriminator.
pub(super) fn taken<'t>(tool: &Tool<'t>, variant: &Variant<'_>) -> Vec<&'t str> {
    listed(tool, |index| takes(variant, index)).collect()
}

fn takes(variant: &Variant<'_>, argument: usize) -> bool {
    variant.inputs.iter().any(|input| input.argument == argument)
}

/// The arguments of these indices in listing order.
fn listed<'t>(tool: &Tool<'t>, is_in: impl Fn(usize) -> bool) -> impl Iterator<Item = &'t str> {
    tool.arguments
        .iter()
        .enumerate()
        .filter(move |(index, _)| is_in(*index))
        .map(|(_, argument)| argument.name)
}

fn unknown(tool: &Tool<'_>, route: Option<&Route>, name: &str) -> Fault {
    let chooser = tool.discriminator.as_ref().map(|discriminator| discriminator.argument);
    let takes = |index: usize| match route {
        Some(route) => chooser == Some(index) || takes(route.variant, index),
        None => true,
    };
    let accepted: Vec<&str> = listed(tool, takes).collect();
    let closest = nearest(name, accepted.iter().copied())
        .or_else(|| nearest(name, tool.arguments.iter().map(|argument| argument.name)));
    let instead = match closest {
        Some(_) => text::did_you_mean(closest),
        None if accepted.is_empty() => " It takes no arguments.".to_owned(),
        None => format!(" It takes {}.", text::list(&accepted)),
    };
    let said = format!("{} is no argument of {}.{instead}", shown(name), tool.name);
    Fault::new(reason::UNKNOWN, name, said).accepting(accepted).near(closest)
}

/// One sentence for all foreign arguments: `purge takes no filter: it removes every message.`
fn refuse_foreign(tool: &Tool<'_>, variant: &Variant<'_>, taken: &[&str], foreign: &[&str]) -> Vec<Fault> {
    let mut said = format!("{} takes no {}", variant.name, foreign.join(", no "));
    if variant.about.is_empty() {
        let by: Vec<String> = foreign.iter().map(|name| takers(tool, name)).collect();
        said = format!("{said}. {}", by.join(" "));
    } else {
        said = text::sentence(&format!("{said}: {}", variant.about));
    }
    let texts = std::iter::once(said).chain(std::iter::repeat(String::new()));
    let fault = |(name, text): (&&str, String)| {
        Fault::new(reason::FOREIGN, name, text).accepting(taken.iter().copied())
    };
    foreign.iter().zip(texts).map(fault).collect()
}

/// Which variants take an argument: `filter is for move, retry.`
fn takers(tool: &Tool<'_>, name: &str) -> String {
    let takes = |variant: &&Variant<'_>| taken(tool, variant).contains(&name);
    let variants: Vec<&str> = tool.variants.iter().filter(takes).map(|variant| variant.name).collect();
    format!("{name} is for {}.", text::list(&variants))
}
