//! What `tools/list` shows against the facts about the published tool.

use regex::Regex;
use serde_json::Value;

use super::Facts;
use crate::cases::data::Node;
use crate::cases::expected::ToolFact;
use crate::cases::product::{Product, Target, Tool};

/// The facts about one tool, or about every tool.
pub fn published(facts: &mut Facts, fact: &ToolFact, tools: &[(&String, &Tool)], product: &Product) {
    facts.that(!tools.is_empty(), || "no tool is meant".to_owned());
    names(facts, fact, tools);
    for (_, tool) in tools {
        arguments(facts, fact, tool);
        schema(facts, fact, tool);
        texts(facts, fact, tool, product);
    }
}

fn names(facts: &mut Facts, fact: &ToolFact, tools: &[(&String, &Tool)]) {
    let names: Vec<&str> = tools.iter().map(|(_, tool)| tool.name.as_str()).collect();
    for name in &names {
        if let Some(pattern) = &fact.name_pattern {
            facts.that(matches(pattern, name), || format!("the name {name} does not match {pattern}"));
        }
        for part in &fact.name_contains {
            facts.that(name.contains(part), || format!("the name {name} lacks {part:?}"));
        }
        for part in &fact.name_lacks {
            facts.that(!name.contains(part), || format!("the name {name} has {part:?}"));
        }
    }
    if let Some(count) = fact.names_distinct {
        let mut distinct = names.clone();
        distinct.sort_unstable();
        distinct.dedup();
        facts.same("distinct names", &count, &distinct.len());
    }
    if fact.stable.is_some() {
        let ids: Vec<&str> = tools.iter().map(|(op, _)| op.as_str()).collect();
        facts.that(are_stable(&ids, fewtools_build::plan::tool_names), || {
            "names change from run to run, or when an operation is added".to_owned()
        });
    }
}

/// Whether names are the same in another run, and when any other operation is added.
pub fn are_stable(ids: &[&str], name: impl Fn(&[&str]) -> Vec<String>) -> bool {
    let names = name(ids);
    let added = ids.iter().map(|id| format!("{id}Three")).chain(["somethingElse".to_owned()]);
    let with = |more: &str| {
        let all: Vec<&str> = std::iter::once(more).chain(ids.iter().copied()).collect();
        name(&all).split_off(1)
    };
    name(ids) == names && added.into_iter().all(|more| with(&more) == names)
}

