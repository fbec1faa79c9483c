//! A surface → what its listings cost: the whole of it, each tool, each argument and each text, and what stands beside.

use bumpalo::Bump;
use fewtools_contract::listing;
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::lower::curation::Ceiling;
use crate::per_endpoint;
use crate::plan::{self, Surface};

/// What a listing costs, measured on the bytes that are served.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Costs {
    /// The whole `tools` array.
    pub listing: Cost,
    /// A tool on average, rounded down.
    pub average: Cost,
    /// The instructions, where the manifest says any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Cost>,
    /// The resources and resource templates that the manifest names, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resources: Option<Cost>,
    /// The `prompts` array, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Cost>,
    /// The `tools` array of each profile by name, where there are any.
    #[serde(skip_serializing_if = "IndexMap::is_empty", serialize_with = "by_name")]
    pub profiles: IndexMap<String, Cost>,
    /// Each tool, in listing order.
    pub tools: Vec<ToolCost>,
    /// The comparison with one tool for each operation, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_endpoint: Option<PerEndpoint>,
}

/// A map in its order.
fn by_name<S: Serializer>(costs: &IndexMap<String, Cost>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(costs)
}

/// Tokens, and how many there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// What there is.
    pub tokens: usize,
    /// What the manifest allows; `None` for any number.
    pub limit: Option<usize>,
}

impl Cost {
    /// The tokens above the limit.
    pub fn over(&self) -> usize {
        self.limit.map_or(0, |limit| self.tokens.saturating_sub(limit))
    }
}

/// What one tool costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolCost {
    /// Its name.
    pub name: String,
    /// Tokens, and how many it may have.
    #[serde(flatten)]
    pub cost: Cost,
    /// Its characters, of which a token is four.
    pub characters: usize,
    /// Its texts, in the order of the listing: its own first, then those of its arguments.
    pub texts: Vec<TextCost>,
    /// Its arguments with their texts, in the order of the listing.
    pub arguments: Vec<ArgumentCost>,
}

/// What one text costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TextCost {
    /// The argument it describes; `None` for the tool itself.
    pub argument: Option<String>,
    /// What the listing would save without it.
    #[serde(flatten)]
    pub size: Size,
}

/// What one argument costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArgumentCost {
    /// Its name.
    pub name: String,
    /// What the listing would save without it.
    #[serde(flatten)]
    pub size: Size,
}

/// The size of a part of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Tokens, rounded down: those of the parts add up to less than the tool's.
    pub tokens: usize,
    /// Characters, of which a token is four.
    pub characters: usize,
}

/// What the same document would cost with one tool for each operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PerEndpoint {
    /// Tokens of the whole `tools` array.
    pub tokens: usize,
    /// The tools: operations that can be read.
    pub tools: usize,
    /// Operations that cannot be read and are left out.
    pub left_out: usize,
    /// How many times the curated listing it is, to one decimal; `None` where that one is empty.
    pub factor: Option<f64>,
}

/// Prices a surface, whether or not it passed.
pub fn costs(surface: &Surface<'_>) -> Costs {
    let limits = &surface.curation.budget;
    let measure = &surface.measure;
    let per_tool = limit(limits.per_tool.value);
    let tools = measure.tools.iter().zip(&surface.listing);
    Costs {
        listing: Cost { tokens: measure.listing, limit: limit(limits.listing.value) },
        average: Cost {
            tokens: measure.listing.checked_div(measure.tools.len()).unwrap_or(0),
            limit: limit(limits.average.value),
        },
        instructions: surface
            .curation
            .instructions
            .as_ref()
            .map(|_| Cost { tokens: surface.beside.instructions, limit: limit(limits.instructions.value) }),
        resources: (!surface.resources.is_empty())
            .then(|| Cost { tokens: surface.beside.resources, limit: limit(limits.resources.value) }),
        prompts: (!surface.prompts.is_empty())
            .then(|| Cost { tokens: surface.beside.prompts, limit: limit(limits.prompts.value) }),
        profiles: surface
            .profiles
            .iter()
            .zip(&surface.profile_measures)
            .map(|(profile, measure)| {
                let cost = Cost { tokens: measure.listing, limit: limit(limits.listing.value) };
                (profile.name.value.clone(), cost)
            })
            .collect(),
        tools: tools
            .map(|((name, tokens), listed)| ToolCost {
                name: name.clone(),
                cost: Cost { tokens: *tokens, limit: per_tool },
                characters: characters(listed),
                texts: texts(listed),
                arguments: arguments(listed),
            })
            .collect(),
        per_endpoint: None,
    }
}

