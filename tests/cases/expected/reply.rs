//! An answer of the server, and what the tool result must be.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Call, Request, Setup};
use crate::cases::data::{Node, given, words};

/// One entry of `replies`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    pub name: String,
    pub call: Call,
    #[serde(default)]
    pub setup: Setup,
    pub reply: Played,
    pub result: Option<ResultFacts>,
    #[serde(default)]
    pub result_any_of: Vec<ResultFacts>,
    pub then: Option<Then>,
    #[serde(default)]
    pub or_error: bool,
    pub no_request_to: Option<String>,
}

/// What the server answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, Node>,
    #[serde(default)]
    pub header_list: Vec<(String, String)>,
    #[serde(default)]
    pub body: Body,
    /// The connection ends before the last byte.
    #[serde(default)]
    pub close_early: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename = "PlayedBody")]
pub struct Body {
    pub text: Option<String>,
    pub base64: Option<String>,
    pub generate: Option<Generate>,
}

/// Bytes too many to write down.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generate {
    pub array_of: Option<Node>,
    pub count: Option<usize>,
    pub endless: Option<String>,
    pub gzip_of_zeros_mebibytes: Option<u64>,
}

/// What the tool result must be.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename = "Result")]
pub struct ResultFacts {
    pub is_error: Option<bool>,
    #[serde(default)]
    pub is_error_any_of: Vec<bool>,
    #[serde(default, deserialize_with = "given")]
    pub json: Option<Node>,
    #[serde(default, deserialize_with = "words")]
    pub mentions: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub text_contains: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub raw_contains: Vec<String>,
    pub matched: Option<String>,
    pub structured_absent: Option<bool>,
    pub structured_is_object_or_absent: Option<bool>,
    pub fits_output_schema: Option<bool>,
    pub content_nonempty: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    pub next_args: Option<Node>,
    #[serde(default)]
    pub block_any_of: Vec<Block>,
    #[serde(default, deserialize_with = "words")]
    pub text_lacks: Vec<String>,
    #[serde(default, deserialize_with = "given")]
    pub text_json_contains: Option<Node>,
    pub text_bytes_max: Option<usize>,
    pub says_truncated: Option<bool>,
    pub tells_total_or_next: Option<bool>,
    pub whole_items_only: Option<bool>,
    pub valid_json_if_claims_json: Option<bool>,
    pub valid_utf8: Option<bool>,
    pub reads_at_most_bytes: Option<u64>,
    pub within_seconds: Option<f64>,
    pub rss_megabytes: Option<f64>,
    pub followed_without_credentials: Option<bool>,
    pub no_request_to: Option<String>,
}

/// A content block of a result.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    pub r#type: Option<String>,
    #[serde(rename = "mimeType")]
    pub mime_type: Option<String>,
    pub data: Option<String>,
    pub blob: Option<String>,
    /// In place of a block: a text that names type and size without the bytes.
    pub note: Option<String>,
}

/// What is sent after the answer, or must not be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Then {
    pub request: Option<Request>,
    pub no_header_to: Option<NoHeaderTo>,
}

/// These headers must not reach that place.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoHeaderTo {
    pub host: Option<String>,
    pub scheme: Option<String>,
    pub port: Option<u16>,
    pub headers: Vec<String>,
}