fn arguments(facts: &mut Facts, fact: &ToolFact, tool: &Tool) {
    let mut listed = keys(tool);
    listed.sort();
    if let Some(expected) = &fact.arguments {
        let targets = expected.iter().map(|neutral| tool.names.target(neutral));
        let mut named: Vec<String> = targets
            .flat_map(|it| it.arguments().into_iter().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        named.sort();
        named.dedup();
        facts.same("arguments", &named, &listed);
    }
    for neutral in &fact.no_arguments {
        let is_wire =
            |slot: &&str| slot.split_once('.').is_some_and(|(_, name)| name.eq_ignore_ascii_case(neutral));
        let found = tool.names.slots().into_iter().find(is_wire).map(str::to_owned);
        let found = found.or_else(|| match tool.names.target(neutral) {
            Target::Argument(name) => Some(name),
            _ => listed.iter().find(|name| name.eq_ignore_ascii_case(neutral)).cloned(),
        });
        facts.that(found.is_none(), || format!("{neutral} is an argument: {found:?}"));
    }
    if let Some(count) = fact.arguments_distinct {
        let mut slots = tool.names.slots();
        slots.sort_unstable();
        slots.dedup();
        facts.same("distinct arguments", &(count, count), &(listed.len(), slots.len()));
    }
    if let Some(pattern) = &fact.argument_key_pattern {
        for name in &listed {
            facts.that(matches(pattern, name), || format!("the argument {name} does not match {pattern}"));
        }
    }
}

fn schema(facts: &mut Facts, fact: &ToolFact, tool: &Tool) {
    let schema = &tool.listed["inputSchema"];
    let root = |keyword: &str| schema.get(keyword).is_some();
    if let Some(root_type) = &fact.root_type {
        facts.same("type of the root", &Some(root_type.as_str()), &schema["type"].as_str());
    }
    for keyword in &fact.root_lacks {
        facts.that(!root(keyword), || format!("{keyword} at the root of the schema"));
    }
    for keyword in &fact.published_lacks {
        let found = any(schema, &|node| node.get(keyword).is_some());
        facts.that(!found, || format!("{keyword} in the schema: {schema}"));
    }
    if let Some(holds) = fact.every_array_has_items {
        let lacking = any(schema, &|node| node["type"] == "array" && node.get("items").is_none());
        facts.same("every array has items", &holds, &!lacking);
    }
    if let Some(draft) = &fact.published_is_valid {
        let valid = draft == "2020-12" && jsonschema::draft202012::meta::is_valid(schema);
        facts.that(valid, || format!("no valid schema of {draft}: {schema}"));
    }
    if let Some(valid) = fact.defaults_valid {
        let wrong = any(schema, &|node| {
            node.get("default").is_some_and(|default| !jsonschema::is_valid(node, default))
        });
        facts.same("defaults fit their schemas", &valid, &!wrong);
    }
    if let Some(root) = &fact.output_schema_root {
        let output = tool.listed.get("outputSchema");
        let found = match output.map(|output| output["type"].as_str().unwrap_or("untyped")) {
            None | Some("object") => "object_or_absent",
            Some(other) => other,
        };
        facts.same("root of the output schema", &root.as_str(), &found);
    }
}

fn texts(facts: &mut Facts, fact: &ToolFact, tool: &Tool, product: &Product) {
    let text = Value::Object(tool.listed.clone()).to_string();
    let description = tool.listed["description"].as_str().unwrap_or_default();
    for word in fact.model_sees.iter().chain(&fact.text_contains) {
        facts.that(text.contains(word), || format!("the model does not see {word:?}: {text}"));
    }
    for range in &fact.text_lacks_code_points {
        let found = strings(&Value::Object(tool.listed.clone()))
            .iter()
            .flat_map(|it| it.chars())
            .find(|c| within(range, *c));
        facts.that(found.is_none(), || format!("the text has {found:?} of {range}"));
    }
    if let Some(most) = fact.description_chars_max {
        let count = description.chars().count();
        facts.that(count <= most, || format!("the description has {count} characters, more than {most}"));
    }
    for part in &fact.description_contains {
        facts.that(description.contains(part), || format!("the description lacks {part:?}: {description}"));
    }
    for part in &fact.description_lacks {
        facts.that(!description.contains(part), || format!("the description has {part:?}: {description}"));
    }
    if let Some(cut) = &fact.cut_at_character {
        // A text that is cut in the middle of a character can only hold a replacement for it.
        let whole = !description.contains('\u{fffd}') && !description.is_empty();
        facts.same("cut between characters", &(*cut != Node::Bool(false)), &whole);
    }
    if let Some(wanted) = &fact.absent_or_explained {
        absent_or_explained(facts, wanted, &text, tool, product);
    }
}

/// Words that name an argument which must be absent, or be told of in the texts; `true` for the tool as a whole.
fn absent_or_explained(facts: &mut Facts, wanted: &Node, text: &str, tool: &Tool, product: &Product) {
    let words = match wanted {
        Node::List(words) => words.iter().map(Node::shown).collect(),
        Node::Bool(holds) => {
            let about = product.entry(tool).about;
            return facts.same("the tool is explained", holds, &!about.trim().is_empty());
        }
        word => vec![word.shown()],
    };
    for word in words {
        let explained = match tool.names.target(&word) {
            Target::Argument(name) => {
                let property = &tool.listed["inputSchema"]["properties"][&name];
                property["description"].as_str().is_some_and(|text| !text.trim().is_empty())
            }
            _ => true,
        };
        facts.that(explained, || format!("{word} is neither absent nor explained: {text}"));
    }
}

/// The keys of the published arguments.
fn keys(tool: &Tool) -> Vec<String> {
    let properties = tool.listed["inputSchema"]["properties"].as_object();
    properties.map(|properties| properties.keys().cloned().collect()).unwrap_or_default()
}

fn matches(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// Whether any object in a value is like this.
fn any(value: &Value, like: &impl Fn(&Value) -> bool) -> bool {
    match value {
        Value::Object(members) => like(value) || members.values().any(|inner| any(inner, like)),
        Value::Array(items) => items.iter().any(|inner| any(inner, like)),
        _ => false,
    }
}

fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(members) => members
            .iter()
            .flat_map(|(key, inner)| std::iter::once(key.as_str()).chain(strings(inner)))
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether a character lies in `U+200B` or `U+202A-U+202E`.
fn within(range: &str, character: char) -> bool {
    let point = |text: &str| u32::from_str_radix(text.trim_start_matches("U+"), 16).unwrap();
    let (from, to) = range.split_once('-').unwrap_or((range, range));
    (point(from)..=point(to)).contains(&u32::from(character))
}
