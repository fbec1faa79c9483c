//! The request that a call must lead to.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cases::data::{Node, given, words};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub method: Option<String>,
    pub url: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub url_any_of: Vec<String>,
    /// Parameters whose decoded value is JSON; they are not in `url`.
    #[serde(default)]
    pub query_json: BTreeMap<String, Node>,
    #[serde(default)]
    pub headers: BTreeMap<String, Node>,
    #[serde(default)]
    pub headers_match: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "words")]
    pub no_headers: Vec<String>,
    pub cookies: Option<BTreeMap<String, Node>>,
    pub cookie_header_count: Option<usize>,
    pub body: Option<Body>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Body {
    pub none: Option<bool>,
    #[serde(default, deserialize_with = "given")]
    pub json: Option<Node>,
    pub raw: Option<String>,
    pub text: Option<String>,
    pub base64: Option<String>,
    #[serde(default, deserialize_with = "words")]
    pub raw_contains: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub raw_contains_any_of: Vec<String>,
    #[serde(default, deserialize_with = "words")]
    pub raw_lacks: Vec<String>,
    pub form: Option<Vec<Pair>>,
    pub form_or: Option<Vec<Pair>>,
    pub multipart: Option<Vec<Part>>,
    pub multipart_names: Option<Vec<String>>,
    #[serde(default, deserialize_with = "words")]
    pub multipart_no_headers: Vec<String>,
}

/// One pair of a form body.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    pub name: String,
    pub value: Option<String>,
    #[serde(default, deserialize_with = "given")]
    pub json: Option<Node>,
}

/// One part of a multipart body.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub name: String,
    pub filename: Option<String>,
    pub content_type: Option<String>,
    #[serde(default)]
    pub content_type_any_of: Vec<Option<String>>,
    pub text: Option<String>,
    pub base64: Option<String>,
    #[serde(default, deserialize_with = "given")]
    pub json: Option<Node>,
}
