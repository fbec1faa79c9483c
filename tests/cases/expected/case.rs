//! The case as a whole, its calls, its facts about arguments, and its bounds.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Reply, Request, ToolFact};
use crate::cases::data::{Node, words};

/// One `case.yaml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: String,
    /// For people.
    #[serde(default, rename = "title")]
    pub _title: String,
    #[serde(default, rename = "class")]
    pub _class: String,
    #[serde(default, rename = "also")]
    pub _also: Vec<String>,
    #[serde(default, rename = "sources")]
    pub _sources: Vec<Source>,
    pub document: Document,
    #[serde(default)]
    pub compile: Compile,
    #[serde(default)]
    pub credentials: BTreeMap<String, String>,
    #[serde(default)]
    pub checks: Vec<Check>,
    #[serde(default)]
    pub schema: Vec<SchemaFact>,
    #[serde(default)]
    pub tools: Vec<ToolFact>,
    #[serde(default)]
    pub replies: Vec<Reply>,
    pub codegen: Option<Codegen>,
    pub limits: Option<Limits>,
    /// The points that are open; which outcome was chosen stands in the project's README.
    #[serde(default, rename = "decide")]
    pub _decide: Vec<String>,
    #[serde(default, rename = "why")]
    pub _why: String,
}

/// Where a case comes from; for people.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    #[serde(rename = "ref")]
    pub _ref: String,
    #[serde(default, rename = "gist")]
    pub _gist: String,
}

/// What is said of the document.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub valid: bool,
    #[serde(default, rename = "note")]
    pub _note: String,
    #[serde(default, rename = "validator")]
    pub _validator: String,
    pub retrieved_from: Option<String>,
    /// Further files; all files of the folder are copied.
    #[serde(default, rename = "files")]
    pub _files: Vec<String>,
}

/// What reading the document must lead to.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compile {
    #[serde(default)]
    pub outcome: Outcome,
    #[serde(default, deserialize_with = "words")]
    pub message_mentions: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub forbidden: Vec<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    #[default]
    Ok,
    Refuse,
    OkOrRefuse,
    OkOrWarn,
}

/// One tool call by neutral names.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub op: String,
    #[serde(default = "nothing")]
    pub args: Node,
}

fn nothing() -> Node {
    Node::Map(Vec::new())
}

/// The operator's settings for one check.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub server: Option<usize>,
    #[serde(default)]
    pub variables: BTreeMap<String, Node>,
    pub base_url: Option<String>,
    pub credentials: Option<BTreeMap<String, String>>,
    /// `none` for a document that was read from a file.
    pub retrieved_from: Option<String>,
}

/// A call and the one request it must lead to, or a refusal.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub name: String,
    pub call: Call,
    #[serde(default)]
    pub setup: Setup,
    pub request: Option<Request>,
    #[serde(default)]
    pub request_any_of: Vec<Request>,
    pub refuse: Option<Refuse>,
    #[serde(default)]
    pub or_refuse: bool,
    pub or_request: Option<Request>,
    #[serde(default)]
    pub optional: bool,
}

/// Nothing is sent, and the argument is named.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refuse {
    #[serde(default, rename = "because")]
    pub _because: String,
    pub arg: Option<String>,
    pub when: Option<When>,
    pub within_seconds: Option<f64>,
    pub message_bytes_max: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// A refusal may come before anything is served.
    Setup,
    /// The fact holds where the document is accepted.
    Accepted,
}

/// What is true of one argument.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemaFact {
    pub op: String,
    pub arg: String,
    pub required: Option<bool>,
    #[serde(default)]
    pub accepts: Vec<Node>,
    #[serde(default)]
    pub rejects: Vec<Node>,
    pub description_contains: Option<String>,
    /// Which kind of engine the fact depends on; for people.
    #[serde(rename = "exact_decimal")]
    pub _exact_decimal: Option<Node>,
    #[serde(rename = "regex")]
    pub _regex: Option<Node>,
}

/// What is true of emitted source.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Codegen {
    pub compiles: Option<bool>,
    #[serde(default, deserialize_with = "words")]
    pub editions: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub no_new_items: Vec<String>,
    pub strings_round_trip: Option<bool>,
    pub comments_single_item: Option<bool>,
}

/// Bounds on time, memory and size.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub compile_seconds: Option<f64>,
    pub rss_megabytes: Option<f64>,
    pub published_schema_bytes: Option<usize>,
}
