//! Turns a tool into the JSON object that `tools/list` shows for it.

use std::fmt;

use serde_json::{Map, Value};

use crate::{Annotations, Argument, Catalogue, Check, GroupKind, Mode, Prompt, Resource, Tool, Variant};

/// A listed schema that is not a JSON object. The generator never makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSchema {
    /// The tool's name.
    pub tool: String,
    /// The argument's name; empty for the schema of the output.
    pub argument: String,
}

impl fmt::Display for BadSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.argument.as_str() {
            "" => write!(f, "the output schema of tool `{}` is not a JSON object", self.tool),
            argument => {
                write!(f, "the listed schema of `{argument}` in tool `{}` is not a JSON object", self.tool)
            }
        }
    }
}

impl std::error::Error for BadSchema {}

/// Every tool as it is listed, in listing order, the help tool last.
///
/// # Errors
/// [`BadSchema`] for the first schema whose text is not a JSON object.
pub fn tools(catalogue: &Catalogue<'_>) -> Result<Vec<Map<String, Value>>, BadSchema> {
    catalogue.tools.iter().copied().chain(catalogue.help).map(tool).collect()
}

/// One tool as it is listed: `name`, `description`, `inputSchema`, `outputSchema` where it has one, and the hints that differ from the protocol's
/// defaults.
///
/// # Errors
/// [`BadSchema`] for the first schema whose text is not a JSON object.
pub fn tool(tool: &Tool<'_>) -> Result<Map<String, Value>, BadSchema> {
    let mut listed = Map::new();
    listed.insert("name".into(), tool.name.into());
    listed.insert("description".into(), tool.about.into());
    listed.insert("inputSchema".into(), Value::Object(input_schema(tool)?));
    if !tool.output_schema.is_empty() {
        listed.insert("outputSchema".into(), Value::Object(output_schema(tool)?));
    }
    let hints = hints(tool.annotations);
    if !hints.is_empty() {
        listed.insert("annotations".into(), Value::Object(hints));
    }
    Ok(listed)
}

/// Every resource that the manifest names as it is listed, templates too, in listing order.
pub fn resources(catalogue: &Catalogue<'_>) -> Vec<Map<String, Value>> {
    catalogue.resources.iter().map(resource).collect()
}

/// Every prompt as it is listed, in listing order.
pub fn prompts(catalogue: &Catalogue<'_>) -> Vec<Map<String, Value>> {
    catalogue.prompts.iter().map(prompt).collect()
}

/// What a client is told about the server as a whole.
pub fn instructions<'a>(catalogue: &Catalogue<'a>) -> &'a str {
    if catalogue.instructions.is_empty() { catalogue.server.about } else { catalogue.instructions }
}

/// A resource as `resources/list` shows it, or as `resources/templates/list` does where its address has variables.
pub fn resource(resource: &Resource<'_>) -> Map<String, Value> {
    let address = if resource.is_template() { "uriTemplate" } else { "uri" };
    let mut listed = Map::new();
    listed.insert(address.into(), resource.uri.into());
    listed.insert("name".into(), resource.tool.name.into());
    listed.insert("description".into(), resource.tool.about.into());
    listed.insert("mimeType".into(), "application/json".into());
    listed
}

/// A prompt as `prompts/list` shows it.
pub fn prompt(prompt: &Prompt<'_>) -> Map<String, Value> {
    let argument = |argument: &crate::PromptArgument<'_>| {
        let mut listed = Map::from_iter([("name".to_owned(), argument.name.into())]);
        if !argument.about.is_empty() {
            listed.insert("description".into(), argument.about.into());
        }
        if argument.required {
            listed.insert("required".into(), true.into());
        }
        Value::Object(listed)
    };
    let mut listed = Map::new();
    listed.insert("name".into(), prompt.name.into());
    listed.insert("description".into(), prompt.about.into());
    if !prompt.arguments.is_empty() {
        listed.insert("arguments".into(), prompt.arguments.iter().map(argument).collect());
    }
    listed
}

/// The text of a list of tools, as compact JSON: what [`crate::budget`] counts.
pub fn text(tools: &[Map<String, Value>]) -> String {
    format!("[{}]", tools.iter().map(one).collect::<Vec<_>>().join(","))
}

