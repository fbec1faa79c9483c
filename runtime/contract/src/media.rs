//! Recognises the media types that are read alike when a tool is made and when an answer comes.

/// Media types of `application` whose values are texts, beside those of JSON, XML and YAML by their suffix.
const TEXTS: [&str; 16] = [
    "xml",
    "yaml",
    "x-yaml",
    "graphql",
    "sparql-query",
    "sparql-update",
    "sql",
    "javascript",
    "toml",
    "jwt",
    "sdp",
    "n-triples",
    "n-quads",
    "trig",
    "xquery",
    "x-pem-file",
];

/// Whether a media type, in small letters and without parameters, is one of text that is no JSON and no form.
pub fn is_text(essence: &str) -> bool {
    let name = essence.strip_prefix("application/");
    essence.starts_with("text/")
        || essence.ends_with("+xml")
        || essence.ends_with("+yaml")
        || name.is_some_and(|name| TEXTS.contains(&name))
        || is_json_sequence(essence)
}

/// Whether a media type, in small letters and without parameters, is one JSON value after the other: a line each
/// (`application/jsonl`, `application/x-ndjson`), or one behind each record separator (RFC 7464, `…+json-seq`).
///
/// ```
/// use fewtools_contract::media::is_json_sequence;
///
/// assert!(is_json_sequence("application/x-ndjson") && is_json_sequence("application/geo+json-seq"));
/// assert!(!is_json_sequence("application/json"));
/// ```
pub fn is_json_sequence(essence: &str) -> bool {
    let name = essence.strip_prefix("application/").unwrap_or_default();
    let name = name.strip_prefix("x-").unwrap_or(name);
    matches!(name, "jsonl" | "jsonlines" | "ndjson" | "json-seq") || essence.ends_with("+json-seq")
}
