//! An explanation → text for people.

use anstyle::Style;
use fewtools_build::diagnostics::printable;
use fewtools_build::explain::{
    ArgumentExplained, Explanation, OperationExplained, SlotExplained, ToolExplained, VariantExplained,
};

use serde_json::{Map, Value};

use super::context;
use super::gates;
use super::pages::{self, Reads};
use super::steps;
use crate::summary::counted;

pub(super) const HEAD: Style = Style::new().bold();

/// Tools with their variants, resources, prompts and profiles, then operations, one a line. No word of document or manifest can steer a terminal.
pub fn text(explanation: &Explanation) -> String {
    let tools = explanation.tools.iter().map(|tool| format!("{}\n", self::tool(tool)));
    let operations = explanation.operations.iter().map(operation);
    let slots = match explanation.operations.as_slice() {
        [only] => slots(&only.slots),
        _ => String::new(),
    };
    let resources = explanation.resources.iter().map(|resource| format!("{}\n", context::resource(resource)));
    let prompts = explanation.prompts.iter().map(|prompt| format!("{}\n", context::prompt(prompt)));
    let profiles = explanation.profiles.iter().map(|profile| format!("{}\n", context::profile(profile)));
    let beside = resources.chain(prompts).chain(profiles);
    tools.chain(beside).chain(operations).chain([slots]).collect()
}

fn tool(tool: &ToolExplained) -> String {
    let default = tool.default.as_ref().map(|default| format!(", `{default}` by default"));
    let chosen = tool.discriminator.as_ref().map(|argument| format!(", chosen by `{argument}`"));
    let head = [chosen, default].into_iter().flatten().collect::<String>();
    let (name, size) = (printable(&tool.name), counted(tool.tokens, "token"));
    let variants: String = tool.variants.iter().map(|variant| self::variant(variant, Reads::Call)).collect();
    format!("{HEAD}{name}{HEAD:#}, {size}{}\n{variants}", printable(&head))
}

pub(super) fn variant(variant: &VariantExplained, reads: Reads) -> String {
    let named = if variant.name.is_empty() { String::new() } else { format!("{}: ", variant.name) };
    let operation = match (&variant.operation, &variant.route) {
        (Some(id), Some(route)) => called(id, route),
        _ => match variant.steps.len() {
            0 => "no operation".to_owned(),
            steps => counted(steps, "step"),
        },
    };
    let head = format!("  {}, {}\n", printable(&format!("{named}{operation}")), variant.effect);
    let groups = variant.groups.iter();
    let groups = groups.map(|group| (group.rule.replace('_', " "), group.arguments.join(", ")));
    let fixed = variant.fixed.iter().map(|(slot, value)| ("fixed".to_owned(), format!("{slot} = {value}")));
    let left_out = variant.not_offered.iter().map(|slot| ("not offered".to_owned(), slot.clone()));
    let merged = variant.merge_into.iter().map(|read| ("merge into".to_owned(), read.clone()));
    let kept = variant.keep_where.iter();
    let kept = kept.map(|keep| ("keep where".to_owned(), format!("{} = {}", keep.field, keep.argument)));
    let gates = gates::lines(&variant.gates);
    let pages =
        variant.pages.iter().filter_map(|pages| Some(("pages".to_owned(), pages::line(pages, reads)?)));
    let answer = std::iter::once(("answer".to_owned(), answer(variant)));
    let rest: String = groups
        .chain(fixed)
        .chain(left_out)
        .chain(merged)
        .chain(kept)
        .chain(gates)
        .chain(answer)
        .chain(pages)
        .map(|(what, words)| format!("    {what:12} {}\n", printable(&words)))
        .collect();
    head + &arguments(&variant.arguments) + &steps::lines(&variant.steps) + &rest
}

/// An operation by its id and its route, which may be the same.
pub(super) fn called(id: &str, route: &str) -> String {
    if id == route { route.to_owned() } else { format!("{id}, {route}") }
}

fn arguments(arguments: &[ArgumentExplained]) -> String {
    let width = |word: fn(&ArgumentExplained) -> usize| arguments.iter().map(word).max().unwrap_or(0);
    let name = width(|argument| argument.argument.chars().count());
    let slot = width(|argument| argument.slot.chars().count());
    let line = |argument: &ArgumentExplained| {
        let (argument_name, slot_name) = (printable(&argument.argument), printable(&argument.slot));
        let takes = printable(&takes(argument));
        format!("    {:12} {argument_name:name$}  {slot_name:slot$}  {takes}\n", "argument")
    };
    arguments.iter().map(line).collect()
}

/// What a tool can offer, fix or leave out of an operation.
fn slots(slots: &[SlotExplained]) -> String {
    let width = slots.iter().map(|slot| slot.slot.chars().count()).max().unwrap_or(0);
    let line = |slot: &SlotExplained| {
        let required = if slot.required { "required" } else { "optional" };
        let takes = format!("{required}, {}", slot.types.join(" or "));
        format!("    {:12} {:width$}  {takes}\n", "slot", printable(&slot.slot))
    };
    slots.iter().map(line).collect()
}

/// `required, integer (row-limit), default 25, from document`
fn takes(argument: &ArgumentExplained) -> String {
    let required = if argument.required { "required" } else { "optional" };
    let mut words = vec![required.to_owned(), argument.types.join(" or ")];
    if !argument.r#type.is_empty() {
        words.push(argument.r#type.to_owned());
    }
    if let Some(maximum) = argument.maximum {
        words.push(format!("at most {maximum}"));
    }
    if let Some(default) = &argument.default {
        words.push(format!("default {default}"));
    }
    words.push(format!("from {}", argument.from));
    words.join(", ")
}

/// `rows of QueueRow: name, depth = stats/depth`
fn answer(variant: &VariantExplained) -> String {
    if variant.projection.is_empty() && variant.fields.is_empty() {
        return variant.answer.to_owned();
    }
    format!("{} of {}: {}", variant.answer, variant.projection, fields(&variant.fields))
}

fn fields(fields: &Map<String, Value>) -> String {
    let field = |(name, path): (&String, &Value)| match path.as_str() {
        Some(path) if path.starts_with("= ") => format!("{name} {path}"),
        Some(path) if name != path => format!("{name} = {path}"),
        _ => name.clone(),
    };
    fields.iter().map(field).collect::<Vec<_>>().join(", ")
}

fn operation(operation: &OperationExplained) -> String {
    let decided = match (&operation.excluded, operation.used.as_slice()) {
        (Some(why), _) => format!("excluded: {why}"),
        (None, []) => "uncovered".to_owned(),
        (None, users) => format!("used by {}", users.join(", ")),
    };
    let effect = operation.client_effect.map(|effect| format!("; `client` says {effect}"));
    let decided = decided + &effect.unwrap_or_default();
    let unreadable = operation.unreadable.as_ref().map(|why| format!("; cannot be read: {why}"));
    let name = printable(&called(&operation.id, &operation.route));
    format!("{HEAD}{name}{HEAD:#}: {}\n", printable(&format!("{decided}{}", unreadable.unwrap_or_default())))
}