/// The text of one listed tool, as compact JSON.
pub fn one(tool: &Map<String, Value>) -> String {
    serde_json::to_string(tool).unwrap_or_default()
}

/// The catalogue of a family's variants with what each needs beyond what all need:
/// `move(targetQueue, messageIds|filter); purge`.
pub fn variants(tool: &Tool<'_>) -> String {
    let texts: Vec<String> = tool.variants.iter().map(|variant| variant_text(tool, variant)).collect();
    texts.join("; ")
}

fn variant_text(tool: &Tool<'_>, variant: &Variant<'_>) -> String {
    let needs = needs(tool, variant);
    if needs.is_empty() { variant.name.to_owned() } else { format!("{}({})", variant.name, needs.join(", ")) }
}

/// What a variant needs beyond the arguments that the listing marks as required: single arguments by name,
/// groups joined by `|`.
pub fn needs(tool: &Tool<'_>, variant: &Variant<'_>) -> Vec<String> {
    let name = |index: &usize| tool.arguments.get(*index).map(|argument| argument.name);
    let single = variant.inputs.iter().filter(|input| input.required).filter_map(|input| {
        tool.arguments.get(input.argument).filter(|argument| !argument.required).map(|a| a.name.to_owned())
    });
    let groups = variant.groups.iter().filter(|group| group.kind != GroupKind::AtMostOne);
    let groups = groups.map(|group| group.arguments.iter().filter_map(name).collect::<Vec<_>>().join("|"));
    let mut needs: Vec<String> = Vec::new();
    for need in single.chain(groups) {
        if !needs.contains(&need) {
            needs.push(need);
        }
    }
    needs
}

fn input_schema(tool: &Tool<'_>) -> Result<Map<String, Value>, BadSchema> {
    let mut properties = Map::new();
    for (index, argument) in tool.arguments.iter().enumerate() {
        properties.insert(argument.name.into(), Value::Object(property(tool, index, argument)?));
    }
    let required: Vec<Value> = tool
        .arguments
        .iter()
        .filter(|argument| argument.required)
        .map(|argument| argument.name.into())
        .collect();
    let mut schema = Map::new();
    schema.insert("type".into(), "object".into());
    schema.insert("properties".into(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".into(), Value::Array(required));
    }
    Ok(schema)
}

fn output_schema(tool: &Tool<'_>) -> Result<Map<String, Value>, BadSchema> {
    serde_json::from_str(tool.output_schema)
        .map_err(|_| BadSchema { tool: tool.name.into(), argument: String::new() })
}

fn property(tool: &Tool<'_>, index: usize, argument: &Argument<'_>) -> Result<Map<String, Value>, BadSchema> {
    let bad = || BadSchema { tool: tool.name.into(), argument: argument.name.into() };
    let mut schema: Map<String, Value> = serde_json::from_str(argument.schema).map_err(|_| bad())?;
    let chooses = tool.discriminator.is_some_and(|discriminator| discriminator.argument == index);
    let description = match (chooses && tool.mode == Mode::Simple, argument.note) {
        (false, note) => note.to_owned(),
        (true, "") => variants(tool),
        (true, note) => format!("{note}: {}", variants(tool)),
    };
    if !description.is_empty() {
        schema.insert("description".into(), description.into());
    }
    Ok(schema)
}

/// The hints that differ from the protocol's defaults (`readOnlyHint` false, `destructiveHint` true,
/// `idempotentHint` false; the last two mean nothing for a read).
fn hints(annotations: Annotations) -> Map<String, Value> {
    let mut hints = Map::new();
    if annotations.read_only {
        hints.insert("readOnlyHint".into(), true.into());
        return hints;
    }
    if !annotations.destructive {
        hints.insert("destructiveHint".into(), false.into());
    }
    if annotations.idempotent {
        hints.insert("idempotentHint".into(), true.into());
    }
    hints
}

impl Check<'_> {
    /// The accepted types in words: `text, number or null`.
    pub fn types_in_words(&self) -> String {
        let words: Vec<&str> = self.types.names().map(in_words).collect();
        match words.split_last() {
            None => "nothing".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }
}

fn in_words(name: &str) -> &str {
    match name {
        "string" => "text",
        other => other,
    }
}
