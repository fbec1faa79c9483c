//! A path item → the methods that stand in it.

use crate::diagnostics::{Fault, Level};
use crate::lower::declared::is_token;
use crate::lower::node::Node;
use crate::lower::reading::Remarks;
use crate::lower::version::Dialect;

/// The methods that are keys of a path item.
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/// The other keys of a path item.
const OTHERS: [&str; 5] = ["$ref", "summary", "description", "servers", "parameters"];

/// Operations by method as it is sent (OpenAPI 3.2).
const ADDITIONAL: &str = "additionalOperations";

/// A method of a path item.
pub(super) struct Method<'a> {
    /// The method as it is sent.
    pub(super) name: String,
    /// The operation as written.
    pub(super) node: Node<'a>,
    /// Why it cannot be called, whatever it says.
    pub(super) refused: Option<Fault>,
}

/// The methods of a path item, in document order. A key that means nothing is left out with a remark.
///
/// # Errors
/// A path item that is no object.
pub(super) fn of<'a>(
    dialect: Dialect,
    item: &Node<'a>,
    remarks: &mut Remarks,
) -> Result<Vec<Method<'a>>, Fault> {
    let mut methods = Vec::new();
    for (key, node) in item.members("a path")? {
        if is_method(dialect, key) {
            methods.push(Method { name: key.to_ascii_uppercase(), node, refused: None });
        } else if key == ADDITIONAL && dialect >= Dialect::V32 {
            match node.members("`additionalOperations`") {
                Ok(members) => methods.extend(members.map(|(name, node)| additional(dialect, name, node))),
                Err(fault) => remarks.push(node.at, Fault { level: Level::Warning, ..fault }),
            }
        } else if node.value.is_object() && !key.starts_with("x-") && !OTHERS.contains(&key) {
            remarks.push(node.at.clone(), unknown(key, &node));
        }
    }
    Ok(methods)
}

/// Versions differ in the methods they have.
fn is_method(dialect: Dialect, key: &str) -> bool {
    let from = match key {
        "query" => Dialect::V32,
        "trace" => Dialect::V30,
        _ => Dialect::V20,
    };
    METHODS.contains(&key) && dialect >= from
}

fn unknown(key: &str, node: &Node) -> Fault {
    let what = format!("`{key}` is no method of a path in this version of OpenAPI and is left out");
    let instead = match key {
        "query" | ADDITIONAL => "`openapi: 3.2.0`, the version that has it",
        _ => "write a method in small letters, such as `get`",
    };
    Fault::warning("unknown-method", node.at.at_key(), what).instead(instead)
}

fn additional<'a>(dialect: Dialect, name: &str, node: Node<'a>) -> Method<'a> {
    let refused = refused(dialect, name)
        .map(|(what, instead)| Fault::error("bad-method", node.at.at_key(), what).instead(instead));
    Method { name: name.to_owned(), node, refused }
}

/// Why a name is no additional method, and what to write instead. Methods are case-sensitive (RFC 9110, section 9.1).
fn refused(dialect: Dialect, name: &str) -> Option<(String, String)> {
    let key = name.to_ascii_lowercase();
    if !is_token(name) {
        return Some((format!("`{name}` is no method"), "write it in letters".to_owned()));
    }
    if is_method(dialect, &key) && name == name.to_ascii_uppercase() {
        let instead = format!("write the operation under `{key}`, beside `additionalOperations`");
        return Some((format!("the method `{name}` has a key of its own in a path"), instead));
    }
    let is_tunnel = name == "CONNECT";
    is_tunnel.then(|| ("`CONNECT` opens a tunnel and is not sent".to_owned(), "leave it out".to_owned()))
}
