//! Counts what a listing costs: a token is a quarter of its characters, rounded down.

use serde_json::{Map, Value};

use crate::{Catalogue, listing};

/// The tokens of a text: its Unicode scalars divided by four, rounded down.
pub fn tokens(text: &str) -> usize {
    text.chars().count() / 4
}

/// What a listing costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// Tokens of the whole `tools` array. Not the sum of the tools, which are rounded down one by one.
    pub listing: usize,
    /// Tokens of each tool, in listing order, with its name.
    pub tools: Vec<(String, usize)>,
}

/// Measures tools as they are listed; see [`listing::tools`].
pub fn measure(tools: &[Map<String, Value>]) -> Measure {
    let mut meter = Meter::default();
    tools.iter().for_each(|tool| meter.add(tool));
    meter.read()
}

/// Measures tools one after the other.
#[derive(Debug, Default)]
pub struct Meter {
    characters: usize,
    tools: Vec<(String, usize)>,
}

impl Meter {
    /// Adds a tool as it is listed.
    pub fn add(&mut self, tool: &Map<String, Value>) {
        let name = tool.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let text = listing::one(tool);
        self.characters += text.chars().count();
        self.tools.push((name, tokens(&text)));
    }

    /// What they cost: as [`listing::text`] writes them, in brackets and with commas between them.
    pub fn read(self) -> Measure {
        let between = self.tools.len().saturating_sub(1) + "[]".len();
        Measure { listing: (self.characters + between) / 4, tools: self.tools }
    }
}

/// What is listed or told beside tools, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beside {
    /// The instructions.
    pub instructions: usize,
    /// The array of the resources and resource templates that the manifest names; 0 for none.
    pub resources: usize,
    /// The `prompts` array; 0 for none.
    pub prompts: usize,
}

/// Measures what is listed or told beside tools.
pub fn beside(catalogue: &Catalogue<'_>) -> Beside {
    let listed = |entries: Vec<Map<String, Value>>| match entries.as_slice() {
        [] => 0,
        entries => tokens(&listing::text(entries)),
    };
    Beside {
        instructions: tokens(listing::instructions(catalogue)),
        resources: listed(listing::resources(catalogue)),
        prompts: listed(listing::prompts(catalogue)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_counts_what_is_listed() {
        let tool = |name: &str| Map::from_iter([("name".to_owned(), Value::from(name))]);
        let tools = ["a", "bé", "ccc", "dddd"].map(tool);
        for count in 0..=tools.len() {
            let tools = &tools[..count];
            assert_eq!(measure(tools).listing, tokens(&listing::text(tools)), "{count}");
            assert_eq!(measure(tools).tools.len(), count);
        }
    }
}
