//! A document and its operations → the text of a manifest that offers every one of them, one tool each.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use fewtools_build::plan;

/// A manifest, and what its tools call.
#[derive(Debug)]
pub struct Everything {
    /// The manifest's text.
    pub text: String,
    /// The tools in order: name and operation.
    pub tools: Vec<(String, String)>,
}

/// Where a document is said to come from, so that its relative servers have an address.
pub const RETRIEVED_FROM: &str = "https://upstream.test/";

/// Offers these operations of the document at a path: no ceiling, `args` left out, nothing projected. The files that it
/// refers to lie in the base folder; the variables are those of its server that have no value of their own.
///
/// Every text is written as JSON, which is YAML too. Every tool is said to read, whatever it does: gates would add to what
/// the operations themselves ask for.
pub fn manifest(
    document: &Path,
    base: &Path,
    variables: &BTreeMap<String, String>,
    operations: &[&str],
) -> Everything {
    let names = plan::tool_names(operations);
    let tools: Vec<_> = names.into_iter().zip(operations.iter().map(|id| (*id).to_owned())).collect();
    let mut text = format!(
        "curation: 1\n\
         server: {{ name: everything, about: Every operation of one document. }}\n\
         document: {{ path: {}, base: {} }}\n\
         upstream: {{ retrieved_from: {}, variables: {{ {} }} }}\n\
         coverage: {{ uncovered: allow, undecided: allow }}\n\
         budget: {{ listing: none, per_tool: none, result: none }}\n\
         tools:{}\n",
        quoted(&document.display().to_string()),
        quoted(&base.display().to_string()),
        quoted(RETRIEVED_FROM),
        variables
            .iter()
            .map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)))
            .collect::<Vec<_>>()
            .join(", "),
        if tools.is_empty() { " {}" } else { "" },
    );
    for (tool, operation) in &tools {
        let _ = writeln!(
            text,
            "  {tool}: {{ about: One operation., effect: read, call: {} }}",
            quoted(operation)
        );
    }
    Everything { text, tools }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
