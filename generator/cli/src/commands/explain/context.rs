//! Explained resources, prompts and profiles → text for people.

use fewtools_build::diagnostics::printable;
use fewtools_build::explain::{
    ListExplained, ProfileExplained, PromptArgumentExplained, PromptExplained, ResourceExplained,
};

use super::pages::Reads;
use super::text::{HEAD, variant};

/// A resource, and what a read of it runs.
pub fn resource(resource: &ResourceExplained) -> String {
    let listed = |from: &ListExplained| {
        let label = if from.label.is_empty() { String::new() } else { format!(", shown as {}", from.label) };
        line("listed from", &format!("{} by {}{label}", from.resource, from.fields.join(", ")))
    };
    let listed = resource.list_from.as_ref().map(listed).unwrap_or_default();
    let name = printable(&resource.name);
    format!(
        "{}, resource {name}\n{}{listed}",
        head(&resource.address),
        variant(&resource.read, Reads::Resource)
    )
}

/// A prompt, its arguments and what it names.
pub fn prompt(prompt: &PromptExplained) -> String {
    let argument = |argument: &PromptArgumentExplained| {
        let required = if argument.required { "required" } else { "optional" };
        let complete = argument.complete.as_ref().map(|from| format!(", completed from {from}"));
        line("argument", &format!("{}, {required}{}", argument.argument, complete.unwrap_or_default()))
    };
    let arguments: String = prompt.arguments.iter().map(argument).collect();
    format!("{}, prompt\n{arguments}{}", head(&prompt.name), list("uses", &prompt.uses))
}

/// A profile and what it offers.
pub fn profile(profile: &ProfileExplained) -> String {
    let lists = [("tools", &profile.tools), ("resources", &profile.resources), ("prompts", &profile.prompts)];
    let lists: String = lists.iter().map(|(what, names)| list(what, names)).collect();
    format!("{}, profile\n{lists}", head(&profile.name))
}

fn head(name: &str) -> String {
    format!("{HEAD}{}{HEAD:#}", printable(name))
}

fn list(what: &str, names: &[String]) -> String {
    line(what, if names.is_empty() { "none".to_owned() } else { names.join(", ") }.as_str())
}

fn line(what: &str, words: &str) -> String {
    format!("    {what:12} {}\n", printable(words))
}
