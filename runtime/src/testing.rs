//! Texts to snapshot: what a reviewer sees of a catalogue when it changes.

use fewtools_contract::{Catalogue, budget, listing};

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
