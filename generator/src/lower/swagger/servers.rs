//! `schemes`, `host` and `basePath` → server addresses.

use std::slice;

use crate::lower::api::Server;
use crate::lower::node::Node;

/// The servers of a document: one a scheme. Without a host they are relative to where the document came from, without
/// a scheme to how it came (OpenAPI 2.0, section "Swagger Object").
pub(in crate::lower) fn of_document(root: &Node) -> Vec<Server> {
    addresses(root, schemes(root))
}

/// The servers of an operation that has schemes of its own; empty where these are no others than the document's.
pub(in crate::lower) fn of_operation(root: &Node, operation: &Node) -> Vec<Server> {
    let own = schemes(operation);
    if own.is_empty() || own == schemes(root) || root.text("host").is_none() {
        return Vec::new();
    }
    addresses(root, own)
}

/// The schemes of a node; `https` comes first where it is one of them, for the first server is the one that is called.
fn schemes<'a>(node: &Node<'a>) -> Vec<&'a str> {
    let written = node.value.get("schemes");
    let written =
        written.map_or(&[][..], |written| written.as_array().map_or(slice::from_ref(written), Vec::as_slice));
    let mut schemes: Vec<&str> = written.iter().filter_map(serde_json::Value::as_str).collect();
    schemes.sort_by_key(|scheme| match *scheme {
        "https" => 0,
        "http" => 1,
        _ => 2,
    });
    schemes.dedup();
    schemes
}

fn addresses(root: &Node, schemes: Vec<&str>) -> Vec<Server> {
    let base = root.text("basePath").unwrap_or_default();
    let base = if base.starts_with('/') { base.to_owned() } else { format!("/{base}") };
    let server = |url| Server { url, variables: Vec::new() };
    match root.text("host").map(|host| host.trim().trim_end_matches('/')).filter(|host| !host.is_empty()) {
        None => vec![server(base)],
        Some(host) if host.contains("://") => vec![server(format!("{host}{base}"))],
        Some(host) if schemes.is_empty() => vec![server(format!("//{host}{base}"))],
        Some(host) => schemes.iter().map(|scheme| server(format!("{scheme}://{host}{base}"))).collect(),
    }
}