/// Prices the document of a surface with one tool for each operation, through the same renderer: names and one-line
/// summaries only.
pub fn per_endpoint(surface: &Surface<'_>) -> PerEndpoint {
    let arena = Bump::new();
    let curation = per_endpoint::curation(surface.api);
    let measure = plan::run(&arena, surface.api, &curation).measure;
    PerEndpoint {
        tokens: measure.listing,
        tools: measure.tools.len(),
        left_out: surface.api.unreadable.len(),
        factor: factor(measure.listing, surface.measure.listing),
    }
}

/// How many times `few` tokens `many` are, to one decimal.
fn factor(many: usize, few: usize) -> Option<f64> {
    let times = many as f64 / few as f64;
    (few > 0).then(|| (times * 10.0).round() / 10.0)
}

fn limit(ceiling: Ceiling) -> Option<usize> {
    match ceiling {
        Ceiling::Tokens(limit) => Some(limit),
        Ceiling::None => None,
    }
}

fn texts(listed: &Map<String, Value>) -> Vec<TextCost> {
    let about = size(listed, |tool| {
        tool.insert("description".to_owned(), Value::from(""));
    });
    let notes = names(listed).map(|name| {
        let size = size(listed, |tool| {
            if let Some(argument) = properties(tool).and_then(|all| all.get_mut(name)?.as_object_mut()) {
                argument.shift_remove("description");
            }
        });
        TextCost { argument: Some(name.to_owned()), size }
    });
    let about = TextCost { argument: None, size: about };
    std::iter::once(about).chain(notes).filter(|text| text.size.characters > 0).collect()
}

fn arguments(listed: &Map<String, Value>) -> Vec<ArgumentCost> {
    let argument = |name: &str| {
        let size = size(listed, |tool| {
            if let Some(all) = properties(tool) {
                all.shift_remove(name);
            }
            unrequire(tool, name);
        });
        ArgumentCost { name: name.to_owned(), size }
    };
    names(listed).map(argument).collect()
}

/// The names of a tool's arguments.
fn names(listed: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let properties = listed.get("inputSchema").and_then(|schema| schema.get("properties")?.as_object());
    properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str))
}

fn properties(tool: &mut Map<String, Value>) -> Option<&mut Map<String, Value>> {
    tool.get_mut("inputSchema")?.get_mut("properties")?.as_object_mut()
}

/// Takes an argument out of `required`, and `required` with the last of them.
fn unrequire(tool: &mut Map<String, Value>, name: &str) {
    let Some(schema) = tool.get_mut("inputSchema").and_then(Value::as_object_mut) else { return };
    let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) else { return };
    required.retain(|required| required.as_str() != Some(name));
    if required.is_empty() {
        schema.shift_remove("required");
    }
}

/// What is saved by taking something out of a listed tool.
fn size(listed: &Map<String, Value>, take_out: impl FnOnce(&mut Map<String, Value>)) -> Size {
    let mut rest = listed.clone();
    take_out(&mut rest);
    let characters = characters(listed).saturating_sub(characters(&rest));
    Size { tokens: characters / 4, characters }
}

fn characters(listed: &Map<String, Value>) -> usize {
    listing::one(listed).chars().count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn tool() -> Map<String, Value> {
        let tool = json!({
            "name": "pause",
            "description": "Say \"stop\".",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "queue": {"type": "string"},
                    "why": {"type": "string", "description": "Kept"},
                },
                "required": ["queue"],
            },
        });
        tool.as_object().unwrap().clone()
    }

    #[test]
    fn a_text_costs_what_it_adds_to_the_listing() {
        let costs: Vec<_> =
            texts(&tool()).into_iter().map(|text| (text.argument, text.size.characters)).collect();
        let note = r#","description":"Kept""#.len();
        assert_eq!(costs, [(None, r#"Say \"stop\"."#.len()), (Some("why".to_owned()), note)]);
    }

    #[test]
    fn an_argument_costs_its_schema_its_text_and_its_place_among_the_required() {
        let costs: Vec<_> = arguments(&tool()).into_iter().map(|argument| argument.size.characters).collect();
        let queue = r#""queue":{"type":"string"},,"required":["queue"]"#.len();
        let why = r#","why":{"type":"string","description":"Kept"}"#.len();
        assert_eq!(costs, [queue, why]);
    }
}
