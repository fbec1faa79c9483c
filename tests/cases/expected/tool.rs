//! Facts about the published tool.

use serde::Deserialize;

use super::When;
use crate::cases::data::{Node, words};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolFact {
    /// Every tool of the document.
    #[serde(default)]
    pub all: bool,
    pub op: Option<String>,
    #[serde(default, rename = "reason")]
    pub _reason: String,
    pub when: Option<When>,
    pub name_pattern: Option<String>,
    pub names_distinct: Option<usize>,
    /// When names must stay the same; for people.
    pub stable: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub name_contains: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub name_lacks: Vec<String>,
    /// Exactly these.
    pub arguments: Option<Vec<String>>,
    #[serde(default, deserialize_with = "words")]
    pub no_arguments: Vec<String>,
    pub arguments_distinct: Option<usize>,
    pub argument_key_pattern: Option<String>,
    pub root_type: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub root_lacks: Vec<String>,
    pub every_array_has_items: Option<bool>,
    /// A draft of JSON Schema.
    pub published_is_valid: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub published_lacks: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub model_sees: Vec<String>,
    pub defaults_valid: Option<bool>,
    pub output_schema_root: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub text_contains: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub text_lacks_code_points: Vec<String>,
    pub description_chars_max: Option<usize>,
    #[serde(default, deserialize_with = "words")]
    pub description_contains: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub description_lacks: Vec<String>,
    pub cut_at_character: Option<Node>,
    /// `true` for the tool itself, else words: what is not there, or is said.
    pub absent_or_explained: Option<Node>,
}
