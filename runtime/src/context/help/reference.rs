//! Tells everything about one tool: its variants, what stands before them, and every argument with its schema.

use fewtools_contract::{Argument, Catalogue, Input, Tool, Variant, listing};
use serde_json::{Map, Value};

use super::{Explained, facts, words};

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    Whole,
    /// Everything but what the document says of arguments and the definitions of its schemas.
    WithoutDescriptions,
    /// Arguments by name and note alone.
    Names,
}

/// The reference of a tool.
pub(super) fn of(catalogue: &Catalogue<'_>, tool: &Tool<'_>, detail: Detail) -> Explained {
    let mut told =
        Told { text: format!("{}: {}\n", tool.name, words::sentence(tool.about)), schemas: Vec::new() };
    let mut data =
        Map::from_iter([("tool".to_owned(), tool.name.into()), ("about".to_owned(), tool.about.into())]);
    let chooser = tool.discriminator.and_then(|discriminator| tool.arguments.get(discriminator.argument));
    if let Some(chooser) = chooser {
        let default = tool.discriminator.and_then(|d| d.default).and_then(|index| tool.variants.get(index));
        let default = default.map_or(String::new(), |variant| format!(" (default {})", variant.name));
        told.text.push_str(&format!("\n{} chooses{default}:\n", chooser.name));
        data.insert("chooser".into(), chooser.name.into());
    }
    data.insert("variants".into(), tool.variants.iter().map(|variant| told.variant(tool, variant)).collect());
    if tool.arguments.iter().any(|argument| chooser.is_none_or(|chooser| chooser.name != argument.name)) {
        told.text.push_str("\nArguments:\n");
    }
    let arguments = tool.arguments.iter().enumerate();
    let others =
        arguments.filter(|(_, argument)| chooser.is_none_or(|chooser| chooser.name != argument.name));
    let others: Vec<Value> =
        others.map(|(index, argument)| told.argument(tool, index, argument, detail)).collect();
    data.insert("arguments".into(), others.into());
    let definitions = facts::definitions(catalogue, &told.schemas);
    if detail == Detail::Whole && !definitions.is_empty() {
        for (name, schema) in &definitions {
            told.text.push_str(&format!("#/$defs/{name}: {schema}\n"));
        }
        data.insert("definitions".into(), Value::Object(definitions));
    }
    Explained { text: told.text, data }
}

struct Told {
    text: String,
    schemas: Vec<Value>,
}

impl Told {
    /// `- purge: Removes every message. May remove or overwrite. Needs queue. A dry run unless dryRun=false.`
    fn variant(&mut self, tool: &Tool<'_>, variant: &Variant<'_>) -> Value {
        let required = names(tool, variant.inputs.iter().filter(|input| input.required));
        let mut needs: Vec<String> = required.into_iter().map(str::to_owned).collect();
        needs.extend(listing::needs(tool, variant).into_iter().filter(|need| need.contains('|')));
        let takes = names(tool, variant.inputs.iter());
        let gates = words::gates(tool, variant);
        let mut sentences = vec![words::sentence(variant.about), words::effect(variant.effect).to_owned()];
        if !needs.is_empty() {
            sentences.push(format!("Needs {}.", needs.join(", ")));
        }
        if !variant.name.is_empty() && !takes.is_empty() {
            sentences.push(format!("Takes {}.", takes.join(", ")));
        }
        sentences.extend(gates.iter().cloned());
        sentences.retain(|sentence| !sentence.is_empty());
        let name = if variant.name.is_empty() { String::new() } else { format!("- {}: ", variant.name) };
        self.text.push_str(&format!("{name}{}\n", sentences.join(" ")));
        let mut data = Map::new();
        for (key, text) in
            [("name", variant.name), ("about", variant.about), ("effect", variant.effect.as_str())]
        {
            put(&mut data, key, text);
        }
        data.insert("needs".into(), needs.into());
        data.insert("takes".into(), takes.into());
        data.insert("gates".into(), gates.into());
        Value::Object(data)
    }

    /// An argument, and how each variant takes it where they differ.
    fn argument(&mut self, tool: &Tool<'_>, index: usize, argument: &Argument<'_>, detail: Detail) -> Value {
        let required = if argument.required { " (required)" } else { "" };
        self.text.push_str(&format!("- {}{required}: {}", argument.name, words::sentence(argument.note)));
        let mut data = Map::from_iter([("name".to_owned(), argument.name.into())]);
        data.insert("required".into(), argument.required.into());
        put(&mut data, "note", argument.note);
        if detail != Detail::Names {
            let mut uses = uses(tool, index, detail);
            if let [(_, only)] = uses.as_mut_slice() {
                self.used(only);
                data.append(only);
            } else {
                let each = uses.into_iter().map(|(variants, mut used)| {
                    self.text.push_str(&format!("\n  for {}:", variants.join(", ")));
                    self.used(&used);
                    used.insert("variants".into(), variants.into());
                    Value::Object(used)
                });
                let each: Vec<Value> = each.collect();
                data.insert("uses".into(), each.into());
            }
        }
        self.text.push('\n');
        Value::Object(data)
    }

    fn used(&mut self, used: &Map<String, Value>) {
        for key in ["about", "form", "hint"] {
            if let Some(text) = used.get(key).and_then(Value::as_str) {
                self.text.push_str(&format!(" {text}"));
            }
        }
        if let Some(default) = used.get("default") {
            self.text.push_str(&format!(" Default {default}."));
        }
        if let Some(schema) = used.get("schema") {
            self.text.push_str(&format!(" Schema: {schema}"));
            self.schemas.push(schema.clone());
        }
    }
}

/// What is told of an argument, and the variants that take it in this way.
fn uses<'t>(tool: &Tool<'t>, index: usize, detail: Detail) -> Vec<(Vec<&'t str>, Map<String, Value>)> {
    let mut uses: Vec<(Vec<&str>, Map<String, Value>)> = Vec::new();
    for variant in tool.variants {
        // An argument that goes to several places is told as it goes to the first.
        let mut inputs = variant.inputs.iter().filter(|input| input.argument == index);
        let sent = inputs.clone().find(|input| !input.slot.is_empty());
        if let Some(input) = sent.or_else(|| inputs.next()) {
            let used = used(input, detail);
            match uses.iter_mut().find(|(_, known)| *known == used) {
                Some((variants, _)) => variants.push(variant.name),
                None => uses.push((vec![variant.name], used)),
            }
        }
    }
    uses
}

fn used(input: &Input<'_>, detail: Detail) -> Map<String, Value> {
    let mut data = Map::new();
    if detail == Detail::Whole {
        put(&mut data, "about", &words::sentence(input.about));
    }
    put(&mut data, "form", &words::form(input.conversion));
    put(&mut data, "hint", input.hint);
    if let Ok(default) = serde_json::from_str(input.default) {
        data.insert("default".into(), default);
    }
    data.insert("schema".into(), facts::schema(&input.check));
    data
}

/// The arguments of these inputs, each once.
fn names<'t, 'i>(tool: &Tool<'t>, inputs: impl Iterator<Item = &'i Input<'i>>) -> Vec<&'t str> {
    let mut names = Vec::new();
    for argument in inputs.filter_map(|input| tool.arguments.get(input.argument)) {
        if !names.contains(&argument.name) {
            names.push(argument.name);
        }
    }
    names
}

fn put(data: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.is_empty() {
        data.insert(key.to_owned(), text.into());
    }
}
