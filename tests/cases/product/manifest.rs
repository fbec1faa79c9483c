//! Operations and settings → the manifest that offers each operation as one tool.

use std::collections::BTreeSet;
use std::fmt::Write;

use fewtools_build::lower::Api;
use fewtools_tests::every_operation::ungated;

use super::{Settings, errors};

/// Fields that leave of an answer: the operation they are of, and their names.
pub struct Projection<'p> {
    pub op: &'p str,
    pub fields: &'p [String],
}

/// The manifest, whose tools have no gates: a case knows nothing of them. Without a document that can be read, it offers nothing.
///
/// The tools in `outputs` have an output schema.
pub fn text(
    api: Option<&Api>,
    settings: &Settings,
    tools: &[(String, String)],
    outputs: &BTreeSet<String>,
) -> String {
    let mut out = String::from(
        "curation: 1\n\
         server: { name: cases, about: Calls what a case names. }\n\
         document: ./openapi.yaml\n\
         coverage: { uncovered: allow, undecided: allow }\n\
         schema: { texts: document }\n\
         budget: { listing: none, per_tool: none }\n",
    );
    upstream(&mut out, settings);
    if let Some(api) = api {
        auth(&mut out, api);
        errors::write(&mut out, api, tools);
    }
    out.push_str("tools:\n");
    for (name, op) in tools {
        let method = api.and_then(|api| errors::operation(api, op)).map_or("", |operation| &operation.method);
        let posture = ungated(method);
        let output = if outputs.contains(name) { "output_schema: true, " } else { "" };
        writeln!(out, "  {name}: {{ about: Calls one operation., {output}{posture}, call: {} }}", quoted(op))
            .unwrap();
    }
    out
}

/// The same manifest where one operation's answer is projected to these fields.
pub fn projected(manifest: &str, projection: &Projection<'_>) -> String {
    let call = format!("call: {} }}", quoted(projection.op));
    let fields: Vec<String> = projection.fields.iter().map(|field| quoted(field)).collect();
    let picked = call.replace(" }", ", result: Projected }");
    format!("{}projections: {{ Projected: [{}] }}\n", manifest.replace(&call, &picked), fields.join(", "))
}

fn upstream(out: &mut String, settings: &Settings) {
    let mut members = Vec::new();
    if let Some(url) = &settings.base_url {
        members.push(format!("url: {}", quoted(url)));
    }
    if let Some(server) = settings.server {
        members.push(format!("server: {server}"));
    }
    if let Some(from) = &settings.retrieved_from {
        members.push(format!("retrieved_from: {}", quoted(from)));
    }
    if !settings.variables.is_empty() {
        let variables =
            settings.variables.iter().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)));
        members.push(format!("variables: {{ {} }}", variables.collect::<Vec<_>>().join(", ")));
    }
    if !members.is_empty() {
        writeln!(out, "upstream: {{ {} }}", members.join(", ")).unwrap();
    }
}

fn auth(out: &mut String, api: &Api) {
    let schemes = api.schemes.iter().enumerate();
    let entries: Vec<String> = schemes
        .map(|(index, scheme)| format!("{}: {{ env: {} }}", quoted(&scheme.name), Settings::variable(index)))
        .collect();
    if !entries.is_empty() {
        writeln!(out, "auth: {{ {} }}", entries.join(", ")).unwrap();
    }
}

/// A text in YAML's double quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            ' '..='~' => out.push(c),
            c => write!(out, "\\U{:08X}", u32::from(c)).unwrap(),
        }
    }
    out.push('"');
    out
}
