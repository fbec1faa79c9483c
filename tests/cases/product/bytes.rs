//! Bytes as a case writes them → bytes as a tool takes them.

use crate::cases::data::Node;

/// A value with every `{$bytes: …}` in it in the tool's own form.
pub fn given(value: &Node) -> Node {
    if let Some(base64) = value.get("$bytes") {
        return form(base64, value);
    }
    if let Some(text) = value.get("$bytes_text") {
        return form(text, value);
    }
    match value {
        Node::List(items) => Node::List(items.iter().map(given).collect()),
        Node::Map(members) => {
            Node::Map(members.iter().map(|(key, value)| (key.clone(), given(value))).collect())
        }
        other => other.clone(),
    }
}

/// Base64 text, with a name and a type beside it where the case gives them.
fn form(base64: &Node, value: &Node) -> Node {
    let more = ["filename", "media_type"].into_iter();
    let more: Vec<(String, Node)> =
        more.filter_map(|key| Some((key.to_owned(), value.get(key)?.clone()))).collect();
    if more.is_empty() {
        return base64.clone();
    }
    Node::Map([("data".to_owned(), base64.clone())].into_iter().chain(more).collect())
}
