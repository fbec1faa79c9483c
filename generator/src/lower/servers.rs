//! `servers` → addresses with their variables.

use serde_json::Value;

use crate::diagnostics::Fault;
use crate::lower::api::Server;
use crate::lower::node::Node;

/// The servers of a document, a path item or an operation; `None` when it names none.
pub(super) fn of(node: &Node) -> Result<Option<Vec<Server>>, Fault> {
    let Some(servers) = node.get("servers") else { return Ok(None) };
    let servers = servers
        .items_or_one("`servers`")?
        .map(|server| self::server(&server))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Some(servers).filter(|servers| !servers.is_empty()))
}

/// The server of a document that names none: the host it was fetched from (OpenAPI 3.1, section 4.8.1.1).
pub(super) fn host() -> Server {
    Server { url: "/".to_owned(), variables: Vec::new() }
}

fn server(node: &Node) -> Result<Server, Fault> {
    node.object("a server")?;
    let url = node.text("url").ok_or_else(|| addressless(node))?;
    let mut variables = Vec::new();
    if let Some(declared) = node.get("variables") {
        for (name, variable) in declared.members("`variables`")? {
            variables.extend(self::variable(name, &variable));
        }
    }
    Ok(Server { url: url.to_owned(), variables })
}

/// A variable with its default and its allowed values. One that has no default takes the first allowed value; one
/// without either cannot be filled in and is left out.
fn variable(name: &str, node: &Node) -> Option<(String, String, Vec<String>)> {
    let listed = node.value.get("enum").and_then(Value::as_array);
    let allowed: Vec<String> = listed.into_iter().flatten().filter_map(scalar).collect();
    let default = node.value.get("default").and_then(scalar).or_else(|| allowed.first().cloned())?;
    Some((name.to_owned(), default, allowed))
}

/// The text of a scalar: YAML reads an unquoted port as a number.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn addressless(node: &Node) -> Fault {
    Fault::error("bad-server", node.at.clone(), "a server has no `url`").instead("write `url: https://…`")
}
