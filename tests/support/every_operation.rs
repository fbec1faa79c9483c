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
/// Every text is written as JSON, which is YAML too. An operation comes with its method. No tool has gates, which would add
/// to what the operations themselves ask for.
pub fn manifest(
    document: &Path,
    base: &Path,
    variables: &BTreeMap<String, String>,
    operations: &[(&str, &str)],
) -> Everything {
    let ids: Vec<&str> = operations.iter().map(|(id, _)| *id).collect();
    let names = plan::tool_names(&ids);
    let tools: Vec<_> = names.into_iter().zip(ids.iter().map(|id| (*id).to_owned())).collect();
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
    for ((tool, operation), (_, method)) in tools.iter().zip(operations) {
        let posture = ungated(method);
        let call = quoted(operation);
        let _ = writeln!(text, "  {tool}: {{ about: One operation., {posture}, call: {call} }}");
    }
    Everything { text, tools }
}

/// The posture of an operation that stands behind no gate, in the words of a manifest.
pub fn ungated(method: &str) -> &'static str {
    match method {
        "PUT" | "PATCH" | "DELETE" => "effect: additive, ungated: No person uses it.",
        _ => "effect: read",
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
