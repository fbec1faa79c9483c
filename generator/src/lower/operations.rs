//! `paths` → the operations that can be read, and the others with the reason.

use crate::diagnostics::{Fault, Level, Sink};
use crate::load::Documents;
use crate::lower::api::{Operation, Server, Unreadable};
use crate::lower::node::Node;
use crate::lower::security::Alternatives;
use crate::lower::{media, parameters, reference, security, servers, template};

/// The methods that are keys of a path item.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// What the document says for operations that say nothing themselves.
pub(super) struct Defaults {
    pub(super) security: Result<Alternatives, Fault>,
}

/// The operations of a document, each read or not, in document order.
#[derive(Default)]
pub(super) struct Operations {
    pub(super) read: Vec<Operation>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// Reads every method of every path.
pub(super) fn of(documents: &Documents, root: &Node, defaults: &Defaults, sink: &mut Sink) -> Operations {
    let mut operations = Operations::default();
    let Some(paths) = root.get("paths") else { return operations };
    let Some(items) = sink.take(paths.members("`paths`")) else { return operations };
    for (path, item) in items.filter(|(path, _)| !path.starts_with("x-")) {
        if let Err(fault) = path_item(documents, path, &item, defaults, &mut operations) {
            sink.push(Fault { level: Level::Warning, ..fault });
        }
    }
    operations
}

/// Reads the methods of a path: its own and, where it is a reference, those of its target.
///
/// # Errors
/// A path item that is no object, or whose reference cannot be followed: then its methods are not known.
fn path_item(
    documents: &Documents,
    path: &str,
    written: &Node,
    defaults: &Defaults,
    operations: &mut Operations,
) -> Result<(), Fault> {
    if written.value.is_null() {
        return Ok(());
    }
    written.object("a path")?;
    methods(documents, path, written, |_| true, defaults, operations);
    if written.text("$ref").is_some() {
        let target = reference::follow(documents, written.clone())?;
        target.object("a path")?;
        methods(documents, path, &target, |key| written.value.get(key).is_none(), defaults, operations);
    }
    Ok(())
}

fn methods(
    documents: &Documents,
    path: &str,
    item: &Node,
    wanted: impl Fn(&str) -> bool,
    defaults: &Defaults,
    operations: &mut Operations,
) {
    let members = item.members("a path").into_iter().flatten();
    for (key, node) in members.filter(|(key, _)| METHODS.contains(key) && wanted(key)) {
        let method = key.to_ascii_uppercase();
        let read = reference::follow(documents, node.clone());
        match read.and_then(|target| operation(documents, &method, path, item, &target, defaults)) {
            Ok(operation) => operations.read.push(operation),
            Err(fault) => {
                let id = node.words("operationId");
                operations.unreadable.push(Unreadable {
                    id,
                    method,
                    path: path.to_owned(),
                    fault,
                    at: node.at,
                });
            }
        }
    }
}

fn operation(
    documents: &Documents,
    method: &str,
    path: &str,
    item: &Node,
    node: &Node,
    defaults: &Defaults,
) -> Result<Operation, Fault> {
    node.object("an operation")?;
    let template = template::pieces(path, &item.at)?;
    Ok(Operation {
        id: String::new(),
        operation_id: node.text("operationId").filter(|id| !id.is_empty()).map(str::to_owned),
        method: method.to_owned(),
        path: path.to_owned(),
        parameters: parameters::merged(documents, item, node, &template)?,
        template,
        summary: node.words("summary"),
        description: node.words("description"),
        deprecated: node.is_set("deprecated"),
        tags: tags(node),
        body: media::body(documents, node)?,
        responses: media::responses(documents, node)?,
        servers: own_servers(item, node)?,
        security: match security::requirements(node)? {
            Some(own) => own,
            None => defaults.security.clone()?,
        },
        at: node.at.clone(),
    })
}

fn own_servers(item: &Node, node: &Node) -> Result<Vec<Server>, Fault> {
    if let Some(own) = servers::of(node)? {
        return Ok(own);
    }
    Ok(servers::of(item)?.unwrap_or_default())
}

fn tags(node: &Node) -> Vec<String> {
    let tags = node.value.get("tags").and_then(serde_json::Value::as_array).into_iter().flatten();
    tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
}
